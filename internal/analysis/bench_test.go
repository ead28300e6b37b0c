package analysis

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
)

// loop returns the given number of seconds of stereo at 44.1 kHz: a kick on
// every beat of 125 BPM, a hat in between, chords and a little noise.
func loop(seconds int) []float32 {
	const rate = 44_100
	r := rand.New(rand.NewPCG(1, 1))
	samples := make([]float32, 0, 2*rate*seconds)
	for i := range rate * seconds {
		t := float64(i) / rate
		beat := math.Mod(t, 0.48)
		v := 0.5*math.Exp(-beat*20)*math.Sin(2*math.Pi*55*beat) + 0.02*(r.Float64()-0.5)
		v += 0.1 * math.Exp(-math.Mod(t+0.24, 0.48)*60) * (r.Float64() - 0.5)
		for _, hz := range []float64{220, 261.63, 329.63} {
			v += 0.05 * math.Sin(2*math.Pi*hz*t)
		}
		samples = append(samples, float32(v), float32(v*0.9))
	}
	return samples
}

// BenchmarkAnalyse measures everything but the decoding.
func BenchmarkAnalyse(b *testing.B) {
	samples := loop(60)
	sound := &ffmpeg.Sound{Rate: 44_100, Audio: &music.AudioFile{SampleRate: 44_100, Channels: 2, Samples: 60 * 44_100, Duration: time.Minute}}
	for b.Loop() {
		e := newListener(sound)
		for at := 0; at < len(samples); at += 16_384 {
			if err := e.Hear(samples[at:min(at+16_384, len(samples))]); err != nil {
				b.Fatal(err)
			}
		}
		if _, _, _, err := e.finish(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(60*float64(b.N)/b.Elapsed().Seconds(), "×realtime")
}
