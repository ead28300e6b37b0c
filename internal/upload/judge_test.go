package upload

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/testkit/fakelib"
)

// sample returns a real file from the tests of package media.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "media", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// wave returns a 16-bit WAV file.
func wave(rate uint32, channels uint16, samples []int16) []byte {
	var b bytes.Buffer
	b.WriteString("RIFF")
	size := uint32(len(samples) * 2)
	for _, part := range []any{size + 36, []byte("WAVEfmt "), uint32(16), uint16(1), channels, rate, rate * uint32(channels) * 2, channels * 2, uint16(16), []byte("data"), size, samples} {
		_ = binary.Write(&b, binary.LittleEndian, part)
	}
	return b.Bytes()
}

func tone(n int) []int16 {
	samples := make([]int16, n)
	for i := range samples {
		samples[i] = int16(9000 * math.Sin(float64(i)/20))
	}
	return samples
}

// box returns a box of an MP4 file.
func box(kind string, parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	return append(binary.BigEndian.AppendUint32(nil, uint32(8+len(body))), append([]byte(kind), body...)...)
}

// bomb returns a small PNG with a huge picture.
func bomb(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	raw := b.Bytes()
	binary.BigEndian.PutUint32(raw[16:], 30_000)
	binary.BigEndian.PutUint32(raw[20:], 30_000)
	return raw
}

func TestAccepted(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ file, ext string }{
		{"sine.mp3", ".mp3"},
		{"sine.flac", ".flac"},
		{"sine.wav", ".wav"},
		{"sine.m4a", ".m4a"},
		{"alac.m4a", ".m4a"},
		{"sine.aac", ".aac"},
		{"vorbis.ogg", ".ogg"},
		{"sine.opus", ".opus"},
		{"sine.aiff", ".aiff"},
		{"fragments.m4a", ".m4a"},
		{"rf64.wav", ".wav"},
	} {
		r, err := f.Result(t.Context(), f.ana, f.send("a name that lies.txt", sample(t, c.file)))
		if err != nil || filepath.Ext(r.Place) != c.ext || r.Audio.Duration <= 0 {
			t.Errorf("%s: %+v, %v", c.file, r, err)
		}
	}
}

func TestRefused(t *testing.T) {
	f := newFixture(t)
	mp3, flac := song(1), sample(t, "sine.flac")
	moov := box("moov", box("mvhd", make([]byte, 100)), box("trak", box("tkhd", make([]byte, 84)), box("mdia", box("hdlr", make([]byte, 8), []byte("vide"), make([]byte, 13)))))
	for _, c := range []struct {
		name, says string
		file       []byte
	}{
		{"executable", "no audio in a supported format", append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 5000)...)},
		{"windows program", "not audio|no audio", append([]byte("MZ\x90\x00"), bytes.Repeat([]byte("This program"), 500)...)},
		{"page", "web page", []byte("<!DOCTYPE html><html><body><script>alert(1)</script></body></html>")},
		{"text", "text", []byte("Once upon a time.\n")},
		{"list", "text", []byte("#EXTM3U\nhttp://127.0.0.1/secret\n")},
		{"picture", "picture", fakelib.Cover(1)},
		{"archive", "not a supported audio format", append([]byte("PK\x03\x04"), make([]byte, 500)...)},
		{"video without sound", "no audio", append(box("ftyp", []byte("isom\x00\x00\x02\x00isomiso2")), append(moov, box("mdat", make([]byte, 9000))...)...)},
		{"zeros", "only zeros", make([]byte, 100_000)},
		{"cut", "cut off", flac[:len(flac)/3]},
		{"tags only", "no audio|only tags", mp3[:10+int(mp3[6])<<21+int(mp3[7])<<14+int(mp3[8])<<7+int(mp3[9])]},
		{"many channels", "channel|header", wave(44_100, 10_000, tone(60_000))},
		{"one hertz", "sample rate", wave(1, 2, tone(30_000))},
		{"very long", "hours", wave(2000, 1, make([]int16, 2000*3600*13))},
		{"silence", "silence", wave(44_100, 2, make([]int16, 500_000))},
		{"coded silence", "silence", bytes.Repeat(append([]byte{0xff, 0xfb, 0x90, 0xc4}, make([]byte, 413)...), 3000)},
	} {
		id := f.begin("Dawn - Nina.mp3", len(c.file))
		_, err := f.piece(id, 0, bytes.NewReader(c.file), nil)
		f.code(err, music.Unsupported)
		_, again := f.Result(t.Context(), f.ana, id)
		f.code(again, music.Unsupported)
		fits := false
		for part := range strings.SplitSeq(c.says, "|") {
			fits = fits || again != nil && strings.Contains(again.Error(), part)
		}
		if !fits {
			t.Errorf("%s: %v, want %q in it", c.name, again, c.says)
		}
		if p, err := f.Offset(t.Context(), f.ana, id); err != nil || p.Offset != p.Length || p.State != intake.Refused {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
	}
	if names := f.names("receiving"); len(names) != 0 {
		t.Errorf("bytes of what is refused: %v", names)
	}
	if use, _, err := f.Use(t.Context(), f.ana); err != nil || use.Bytes != 0 {
		t.Errorf("it takes %d bytes, %v", use.Bytes, err)
	}
}

