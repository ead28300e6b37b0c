package dsp

import (
	"math"
	"math/rand/v2"
	"testing"
)

const testRate = 22050

// band plays patterns of sixteenths (x is a stroke) at a tempo, starting at a
// given time.
type band struct {
	bpm, from, seconds float64
	steps              int // per beat
	kick, snare, hat   string
}

func (b band) play() []float32 {
	x := make([]float32, int(b.seconds*testRate))
	r := rand.New(rand.NewPCG(1, 2))
	step := 60 / b.bpm / float64(b.steps)
	for i := 0; b.from+float64(i)*step < b.seconds; i++ {
		at := int((b.from + float64(i)*step) * testRate)
		stroke(x, at, b.kick, i, func(t float64) float64 { return 0.8 * math.Exp(-t*15) * math.Sin(2*math.Pi*55*t) })
		stroke(x, at, b.snare, i, func(t float64) float64 {
			return math.Exp(-t*20) * (0.2*r.NormFloat64() + 0.4*math.Sin(2*math.Pi*200*t))
		})
		stroke(x, at, b.hat, i, func(t float64) float64 { return 0.1 * math.Exp(-t*70) * r.NormFloat64() })
	}
	return x
}

func stroke(x []float32, at int, pattern string, i int, sound func(float64) float64) {
	if pattern == "" || pattern[i%len(pattern)] != 'x' {
		return
	}
	for k := 0; k < testRate/5 && at+k < len(x); k++ {
		x[at+k] += float32(sound(float64(k) / testRate))
	}
}

// clicks returns short pulses from a given time on.
func clicks(bpm, from, seconds float64) []float32 {
	x := make([]float32, int(seconds*testRate))
	for t := from; t < seconds-0.02; t += 60 / bpm {
		for k := range 200 {
			x[int(t*testRate+0.5)+k] = float32(0.8 * math.Exp(-float64(k)/80) * math.Cos(float64(k)*0.45))
		}
	}
	return x
}

func listen(x []float32) *Envelope {
	o := NewOnsets(testRate)
	o.Write(x)
	return o.Envelope()
}

// hear runs the whole rhythm analysis.
func hear(x []float32) (Tempo, Grid, Bars) {
	e := listen(x)
	tempo := EstimateTempo(e)
	grid := SettleGrid(e, FitGrid(TrackBeats(e, tempo), tempo, e.Duration))
	return tempo, grid, FindDownbeats(e, nil, grid)
}

var (
	rockBand  = band{bpm: 118.3, from: 0.37, seconds: 30, steps: 4, kick: "x.......x.x.....", snare: "....x.......x...", hat: "x.x.x.x.x.x.x.x."}
	houseBand = band{bpm: 124, from: 0.2, seconds: 30, steps: 4, kick: "x...x...x...x...", snare: "....x.......x...", hat: "..x...x...x...x."}
	waltzBand = band{bpm: 132.6, from: 0.5, seconds: 30, steps: 2, kick: "x.....", snare: "..x.x.", hat: "x.x.x."}
	slowBand  = band{bpm: 82.4, from: 0.1, seconds: 40, steps: 4, kick: "x......xx.......", snare: "....x.......x...", hat: "xxx.xxx.xxx.xxx."}
)

func TestTempoOfDrums(t *testing.T) {
	for name, b := range map[string]band{"rock": rockBand, "house": houseBand, "waltz": waltzBand, "slow": slowBand} {
		tempo, grid, bars := hear(b.play())
		if math.Abs(tempo.BPM/b.bpm-1) > 0.001 || tempo.Confidence < 0.9 {
			t.Errorf("%s: %+v, want %v BPM", name, tempo, b.bpm)
			continue
		}
		if len(grid.Segments) != 1 || math.Abs(grid.Segments[0].BPM/b.bpm-1) > 0.0005 {
			t.Errorf("%s: grid %+v", name, grid)
			continue
		}
		meter := 4
		if name == "waltz" {
			meter = 3
		}
		if bars.Meter != meter {
			t.Errorf("%s: meter %d, want %d", name, bars.Meter, meter)
		}
		first := grid.Beats()[bars.Downbeat]
		beats := (first - b.from) * b.bpm / 60
		if off := math.Abs(beats - float64(meter)*math.Round(beats/float64(meter))); off > 0.03 && name != "house" {
			t.Errorf("%s: the first bar begins %v beats off", name, beats)
		}
	}
}

