// Package fakelib generates music for tests: single songs, and a whole library
// with every format, odd names and every kind of broken file, together with the
// expected result of a scan. It is deterministic and needs no encoder.
package fakelib

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Song is the content of a generated file. Empty fields are left out of the
// tags.
type Song struct {
	Title        string
	Artists      []string
	Album        string
	AlbumArtists []string
	Genres       []string
	Number, Disc int
	Year         int
	Compilation  bool
	Lyrics       string
	Cover        []byte
	// Sound selects the audio: songs with different Sound sound different.
	Sound uint64
	// Frames is the length in frames of 1152 samples at 44.1 kHz; 0 means 20.
	Frames int
}

const (
	defaultFrames   = 20
	frameSamples    = 1152
	sampleRate      = 44100
	frameBytes      = 104 // of MPEG-1 layer III at 32 kbit/s and 44.1 kHz
	frameHeadBytes  = 4 + 17
	samplesOfFLAC   = sampleRate / 2
	coverPixels     = 64
	coverQuality    = 80
	coverSeedColors = 0xff
)

// Duration returns the exact duration of the song's MP3.
func (s Song) Duration() time.Duration {
	return time.Duration(s.frames()) * frameSamples * time.Second / sampleRate
}

func (s Song) frames() int {
	if s.Frames > 0 {
		return s.Frames
	}
	return defaultFrames
}

// MP3 returns the song as an MP3 with ID3v2.4 tags. It plays as silence,
// because the audio differs only in bytes that decoders skip; every Sound has
// its own bytes.
func (s Song) MP3() []byte {
	b := s.id3()
	r := rand.New(rand.NewPCG(s.Sound, 1))
	for range s.frames() {
		b = append(b, 0xff, 0xfb, 0x10, 0xc0)
		b = append(b, make([]byte, frameHeadBytes-4)...)
		for range frameBytes - frameHeadBytes {
			b = append(b, byte(r.IntN(0x80))) // never looks like the start of a frame
		}
	}
	return b
}

// Cover returns a small JPEG that is different for each seed.
func Cover(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 2))
	img := image.NewRGBA(image.Rect(0, 0, coverPixels, coverPixels))
	for y := range coverPixels {
		shade := color.RGBA{byte(r.IntN(coverSeedColors)), byte(r.IntN(coverSeedColors)), byte(r.IntN(coverSeedColors)), 255}
		for x := range coverPixels {
			img.SetRGBA(x, y, shade)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: coverQuality}); err != nil {
		panic(err) // a buffer accepts everything
	}
	return b.Bytes()
}

// Write writes a file below dir and creates its folders.
func Write(t testing.TB, dir, name string, data []byte) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
