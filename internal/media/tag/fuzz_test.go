package tag

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

// fuzz feeds modified samples to a reader. It may refuse them, but must not panic,
// run forever, or return an impossible length.
func fuzz(f *testing.F, samples ...string) {
	for _, name := range samples {
		b, err := os.ReadFile(filepath.Join("..", "testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := newSource(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		a, err := readAudio(s)
		if err == nil && (a.Samples <= 0 || a.Duration < 0 || a.SampleRate <= 0 || a.Channels <= 0 || a.Format == "") {
			t.Errorf("accepted %+v", a)
		}
	})
}

func FuzzMP3(f *testing.F)  { fuzz(f, "sine.mp3", "cbr.mp3", "id3v23.mp3") }
func FuzzFLAC(f *testing.F) { fuzz(f, "sine.flac") }
func FuzzOgg(f *testing.F)  { fuzz(f, "vorbis.ogg", "sine.opus") }
func FuzzMP4(f *testing.F)  { fuzz(f, "sine.m4a", "faststart.m4a", "alac.m4a") }
func FuzzPCM(f *testing.F)  { fuzz(f, "sine.wav", "rf64.wav", "sine.aiff") }
func FuzzADTS(f *testing.F) { fuzz(f, "sine.aac") }

// FuzzTags reads ID3 tags and comments without audio around them.
func FuzzTags(f *testing.F) {
	f.Add([]byte("ID3\x03\x00\x80\x00\x00\x00\x10TIT2\x00\x00\x00\x05\x00\x00\x01\xff\xfeA\x00"))
	f.Add([]byte("ID3\x04\x00\x40\x00\x00\x00\x20\x00\x00\x00\x06\x01\x00SYLT\x00\x00\x00\x0c\x00\x00\x03eng\x02\x01\x00la\x00\x00\x00\x01\x00"))
	f.Add([]byte("ID3\x04\x00\x00\x00\x00\x00\x18GEOB\x00\x00\x00\x0e\x00\x00\x01a/b\x00\x00\x00n\x00\x00\x00data"))
	f.Add([]byte("ID3\x02\x00\x00\x00\x00\x00\x10PIC\x00\x00\x0a\x00JPG\x03\x00\xff\xd8\xff\xe0"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := newSource(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		x := &file{fields: make(fields), extra: extra{wanted: func(string) bool { return true }}}
		if h, ok, err := tagAt(s, 0); ok && err == nil {
			if end, err := x.id3v2(s, h, 0); err == nil && end > s.size {
				t.Errorf("the tag ends at %d of %d", end, s.size)
			}
		}
		x.vorbisComment(b)
		x.base64Picture(b)
		x.fields.fill(apeItems(b, maxAPEItem))
		x.fields.tags()
		x.fields.lyrics()
	})
}

// FuzzLRC parses lyrics. The result is clean, and parsing it again changes
// nothing.
func FuzzLRC(f *testing.F) {
	f.Add("[00:12.00]Line\r\n[offset:+100]\nplain\x00")
	f.Fuzz(func(t *testing.T, text string) {
		l := parseLyrics(text)
		if (l.Text == "") != (l.Kind == "") || len(l.Text) > maxLyrics || !utf8.ValidString(l.Text) {
			t.Errorf("%q %q", l.Kind, l.Text)
		}
		if again := parseLyrics(l.Text); again != l {
			t.Errorf("%q became %q", l.Text, again.Text)
		}
	})
}
