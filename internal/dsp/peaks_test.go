package dsp

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func peaksOf(t testing.TB, rate, channels int, sound []float32) [3][]byte {
	t.Helper()
	p, err := NewPeaks(rate, channels)
	if err != nil {
		t.Fatal(err)
	}
	p.Write(sound)
	low, mid, high := p.Result()
	return [3][]byte{low, mid, high}
}

// TestPeaksBands checks that a sine appears in its band at its amplitude, and
// hardly in the others.
func TestPeaksBands(t *testing.T) {
	for _, rate := range []int{22050, 44100, 48000, 96000} {
		for band, hz := range []float64{60, 1000, 9000} {
			sound := make([]float32, rate)
			for i := range sound {
				sound[i] = float32(0.8 * math.Sin(2*math.Pi*hz*float64(i)/float64(rate)))
			}
			for i, points := range peaksOf(t, rate, 1, sound) {
				got := float64(slices.Max(points[20:])) / 255
				if i == band {
					near(t, "band", got, 0.8, 0.06)
				} else if got > 0.24 {
					t.Errorf("%.0f Hz at %d Hz: %.2f in band %d", hz, rate, got, i)
				}
			}
		}
	}
}

// TestPeaksLength checks that there are 150 points per second, plus one for a
// started point, with any chunk size.
func TestPeaksLength(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, rate := range []int{8000, 11025, 22050, 44100, 48000, 96000} {
		for _, frames := range []int{0, 1, rate/150 - 1, rate - 1, rate, rate + 1, 3*rate + 77} {
			sound := swell(rate, 2, float64(frames)/float64(rate)+0.01, 6)[:2*frames]
			want := peaksOf(t, rate, 2, sound)
			points := (frames*PeaksPerSecond + rate - 1) / rate
			if len(want[0]) != points || len(want[1]) != points || len(want[2]) != points {
				t.Errorf("%d frames at %d Hz: %d points, want %d", frames, rate, len(want[0]), points)
			}
			p, _ := NewPeaks(rate, 2)
			for rest := sound; len(rest) > 0; {
				n := min(2*(1+random.IntN(2000)), len(rest))
				p.Write(rest[:n])
				p.Result()
				rest = rest[n:]
			}
			low, mid, high := p.Result()
			if !bytes.Equal(low, want[0]) || !bytes.Equal(mid, want[1]) || !bytes.Equal(high, want[2]) {
				t.Errorf("%d frames at %d Hz: chunks change the points", frames, rate)
			}
		}
	}
}

func TestPeaksRiseWithGain(t *testing.T) {
	sound := swell(44100, 2, 2, 7)
	before := peaksOf(t, 44100, 2, make([]float32, len(sound)))
	for _, gain := range []float32{0.01, 0.1, 0.5, 1, 4} {
		scaled := make([]float32, len(sound))
		for i, v := range sound {
			scaled[i] = v * gain
		}
		points := peaksOf(t, 44100, 2, scaled)
		for band := range points {
			for i := range points[band] {
				if points[band][i] < before[band][i] {
					t.Fatalf("gain %v: band %d falls at point %d", gain, band, i)
				}
			}
		}
		before = points
	}
}

func TestOverview(t *testing.T) {
	for _, n := range []int{0, 1, 799, 800, 801, 12345} {
		band := make([]byte, n)
		for i := range band {
			band[i] = byte(i % 251)
		}
		got := Overview(band)
		if len(got) != OverviewPoints {
			t.Fatalf("%d points of %d", len(got), n)
		}
		if n > 0 && slices.Max(got) != slices.Max(band) {
			t.Errorf("%d points: the highest is lost", n)
		}
	}
}