// TestFastWaltz hears bars of three whose half, or whose whole, is nearer to the
// tempo that people tap than their beat.
func TestFastWaltz(t *testing.T) {
	for name, b := range map[string]band{
		"snare on 2 and 3":          {kick: "x.....", snare: "..x.x."},
		"hi-hat on 2 and 3":         {kick: "x.....", hat: "..x.x."},
		"hi-hat on each beat":       {kick: "x.....", hat: "x.x.x."},
		"snare on 3":                {kick: "x.....", snare: "....x.", hat: "x.x.x."},
		"eighths":                   {kick: "x.....", snare: "..x.x.", hat: "xxxxxx"},
		"eighths, snare on 3":       {kick: "x.....", snare: "....x.", hat: "xxxxxx"},
		"jazz":                      {kick: "x.....", snare: "....x.", hat: "x.xxx."},
		"bars of different rhythms": {kick: "x.....x....x", snare: "..x.x.", hat: "x.x.x."},
	} {
		for _, bpm := range []float64{132, 150, 165, 174, 180, 192, 200, 210} {
			b.bpm, b.from, b.seconds, b.steps = bpm, 0.5, 30, 2
			if tempo, _, bars := hear(b.play()); math.Abs(tempo.BPM/bpm-1) > 0.001 || bars.Meter != 3 {
				t.Errorf("%s, %v BPM: %+v, meter %d", name, bpm, tempo, bars.Meter)
			}
		}
	}
}

// TestWaltzOnEachBeat hears bars of three whose bass drum plays every beat, the
// first one louder, with hi-hats between.
func TestWaltzOnEachBeat(t *testing.T) {
	for _, bpm := range []float64{180, 186, 190, 200} {
		bar := band{bpm: bpm, from: 0.5, seconds: 40, steps: 2, kick: "x....."}.play()
		rest := band{bpm: bpm, from: 0.5, seconds: 40, steps: 2, kick: "..x.x.", hat: ".x.x.x"}.play()
		for i := range bar {
			bar[i] += 0.35 * rest[i]
		}
		if tempo, _, bars := hear(bar); math.Abs(tempo.BPM/bpm-1) > 0.001 || bars.Meter != 3 {
			t.Errorf("%v BPM: %+v, meter %d", bpm, tempo, bars.Meter)
		}
	}
}

// TestSlowTriplets keeps the beats of slow music in 12/8, of which each has
// three strokes as a fast bar of three has.
func TestSlowTriplets(t *testing.T) {
	for name, b := range map[string]band{
		"blues":             {kick: "x.....x.....", snare: "...x.....x..", hat: "xxxxxxxxxxxx"},
		"gospel":            {kick: "x....xx.....", snare: "...x.....x..", hat: "x.xx.xx.xx.x"},
		"shuffle":           {kick: "x.....x.....", snare: "...x.....x..", hat: "x.xx.xx.xx.x"},
		"kick drum on 1234": {kick: "x..x..x..x..", snare: "...x.....x..", hat: "x.xx.xx.xx.x"},
	} {
		for _, bpm := range []float64{66, 72, 81} {
			b.bpm, b.from, b.seconds, b.steps = bpm, 0.5, 40, 3
			if tempo, _, bars := hear(b.play()); math.Abs(tempo.BPM/bpm-1) > 0.001 || bars.Meter != 4 {
				t.Errorf("%s, %v BPM: %+v, meter %d", name, bpm, tempo, bars.Meter)
			}
		}
	}
}

func TestBeatsAreExact(t *testing.T) {
	for _, bpm := range []float64{60, 83.21, 120, 127.35, 174} {
		_, grid, _ := hear(clicks(bpm, 0.1, 30))
		beats := grid.Beats()
		if len(beats) < 20 {
			t.Fatalf("%v BPM: %d beats", bpm, len(beats))
		}
		for _, at := range beats[1 : len(beats)-1] {
			n := (at - 0.1) * bpm / 60
			if off := (n - math.Round(n)) * 60 / bpm; math.Abs(off) > 0.0025 {
				t.Errorf("%v BPM: the beat at %v is %.4f s off", bpm, at, off)
				break
			}
		}
	}
}

func TestTempoDoesNotDependOnVolume(t *testing.T) {
	x := rockBand.play()
	want, _, _ := hear(x)
	for _, gain := range []float32{0.01, 0.2, 4} {
		y := make([]float32, len(x))
		for i := range x {
			y[i] = gain * x[i]
		}
		if got, _, _ := hear(y); math.Abs(got.BPM-want.BPM) > 0.02 {
			t.Errorf("gain %v: %v BPM, want %v", gain, got.BPM, want.BPM)
		}
	}
}

func TestBeatsMoveWithTheSound(t *testing.T) {
	x := rockBand.play()
	const shift = 7000
	before, first, _ := hear(x)
	after, second, _ := hear(append(make([]float32, shift), x...))
	if math.Abs(before.BPM-after.BPM) > 0.02 {
		t.Errorf("%v BPM became %v", before.BPM, after.BPM)
	}
	beats := (second.Segments[0].Start - first.Segments[0].Start - shift/float64(testRate)) * first.Segments[0].BPM / 60
	if off := math.Abs(beats - math.Round(beats)); off > 0.01 {
		t.Errorf("the grid is off by %v beats", off)
	}
}

func TestTempoScalesWithTheSound(t *testing.T) {
	slow, fast := rockBand, rockBand
	slow.bpm, fast.bpm = 100, 110
	a, _, _ := hear(slow.play())
	b, _, _ := hear(fast.play())
	if ratio := b.BPM / a.BPM; math.Abs(ratio-1.1) > 0.001 {
		t.Errorf("%v and %v BPM", a.BPM, b.BPM)
	}
}