// TestCoverBomb accepts the music without the picture.
func TestCoverBomb(t *testing.T) {
	f := newFixture(t)
	file := fakelib.Song{Title: "Dawn", Sound: 1, Cover: bomb(t)}.MP3()
	r, err := f.Result(t.Context(), f.ana, f.send("x.mp3", file))
	if err != nil || r.Audio.Picture != nil {
		t.Errorf("%+v, %v", r, err)
	}
	if track := f.keepIt(r.ID); track.Cover != "" {
		t.Errorf("cover %s", track.Cover)
	}
}

// TestSoundIsNotSilence applies the rule to real sounds.
func TestSoundIsNotSilence(t *testing.T) {
	f := newFixture(t)
	quiet := make([]int16, 500_000)
	quiet[300_001] = 1
	for name, file := range map[string][]byte{"one click": wave(44_100, 2, quiet), "tone": wave(44_100, 2, tone(500_000)), "song": fakelib.Song{Sound: 3, Frames: 9000}.MP3()} {
		if _, err := f.Result(t.Context(), f.ana, f.send(name, file)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, artist, title string }{
		{"Daft Punk - One More Time.mp3", "Daft Punk", "One More Time"},
		{"x.y.flac", unknownArtist, "x.y"},
		{"A - B - C.mp3", "A", "B - C"},
		{"  A  -  B  .mp3", "A", "B"},
		{" - B.mp3", unknownArtist, "B"},
		{"A - .mp3", "A", "A - .mp3"},
		{"A-B.mp3", unknownArtist, "A-B"},
		{".mp3", unknownArtist, ".mp3"},
		{"noext", unknownArtist, "noext"},
	} {
		if artist, title := fromName(c.name); artist != c.artist || title != c.title {
			t.Errorf("%q: %q, %q", c.name, artist, title)
		}
	}
	for name, want := range map[string]string{
		"../../etc/passwd": "passwd", `C:\music\Dawn.mp3`: "Dawn.mp3", "a\nb\x00.mp3": "a b .mp3", "/": "", "": "", "a\xffb": "ab",
		strings.Repeat("ä", 300) + ".mp3": strings.Repeat("ä", 251) + ".mp3", "e\u0301": "é", "x\u202egpj.exe": "x gpj.exe",
	} {
		if got := tidyName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, name := range []string{"A - B.mp3", "", " - ", "a/b\\c", "\xff\x00", strings.Repeat(".", 600)} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		tidy := tidyName(name)
		if len([]rune(tidy)) > maxFileName || strings.ContainsAny(tidy, "/\\\x00\n") || tidyName(tidy) != tidy {
			t.Errorf("%q becomes %q", name, tidy)
		}
		if artist, title := fromName(tidy); artist == "" || tidy != "" && title == "" {
			t.Errorf("%q: %q, %q", tidy, artist, title)
		}
	})
}
