package id3

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"

	"pgregory.net/rapid"
)

// tag returns a 2.4 tag with one frame for each body.
func tag(bodies ...[]byte) []byte {
	var frames []byte
	for _, body := range bodies {
		frames = AppendFrame(frames, "TXXX", [2]byte{}, body)
	}
	return append(AppendHeader(nil, len(frames)), frames...)
}

func contents(b []byte) (all [][]byte) {
	Each(bytes.Clone(b), func(_ string, content []byte) { all = append(all, bytes.Clone(content)) })
	return all
}

func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bodies := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 300), 0, 20).Draw(t, "bodies")
		b := tag(bodies...)
		h, ok := ParseHeader(b)
		if !ok || h.Version != 4 || h.Total() != int64(len(b)) {
			t.Fatalf("%+v of %d bytes", h, len(b))
		}
		got := contents(b)
		if len(got) != len(bodies) {
			t.Fatalf("%d frames of %d", len(got), len(bodies))
		}
		for i := range got {
			if !bytes.Equal(got[i], bodies[i]) {
				t.Fatalf("%x became %x", bodies[i], got[i])
			}
		}
		n := rapid.IntRange(0, MaxSize).Draw(t, "n")
		if Syncsafe(AppendSyncsafe(nil, n)) != n {
			t.Fatalf("%d", n)
		}
		plain := rapid.SliceOf(rapid.SampledFrom([]byte{0, 1, 0xe0, 0xff})).Draw(t, "plain")
		if back := Resync(unsync(plain)); !bytes.Equal(back, plain) {
			t.Fatalf("%x became %x", plain, back)
		}
	})
}

// unsync inserts a zero after every FF that needs one (section 6.1).
func unsync(b []byte) (out []byte) {
	for i, c := range b {
		out = append(out, c)
		if c == 0xff && (i == len(b)-1 || b[i+1] == 0 || b[i+1] >= 0xe0) {
			out = append(out, 0)
		}
	}
	return out
}

func TestHeader(t *testing.T) {
	for name, c := range map[string]struct {
		b     string
		total int64
		ok    bool
	}{
		"2.4":               {"ID3\x04\x00\x00\x00\x00\x02\x01", 10 + 257, true},
		"with a footer":     {"ID3\x04\x00\x10\x00\x00\x02\x01", 20 + 257, true},
		"2.3 has no footer": {"ID3\x03\x00\x10\x00\x00\x02\x01", 10 + 257, true},
		"a later version":   {"ID3\x05\x00\x00\x00\x00\x02\x01", 10 + 257, true},
		"not syncsafe":      {"ID3\x04\x00\x00\x00\x00\x82\x01", 0, false},
		"version 255":       {"ID3\xff\x00\x00\x00\x00\x02\x01", 0, false},
		"revision 255":      {"ID3\x04\xff\x00\x00\x00\x02\x01", 0, false},
		"short":             {"ID3\x04\x00\x00\x00\x00\x02", 0, false},
	} {
		if h, ok := ParseHeader([]byte(c.b)); ok != c.ok || ok && h.Total() != c.total {
			t.Errorf("%s: %+v %v", name, h, ok)
		}
	}
}

// Old versions of iTunes wrote 2.4 sizes as in 2.3. Stations and podcasts used to
// lose the frames after them.
func TestSizesWrittenByITunes(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 300)
	b := tag(long, []byte("next"))
	binary.BigEndian.PutUint32(b[HeaderSize+4:], uint32(len(long)))
	if got := contents(b); len(got) != 2 || !bytes.Equal(got[0], long) || string(got[1]) != "next" {
		t.Errorf("%d frames", len(got))
	}
}

