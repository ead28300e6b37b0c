package tag

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fuzzWrite changes the tags of damaged samples. The writer may refuse them, but
// what it writes must be readable, sound the same and contain no other values of
// the changed tags.
func fuzzWrite(f *testing.F, samples ...string) {
	fuzzWriteFrom(f, nil, samples...)
}

// fuzzWriteFrom is fuzzWrite with additional seeds that odd derives from the
// samples.
func fuzzWriteFrom(f *testing.F, odd func(testing.TB, []byte) []byte, samples ...string) {
	for _, name := range samples {
		b, err := os.ReadFile(filepath.Join("..", "testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		if odd != nil {
			f.Add(odd(f, b))
		}
	}
	change := everything()
	change.Cover = &Cover{samplePicture(f, 16, true)}
	f.Fuzz(func(t *testing.T, b []byte) {
		var out bytes.Buffer
		err := Write(&out, bytes.NewReader(b), int64(len(b)), change)
		var broken *FileError
		if errors.Is(err, ErrNotWritable) || errors.As(err, &broken) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if out.Len() > len(b)+64<<10 {
			t.Fatalf("%d bytes became %d", len(b), out.Len())
		}
		was, now := parsed(t, b), parsed(t, out.Bytes())
		if was.audio.AudioKey != now.audio.AudioKey || was.audio.Format != now.audio.Format {
			t.Errorf("%s %x became %s %x", was.audio.Format, was.audio.AudioKey, now.audio.Format, now.audio.AudioKey)
		}
		got := fields{}
		for name := range change.Fields {
			got[name] = now.fields[name]
		}
		if diff := cmp.Diff(fields(change.Fields).tags(), got.tags()); diff != "" {
			t.Error("tags (-want +got):\n" + diff)
		}
	})
}

func FuzzWriteMP3(f *testing.F)  { fuzzWrite(f, "sine.mp3", "cbr.mp3", "id3v23.mp3", "sine.aac") }
func FuzzWriteFLAC(f *testing.F) { fuzzWrite(f, "sine.flac") }
func FuzzWriteOgg(f *testing.F)  { fuzzWriteFrom(f, shared, "vorbis.ogg", "sine.opus", "flac.oga") }
func FuzzWriteMP4(f *testing.F) {
	fuzzWrite(f, "sine.m4a", "faststart.m4a", "alac.m4a", "fragments.m4a")
}
func FuzzWriteWAV(f *testing.F)  { fuzzWrite(f, "sine.wav", "rf64.wav", "pcm24.wav") }
func FuzzWriteAIFF(f *testing.F) { fuzzWrite(f, "sine.aiff") }
