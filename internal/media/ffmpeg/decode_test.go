package ffmpeg_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/media/tag"
)

// counter counts the samples it hears in each channel.
type counter struct {
	channels, samples int
	loud              bool
	fail              error
}

func (c *counter) Hear(samples []float32) error {
	c.samples += len(samples) / c.channels
	for _, s := range samples {
		c.loud = c.loud || s > 0.01
	}
	return c.fail
}

func runner(t *testing.T) *ffmpeg.Runner {
	t.Helper()
	f, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// decode decodes files in one go.
func decode(ctx context.Context, t *testing.T, names ...string) ([]*counter, []error) {
	t.Helper()
	var sounds []ffmpeg.Sound
	for _, name := range names {
		sound, err := ffmpeg.Probe(name)
		if err != nil {
			t.Fatal(err)
		}
		sounds = append(sounds, sound)
	}
	heard := make([]*counter, len(names))
	errs := runner(t).Decode(ctx, sounds, true, func(i int) ffmpeg.Listener {
		heard[i] = &counter{channels: sounds[i].Audio.Channels}
		return heard[i]
	})
	return heard, errs
}

func TestDecodeGivesEverySample(t *testing.T) {
	// ffmpeg's own Vorbis encoder writes a first block that decoders drop.
	want := map[string]int{
		"sine.mp3": 44100, "vbr.mp3": 44100, "sine.flac": 44100, "vorbis.ogg": 44100 - 128, "sine.opus": 48000, "sine.m4a": 44100,
		"alac.m4a": 44100, "sine.wav": 8000, "rf64.wav": 8000, "float.wav": 8000, "pcm24.wav": 8000, "sine.aiff": 8000,
		"flac.oga": 8000, "sine.aac": 45 * 1024,
	}
	var names []string
	for name := range want {
		names = append(names, filepath.Join("..", "testdata", name))
	}
	heard, errs := decode(t.Context(), t, names...)
	for i, name := range names {
		base := filepath.Base(name)
		if errs[i] != nil || heard[i].samples != want[base] || !heard[i].loud {
			t.Errorf("%s: %+v %v, want %d samples", base, heard[i], errs[i], want[base])
		}
	}
}

func TestDecodeAtAnotherRate(t *testing.T) {
	sound, err := ffmpeg.Probe("../testdata/sine.wav")
	if err != nil {
		t.Fatal(err)
	}
	sound.Rate = 22_050
	c := &counter{channels: sound.Audio.Channels}
	errs := runner(t).Decode(t.Context(), []ffmpeg.Sound{sound}, false, func(int) ffmpeg.Listener { return c })
	if errs[0] != nil || c.samples < 22_040 || c.samples > 22_060 {
		t.Errorf("%+v %v", c, errs)
	}
}

// A file that is deleted meanwhile does not affect the others.
func TestDecodeSurvivesAVanishingFile(t *testing.T) {
	good, err := os.ReadFile("../testdata/sine.flac")
	if err != nil {
		t.Fatal(err)
	}
	gone := filepath.Join(t.TempDir(), "gone.flac")
	if err := os.WriteFile(gone, good, 0o600); err != nil {
		t.Fatal(err)
	}
	var sounds []ffmpeg.Sound
	for _, name := range []string{"../testdata/sine.wav", gone, "../testdata/sine.opus"} {
		sound, err := ffmpeg.Probe(name)
		if err != nil {
			t.Fatal(err)
		}
		sounds = append(sounds, sound)
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	heard := make([]*counter, 3)
	errs := runner(t).Decode(t.Context(), sounds, false, func(i int) ffmpeg.Listener {
		heard[i] = &counter{channels: sounds[i].Audio.Channels}
		return heard[i]
	})
	if errs[0] != nil || errs[2] != nil || heard[0].samples != 8000 || heard[2].samples != 48000 {
		t.Errorf("the good ones: %v, %+v %+v", errs, heard[0], heard[2])
	}
	if _, ok := errors.AsType[*tag.FileError](errs[1]); !ok {
		t.Errorf("the one that is gone: %v", errs[1])
	}
}

func TestDecodeKeepsErrorsApart(t *testing.T) {
	var sounds []ffmpeg.Sound
	for _, name := range []string{"../testdata/sine.wav", "../testdata/sine.flac"} {
		sound, err := ffmpeg.Probe(name)
		if err != nil {
			t.Fatal(err)
		}
		sounds = append(sounds, sound)
	}
	enough := errors.New("enough")
	listeners := []*counter{{channels: sounds[0].Audio.Channels}, {channels: 1, fail: enough}}
	errs := runner(t).Decode(t.Context(), sounds, false, func(i int) ffmpeg.Listener { return listeners[i] })
	if errs[0] != nil || listeners[0].samples != 8000 || !errors.Is(errs[1], enough) {
		t.Errorf("%v, %+v", errs, listeners[0])
	}
}

// A file with a FLAC header that continues as a playlist is not opened as a
// playlist.
func TestDecodeOpensNoPlaylist(t *testing.T) {
	good, err := os.ReadFile("../testdata/sine.flac")
	if err != nil {
		t.Fatal(err)
	}
	secret, err := filepath.Abs("../testdata/sine.wav")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "list.flac")
	list := append([]byte("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://"+secret+"\n#EXT-X-ENDLIST\n"), good...)
	if err := os.WriteFile(name, list, 0o600); err != nil {
		t.Fatal(err)
	}
	if sound, err := ffmpeg.Probe(name); err == nil {
		c := &counter{channels: sound.Audio.Channels}
		errs := runner(t).Decode(t.Context(), []ffmpeg.Sound{sound}, false, func(int) ffmpeg.Listener { return c })
		if errs[0] == nil && c.samples == 8000 {
			t.Error("the playlist was followed")
		}
	}
	// The same without the check of the header.
	sound, err := ffmpeg.Probe("../testdata/sine.flac")
	if err != nil {
		t.Fatal(err)
	}
	sound.Path = name
	c := &counter{channels: sound.Audio.Channels}
	errs := runner(t).Decode(t.Context(), []ffmpeg.Sound{sound}, false, func(int) ffmpeg.Listener { return c })
	if c.samples == 8000 {
		t.Errorf("the playlist was followed: %v", errs)
	}
}

func TestDecodeTruncated(t *testing.T) {
	good, err := os.ReadFile("../testdata/sine.flac")
	if err != nil {
		t.Fatal(err)
	}
	sound, err := ffmpeg.Probe("../testdata/sine.flac")
	if err != nil {
		t.Fatal(err)
	}
	sound.Path = filepath.Join(t.TempDir(), "short.flac")
	for _, n := range []int{0, 40, len(good) / 2} {
		if err := os.WriteFile(sound.Path, good[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		c := &counter{channels: sound.Audio.Channels}
		errs := runner(t).Decode(t.Context(), []ffmpeg.Sound{sound}, false, func(int) ffmpeg.Listener { return c })
		if _, blamed := errors.AsType[*tag.FileError](errs[0]); c.samples == 0 && !blamed {
			t.Errorf("%d bytes: %v", n, errs[0])
		}
		if c.samples > 44_100 || n == len(good)/2 && c.samples == 0 {
			t.Errorf("%d bytes: %d samples, %v", n, c.samples, errs[0])
		}
	}
}

func TestDecodeStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, errs := decode(ctx, t, "../testdata/sine.wav", "../testdata/sine.flac")
	for _, err := range errs {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}