func TestSilence(t *testing.T) {
	const rate = 1000 * 44
	silenceOf := func(chunk int, sound []float32) Silence {
		s, err := NewSilenceMeter(rate, 1)
		if err != nil {
			t.Fatal(err)
		}
		for part := range slices.Chunk(sound, chunk) {
			s.Write(part)
		}
		return s.Result()
	}
	loud := func(sound []float32, from, to int, amplitude float32) {
		for i := from; i < to; i++ {
			sound[i] = amplitude * float32(1-2*(i%2))
		}
	}
	cases := []struct {
		name  string
		build func([]float32)
		want  Silence
	}{
		{"nothing", func([]float32) {}, Silence{Start: 2 * rate}},
		{"hiss", func(s []float32) { loud(s, 0, len(s), 0.0005) }, Silence{Start: 2 * rate}},
		{"middle", func(s []float32) { loud(s, 1000, 60000, 0.5) }, Silence{1000, 28000}},
		{"faint", func(s []float32) { loud(s, 1000, 60000, 0.002) }, Silence{1000, 28000}},
		{"tick before and behind", func(s []float32) {
			loud(s, 100, 200, 0.005)
			loud(s, 20000, 40000, 0.5)
			loud(s, 70000, 70100, 0.005)
		}, Silence{20000, 48000}},
		{"click", func(s []float32) { loud(s, 500, 501, 0.9) }, Silence{500, 2*rate - 501}},
		{"fade", func(s []float32) {
			loud(s, 5000, 10000, 0.005)
			loud(s, 10000, 50000, 0.5)
			loud(s, 50000, 60000, 0.003)
		}, Silence{5000, 28000}},
	}
	for _, c := range cases {
		sound := make([]float32, 2*rate)
		c.build(sound)
		for _, chunk := range []int{1, 777, 4096, len(sound)} {
			if got := silenceOf(chunk, sound); got != c.want {
				t.Errorf("%s in chunks of %d: %+v, want %+v", c.name, chunk, got, c.want)
			}
		}
	}
}

// FuzzLevels feeds arbitrary bytes as samples of any format to all meters.
func FuzzLevels(f *testing.F) {
	f.Add(44100, 2, []byte{0, 0, 128, 63, 0, 0, 192, 127, 0, 0, 128, 127, 255, 255, 127, 127})
	f.Add(8000, 1, make([]byte, 4*9000))
	f.Add(8006, 1, make([]byte, 4*54)) // a rate that is not divisible by 150
	f.Add(44100, 10000, []byte{1, 2, 3, 4})
	f.Add(192000, 8, bytes.Repeat([]byte{0, 0, 128, 191}, 8*500))
	f.Fuzz(func(t *testing.T, rate, channels int, data []byte) {
		sound := make([]float32, len(data)/4)
		for i := range sound {
			sound[i] = math.Float32frombits(uint32(data[4*i]) | uint32(data[4*i+1])<<8 | uint32(data[4*i+2])<<16 | uint32(data[4*i+3])<<24)
		}
		meter, err := NewLoudnessMeter(rate, channels)
		peaks, err2 := NewPeaks(rate, channels)
		silence, err3 := NewSilenceMeter(rate, channels)
		if err != nil || err2 != nil || err3 != nil {
			if !errors.Is(err, ErrFormat) || !errors.Is(err2, ErrFormat) || !errors.Is(err3, ErrFormat) {
				t.Fatal(err, err2, err3)
			}
			return
		}
		meter.Write(sound)
		peaks.Write(sound)
		silence.Write(sound)
		l, s := meter.Result(), silence.Result()
		for _, v := range []float64{l.Integrated, l.Range, l.MaxMomentary, l.MaxShortTerm, l.TruePeak, l.SamplePeak} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%+v", l)
			}
		}
		if l.TruePeak < l.SamplePeak || l.Integrated < SilenceLUFS || l.Range < 0 {
			t.Fatalf("%+v", l)
		}
		if n := int64(len(sound) / channels); s.Start < 0 || s.End < 0 || s.Start+s.End > n {
			t.Fatalf("%+v of %d", s, n)
		}
		if low, _, _ := peaks.Result(); len(low) != (len(sound)/channels*PeaksPerSecond+rate-1)/rate {
			t.Fatalf("%d points", len(low))
		}
	})
}

func TestLevelsDoNotAllocate(t *testing.T) {
	sound := swell(44100, 2, 0.5, 3)
	meter, _ := NewLoudnessMeter(44100, 2)
	peaks, _ := NewPeaks(44100, 2)
	silence, _ := NewSilenceMeter(44100, 2)
	if n := testing.AllocsPerRun(10, func() {
		meter.Write(sound)
		peaks.Write(sound)
		silence.Write(sound)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