func TestGridFollowsTempoChange(t *testing.T) {
	slow, fast := rockBand, rockBand
	slow.seconds, fast.seconds, fast.from, fast.bpm = 60, 60, 0, 124
	_, grid, _ := hear(append(slow.play(), fast.play()...))
	if len(grid.Segments) < 2 {
		t.Fatalf("%d segments", len(grid.Segments))
	}
	first, last := grid.Segments[0], grid.Segments[len(grid.Segments)-1]
	if math.Abs(first.BPM-118.3) > 0.3 || math.Abs(last.BPM-124) > 0.3 {
		t.Errorf("from %v to %v BPM", first.BPM, last.BPM)
	}
}

func TestNoSteadyBeat(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	hiss, notes := noise(30*testRate, 9), make([]float32, 30*testRate)
	for at := 0.0; at < 28; at += 0.1 + r.Float64() {
		hz := 200 + 400*r.Float64()
		stroke(notes, int(at*testRate), "x", 0, func(u float64) float64 { return math.Exp(-u*8) * math.Sin(2*math.Pi*hz*u) })
	}
	for name, x := range map[string][]float32{"hiss": hiss, "notes at random": notes, "silence": make([]float32, 10*testRate)} {
		if tempo, _, _ := hear(x); tempo.Confidence >= SteadyBeat {
			t.Errorf("%s: %+v", name, tempo)
		}
	}
}

func TestOnsetsDoNotDependOnChunks(t *testing.T) {
	x := rockBand.play()[:4*testRate]
	want := listen(x)
	for _, size := range []int{1, 333, 4096, 50000} {
		o := NewOnsets(testRate)
		for from := 0; from < len(x); from += size {
			o.Write(x[from:min(from+size, len(x))])
		}
		got := o.Envelope()
		if len(got.Bands) != len(want.Bands) {
			t.Fatalf("chunks of %d: %d frames, want %d", size, len(got.Bands), len(want.Bands))
		}
		for i := range got.Bands {
			if got.Bands[i] != want.Bands[i] {
				t.Fatalf("chunks of %d: frame %d differs", size, i)
			}
		}
	}
}

func TestWritingDoesNotAllocate(t *testing.T) {
	o, x := NewOnsets(testRate), rockBand.play()[:testRate]
	o.Write(x)
	o.frames = append(make([]BandFrame, 0, 100_000), o.frames...)
	if n := testing.AllocsPerRun(10, func() { o.Write(x) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzRhythm(f *testing.F) {
	f.Add([]byte{}, uint8(0))
	f.Add([]byte{0, 0, 192, 127, 0, 0, 128, 127, 1, 0, 0, 0}, uint8(40)) // NaN, Inf, a denormal
	f.Add([]byte{0, 0, 128, 63, 0, 0, 128, 191, 0, 0, 0, 0}, uint8(255))
	f.Fuzz(func(t *testing.T, data []byte, repeat uint8) {
		samples := make([]float32, 0, len(data)/4)
		for i := 0; i+4 <= min(len(data), 4096); i += 4 {
			bits := uint32(data[i]) | uint32(data[i+1])<<8 | uint32(data[i+2])<<16 | uint32(data[i+3])<<24
			samples = append(samples, math.Float32frombits(bits))
		}
		o, d := NewOnsets(testRate), NewDecimator(2)
		for i := range int(repeat) + 1 {
			o.Write(d.Decimate(nil, samples))
			o.Write(make([]float32, 100*(i%7)))
			o.Write(samples)
		}
		e := o.Envelope()
		tempo := EstimateTempo(e)
		grid := SettleGrid(e, FitGrid(TrackBeats(e, tempo), tempo, e.Duration))
		bars := FindDownbeats(e, nil, grid)
		if !(tempo.BPM >= 0 && tempo.BPM < 1000) || !(tempo.Confidence >= 0 && tempo.Confidence <= 1) {
			t.Errorf("%+v", tempo)
		}
		if beats := grid.Beats(); bars.Downbeat > len(beats) || float64(len(beats)) > 20*e.Duration+40 {
			t.Errorf("%d beats in %v s, the first bar at %d", len(beats), e.Duration, bars.Downbeat)
		}
	})
}

func BenchmarkOnsets(b *testing.B) { // per second of sound
	o, x := NewOnsets(testRate), rockBand.play()[:testRate]
	b.ReportAllocs()
	for b.Loop() {
		o.Write(x)
		o.frames = o.frames[:0]
		o.first, o.ring = -onsetSize/2, append(o.ring[:0], make([]float32, onsetSize/2)...)
	}
}

func BenchmarkRhythm(b *testing.B) { // of five minutes, without the front end
	long := rockBand
	long.seconds = 300
	o := NewOnsets(testRate)
	o.Write(long.play())
	e := o.Envelope()
	b.ReportAllocs()
	for b.Loop() {
		tempo := EstimateTempo(e)
		grid := SettleGrid(e, FitGrid(TrackBeats(e, tempo), tempo, e.Duration))
		FindDownbeats(e, nil, grid)
	}
}
