package tag_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// The samples in testdata contain one second of a sine, written by ffmpeg.
func TestRead(t *testing.T) {
	full := music.Tags{
		Title: "Étude", Artists: []string{"Ana"}, Album: "Suite", AlbumArtists: []string{"Various"},
		Genres: []string{"Jazz"}, Track: 3, TrackTotal: 12, Disc: 1, DiscTotal: 2, Year: 2003,
	}
	noTotals := full // the muxer writes no album artist and no discs to INFO
	noTotals.AlbumArtists, noTotals.Disc, noTotals.DiscTotal = nil, 0, 0
	tests := []struct {
		name    string
		format  music.AudioFormat
		rate    int
		bits    int
		samples int64
		tags    music.Tags
	}{
		{"sine.mp3", music.MP3, 44100, 0, 44100, full},
		{"id3v23.mp3", music.MP3, 44100, 0, 44100, full},
		{"cbr.mp3", music.MP3, 44100, 0, 40 * 1152, full}, // no count of encoder delay: whole frames
		{"sine.flac", music.FLAC, 44100, 16, 44100, full},
		{"vorbis.ogg", music.Vorbis, 44100, 0, 44100, full},
		{"sine.opus", music.Opus, 48000, 0, 48000, full},
		{"sine.m4a", music.AAC, 44100, 0, 44100, full},
		{"faststart.m4a", music.AAC, 44100, 0, 44100, full},
		{"alac.m4a", music.ALAC, 44100, 16, 44100, full},
		{"sine.wav", music.WAV, 8000, 16, 8000, noTotals},
		{"rf64.wav", music.WAV, 8000, 16, 8000, noTotals},
		{"sine.aiff", music.AIFF, 8000, 16, 8000, full},
		{"sine.aac", music.AAC, 44100, 0, 45 * 1024, music.Tags{}},
	}
	for name, want := range map[string]music.AudioFile{
		"vbr.mp3":       {Format: music.MP3, SampleRate: 44100, Samples: 44100, EncoderDelay: 576, Padding: 1404},
		"mpeg2.mp3":     {Format: music.MP3, SampleRate: 22050, Samples: 41 * 576},
		"flac.oga":      {Format: music.FLAC, SampleRate: 8000, BitDepth: 16, Samples: 8000},
		"mono.opus":     {Format: music.Opus, SampleRate: 48000, Samples: 48000, EncoderDelay: 312},
		"pcm24.wav":     {Format: music.WAV, SampleRate: 8000, BitDepth: 24, Samples: 8000},
		"float.wav":     {Format: music.WAV, SampleRate: 8000, BitDepth: 32, Samples: 8000},
		"fragments.m4a": {Format: music.AAC, SampleRate: 44100, Samples: 45124, Padding: 956}, // as ffprobe has it
	} {
		t.Run(name, func(t *testing.T) {
			got, err := tag.Read(filepath.Join("..", "testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			want.Channels = 1
			want.Duration = time.Duration(want.Samples) * time.Second / time.Duration(want.SampleRate)
			want.Bitrate, want.AudioKey, want.Tags = got.Bitrate, got.AudioKey, got.Tags
			if diff := cmp.Diff(&want, got); diff != "" {
				t.Error("(-want +got):\n" + diff)
			}
			if name != "mpeg2.mp3" && got.Tags.Title != "Étude" {
				t.Errorf("title %q", got.Tags.Title)
			}
			if got.Bitrate < 16 || got.Bitrate > 256 {
				t.Errorf("bitrate %d", got.Bitrate)
			}
		})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tag.Read(filepath.Join("..", "testdata", tt.name))
			if err != nil {
				t.Fatal(err)
			}
			if got.Format != tt.format || got.SampleRate != tt.rate || got.Channels != 2 || got.BitDepth != tt.bits || got.Samples != tt.samples {
				t.Errorf("got %s %d Hz %d channels %d bits %d samples", got.Format, got.SampleRate, got.Channels, got.BitDepth, got.Samples)
			}
			if got.AudioKey == 0 || got.Bitrate == 0 {
				t.Errorf("audio key %x, bitrate %d", got.AudioKey, got.Bitrate)
			}
			if diff := cmp.Diff(tt.tags, got.Tags); diff != "" {
				t.Error("tags (-want +got):\n" + diff)
			}
		})
	}
}

func TestReadBroken(t *testing.T) {
	sample := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join("..", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	cut := func(name string) []byte { b := sample(name); return b[:len(b)/2] }
	tests := []struct {
		name    string
		content []byte
		want    music.ProblemKind
	}{
		{"empty", nil, music.EmptyFile},
		{"zeros", make([]byte, 20_000), music.NotAudio},
		{"text", bytes.Repeat([]byte("la la la\n"), 500), music.NotAudio},
		{"html", []byte("<!DOCTYPE html><html><body>404</body></html>"), music.NotAudio},
		{"jpeg", append([]byte("\xff\xd8\xff\xe0\x00\x10JFIF"), make([]byte, 900)...), music.NotAudio},
		{"one byte", []byte{0xff}, music.NotAudio},
		{"flac magic only", []byte("fLaC"), music.TruncatedFile},
		{"zero tail", append(sample("vorbis.ogg"), make([]byte, 90_000)...), music.TruncatedFile},
		{"cut mp3", cut("sine.mp3"), music.TruncatedFile},
		{"cut flac", cut("sine.flac"), music.TruncatedFile},
		{"cut vorbis", cut("vorbis.ogg"), music.TruncatedFile},
		{"cut opus", cut("sine.opus"), music.TruncatedFile},
		{"cut m4a", cut("sine.m4a"), music.TruncatedFile},
		{"cut faststart", cut("faststart.m4a"), music.TruncatedFile},
		{"cut wav", cut("sine.wav"), music.TruncatedFile},
		{"cut rf64", cut("rf64.wav"), music.TruncatedFile},
		{"cut aiff", cut("sine.aiff"), music.TruncatedFile},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "song.mp3")
			if err := os.WriteFile(path, tt.content, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := tag.Read(path)
			var fe *tag.FileError
			if !errors.As(err, &fe) || fe.Kind != tt.want || fe.Reason.IsZero() {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestReadMissing(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "gone.mp3"), t.TempDir()} {
		_, err := tag.Read(path)
		var fe *tag.FileError
		if !errors.As(err, &fe) || fe.Kind != music.UnreadableFile {
			t.Errorf("got %v, want unreadable", err)
		}
	}
}

// BenchmarkRead reads every sample once.
func BenchmarkRead(b *testing.B) {
	entries, err := os.ReadDir("../testdata")
	if err != nil {
		b.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if tag.IsAudioName(e.Name()) {
			names = append(names, filepath.Join("..", "testdata", e.Name()))
		}
	}
	for b.Loop() {
		for _, name := range names {
			if _, err := tag.Read(name); err != nil {
				b.Fatal(name, err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(names)), "µs/file")
}