// In 2.4 every frame is unsynchronised separately, which stations and podcasts
// did not undo.
func TestUnsynchronisedFrames(t *testing.T) {
	for name, flags := range map[string]struct{ tag, frame byte }{"tag": {0x80, 0}, "frame": {0, FlagUnsynchronised}} {
		body := AppendFrame(nil, "TIT2", [2]byte{0, flags.frame}, []byte("\x01\xff\x00\xfea\x00"))
		b := append(AppendHeader(nil, len(body)), body...)
		b[5] = flags.tag
		Each(b, func(_ string, content []byte) {
			if got := Text(content); got != "a" {
				t.Errorf("by the %s: %q", name, got)
			}
		})
	}
}

func TestText(t *testing.T) {
	for content, want := range map[string]string{
		"\x00Ad\xe9": "Adé", "\x00Adé": "Adé", "\x00\x93a\x94": "“a”", "\x03Adé\x00second": "Adé", "\x01\xff\xfeT\x00\xe9\x00": "Té",
		"\x01\xfe\xff\x00T": "T", "\x01T\x00": "T", "\x02\x00T\x00\x00\x00U": "T", "\x03": "", "": "",
	} {
		if got := Text([]byte(content)); got != want {
			t.Errorf("%q: %q, want %q", content, got, want)
		}
	}
}

// The link follows a description in its own encoding. Podcasts used to lose it if
// the encoding was Latin-1.
func TestChapters(t *testing.T) {
	for _, description := range []string{"\x00\x00", "\x00about\x00", "\x03about\x00", "\x01\xff\xfea\x00\x00\x00"} {
		frames := AppendFrame(nil, "TIT2", [2]byte{}, []byte("\x03One"))
		frames = AppendFrame(frames, "WXXX", [2]byte{}, []byte(description+"https://a.example/"))
		body := append([]byte("ch\x00\x00\x00\x03\xe8\x00\x00\x07\xd0\xff\xff\xff\xff\xff\xff\xff\xff"), frames...)
		whole := AppendFrame(nil, "CHAP", [2]byte{}, body)
		whole = append(AppendHeader(nil, len(whole)), whole...)
		want := Chapter{Start: 1000, End: 2000, Title: "One", Link: "https://a.example/"}
		if got := Chapters(whole, 5); len(got) != 1 || got[0] != want {
			t.Errorf("%q: %+v", description, got)
		}
		if got := Chapters(whole, 0); len(got) != 0 {
			t.Errorf("%d chapters above the limit", len(got))
		}
	}
}

// failing is a reader that returns an error in the middle.
type failing struct{ io.ReaderAt }

func (f failing) ReadAt(p []byte, off int64) (int, error) {
	if off > 20 {
		return 0, io.ErrClosedPipe
	}
	return f.ReaderAt.ReadAt(p, off)
}

func TestReadError(t *testing.T) {
	b := tag([]byte("first"), []byte("second"))
	h, _ := ParseHeader(b)
	frames, err := NewFrames(failing{bytes.NewReader(b)}, h, HeaderSize, int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := frames.Next(); !ok || err != nil {
		t.Errorf("first: %v %v", ok, err)
	}
	if _, ok, err := frames.Next(); ok || err == nil {
		t.Errorf("second: %v %v", ok, err)
	}
}

func FuzzTag(f *testing.F) {
	f.Add(tag([]byte("\x03a"), []byte("\x01\xff\xfeb\x00")))
	f.Add([]byte("ID3\x03\x00\xc0\x00\x00\x00\x20\x00\x00\x00\x06\x00\x00TIT2\x00\x00\x00\x03\x00\x01\x03A\x00"))
	f.Add([]byte("ID3\x02\x00\x00\x00\x00\x00\x10PIC\x00\x00\x0a\x00JPG\x03\x00\xff\xd8\xff\xe0"))
	f.Fuzz(func(t *testing.T, b []byte) {
		n := 0
		Each(bytes.Clone(b), func(_ string, content []byte) {
			n += len(content)
			Text(content)
		})
		if n > len(b) {
			t.Errorf("%d bytes of content in %d", n, len(b))
		}
		Chapters(bytes.Clone(b), 10)
	})
}
