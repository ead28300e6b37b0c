package podcast

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/quick"
	"time"

	"sonora/internal/codec/mpeg"
)

// mp3Of returns a file with frames of these bitrates. Each frame contains its
// number and lasts 26.12 ms (MPEG 1, 44100 Hz, stereo).
func mp3Of(bitrates ...byte) (file []byte, frames [][]byte) {
	for i, index := range bitrates {
		f, _ := mpeg.Parse([]byte{0xff, 0xfb, index << 4, 0})
		frame := bytes.Repeat([]byte{byte(i)}, f.Size(0))
		copy(frame, []byte{0xff, 0xfb, index << 4, 0})
		file, frames = append(file, frame...), append(frames, frame)
	}
	return file, frames
}

// tagged returns a file with an info frame in front.
func tagged(name string, file []byte) []byte {
	tag, _ := mp3Of(9)
	copy(tag[mpeg.HeaderSize:], make([]byte, 64))
	copy(tag[36:], name)
	return append(tag, file...)
}

func TestSteadyMP3(t *testing.T) {
	steady, _ := mp3Of(9, 9, 9)
	changing, _ := mp3Of(9, 9, 5)
	id3 := append([]byte{'I', 'D', '3', 4, 0, 0, 0, 0, 0, 3}, 0xff, 0xfb, 0x90)
	for name, c := range map[string]struct {
		head          []byte
		steady, isMP3 bool
	}{
		"constant":          {steady, true, true},
		"variable":          {changing, false, true},
		"said so":           {tagged("Xing", steady), false, true},
		"said to be":        {tagged("Info", changing), true, true},
		"behind a tag":      {append(id3, steady...), true, true},
		"behind a long tag": {[]byte{'I', 'D', '3', 4, 0, 0, 9, 9, 9, 9}, false, false},
		"something else":    {bytes.Repeat([]byte("ftypM4A "), 100), false, false},
		"nothing":           {nil, false, false},
	} {
		if s, is := steadyMP3(c.head); s != c.steady || is != c.isMP3 {
			t.Errorf("%s: %v %v", name, s, is)
		}
	}
}

func TestJumps(t *testing.T) {
	constant, _ := mp3Of(9, 9, 9)
	variable, _ := mp3Of(9, 9, 5)
	other := bytes.Repeat([]byte("ftypM4A "), 100)
	for name, c := range map[string]struct {
		head   []byte
		status int
		want   Jumps
	}{
		"constant":                 {constant, http.StatusPartialContent, JumpByParts},
		"constant, without ranges": {constant, http.StatusOK, JumpByStart},
		"variable":                 {variable, http.StatusPartialContent, JumpByStart},
		"other":                    {other, http.StatusPartialContent, JumpByParts},
		"other, without ranges":    {other, http.StatusOK, JumpNone},
	} {
		if got := JumpsOf(&Head{Status: c.status, Bytes: c.head}); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// cutOf passes a file through Cut in pieces of n bytes.
func cutOf(file []byte, kind string, n int, start time.Duration) *httptest.ResponseRecorder {
	out := httptest.NewRecorder()
	c := NewCut(out, start)
	c.Header().Set("Content-Type", kind)
	c.Header().Set("Content-Length", "1")
	c.WriteHeader(http.StatusOK)
	for len(file) > 0 {
		piece := file[:min(n, len(file))]
		_, _ = c.Write(piece)
		file = file[len(piece):]
	}
	return out
}

func TestCutStartsAtFrame(t *testing.T) {
	file, frames := mp3Of(9, 5, 9, 3, 9, 14, 9, 9)
	behind := append([]byte{'I', 'D', '3', 4, 0, 0, 0, 0, 0, 3, 1, 2, 3}, tagged("Xing", file)...)
	for _, n := range []int{1, 7, 100, 1 << 20} {
		for start, first := range map[time.Duration]int{0: 0, 20 * time.Millisecond: 1, 130 * time.Millisecond: 5} {
			want := bytes.Join(frames[first:], nil)
			if got := cutOf(behind, "audio/mpeg", n, start); !bytes.Equal(got.Body.Bytes(), want) || got.Header().Get("Content-Length") != "" || got.Header().Get("Accept-Ranges") != "none" {
				t.Errorf("from %v in pieces of %d: %d bytes, want %d; %v", start, n, got.Body.Len(), len(want), got.Header())
			}
		}
	}
	if got := cutOf(file, "audio/mp4", 9, time.Second); !bytes.Equal(got.Body.Bytes(), file) || got.Header().Get("Content-Length") == "" {
		t.Error("a file that is not MP3 was changed")
	}
	if got := cutOf(file, "audio/mpeg", 9, time.Minute); got.Body.Len() != 0 {
		t.Errorf("start after the end: %d bytes", got.Body.Len())
	}
}

func TestCutAcceptsAnything(t *testing.T) {
	err := quick.Check(func(file []byte, n uint8) bool {
		steadyMP3(file)
		return cutOf(file, "audio/mpeg", int(n)+1, time.Second).Body.Len() <= len(file)
	}, nil)
	if err != nil {
		t.Error(err)
	}
}
