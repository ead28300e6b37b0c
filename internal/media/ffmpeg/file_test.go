package ffmpeg

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

type heard struct{ samples []float32 }

func (h *heard) Hear(samples []float32) error {
	h.samples = append(h.samples, samples...)
	return nil
}

func TestFilesHoldWhatWasWritten(t *testing.T) {
	f := findFFmpeg(t)
	const rate, seconds = 48_000, 2
	samples := make([]float32, 2*rate*seconds)
	for i := range samples {
		samples[i] = float32(0.5 * math.Sin(2*math.Pi*440*float64(i/2)/rate))
	}
	for _, form := range FileForms {
		path := filepath.Join(t.TempDir(), "sound"+form.Extension)
		if got, ok := FileFormOf(path); !ok || got.Extension != form.Extension {
			t.Errorf("%s is %+v", path, got)
		}
		file, err := f.Create(t.Context(), path, form, rate, false)
		if err != nil {
			t.Fatal(err)
		}
		for part := samples; len(part) > 0; part = part[min(len(part), 5000):] {
			if err := file.Write(part[:min(len(part), 5000)]); err != nil {
				t.Fatal(err)
			}
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		sound, err := Probe(path)
		if err != nil {
			t.Fatal(err)
		}
		sound.Rate, sound.Stereo, sound.Filter = rate, true, "atrim=start_sample=4800:end_sample=52800"
		h := &heard{}
		if err := f.Decode(t.Context(), []Sound{sound}, false, func(int) Listener { return h })[0]; err != nil {
			t.Fatal(err)
		}
		if len(h.samples) != 2*48_000 || math.Abs(sound.Audio.Duration.Seconds()-seconds) > 0.03 {
			t.Fatalf("%s: %d samples of %v", form.Extension, len(h.samples), sound.Audio.Duration)
		}
		var off float64
		for i, v := range h.samples {
			off = max(off, math.Abs(float64(v-samples[2*4800+i])))
		}
		if limit := map[bool]float64{false: 1e-4, true: 0.05}[form.Lossy]; off > limit {
			t.Errorf("%s differs by %.5f", form.Extension, off)
		}
	}
}

func TestDiscardedFilesAreGone(t *testing.T) {
	f := findFFmpeg(t)
	path := filepath.Join(t.TempDir(), "sound.wav")
	file, err := f.Create(t.Context(), path, FileForms[0], 48_000, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Write(make([]float32, 1<<17)); err != nil {
		t.Fatal(err)
	}
	file.Discard()
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}
