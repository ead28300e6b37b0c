package judge

import (
	"math"

	"sonora/internal/ai/compose/score"
	"sonora/internal/dsp"
)

const (
	rate     = 44100
	slowRate = rate / 2 // of the analysis of rhythm and key
	window   = 8192     // of the spectrum
	silent   = 0.001    // amplitude below which sound is silence: −60 dBFS
	clipped  = 0.9999
)

// Centres are the middles of the octave bands of Measures.Bands, in Hz.
var Centres = [9]float64{31.25, 62.5, 125, 250, 500, 1000, 2000, 4000, 8000}

// Measures are what was heard.
type Measures struct {
	Seconds    float64         `json:"seconds"`
	Loudness   float64         `json:"loudness"` // LUFS
	Peak       float64         `json:"peak"`     // dBTP
	Clipped    int             `json:"clipped"`  // samples at full scale
	Bands      [9]float64      `json:"bands"`    // octave bands, dB relative to all of the sound
	Crest      float64         `json:"crest"`    // sample peak over RMS, dB
	Side       float64         `json:"side"`     // side over mid, dB
	BPM        float64         `json:"bpm"`      // 0 without a steady beat
	Beat       float64         `json:"beat"`     // confidence that there is a steady beat, 0 to 1
	Key        dsp.KeyEstimate `json:"key"`
	Repetition float64         `json:"repetition"` // 0 for no two bars alike, 1 for one bar over and over
	Contrast   float64         `json:"contrast"`   // LU between the loudest and the quietest stretch
	Silence    float64         `json:"silence"`    // s, the longest between the first and the last sound
	Sound      float64         `json:"sound"`      // s, without all silence of more than a second
	Clicks     int             `json:"clicks"`     // jumps that no note explains; -1 without a score
	Tail       float64         `json:"tail"`       // dBFS of the last tenth of a second
}

// Listener measures sound as it is rendered.
type Listener struct {
	score     *score.Score // nil if unknown
	loudness  *dsp.LoudnessMeter
	decimator *dsp.Decimator
	onsets    *dsp.Onsets
	chroma    *dsp.Chromagram
	spectrum  spectrum
	clicks    clicks
	mono      []float32
	slow      []float32
	frames    int
	clipped   int
	peak      float32
	mid, side float64 // energy
	quiet     int     // frames since the last sound; below 0 before the first
	silence   int
	still     int       // frames since the last sound, or since the beginning
	paused    int       // frames of silence of more than a second
	tail      []float32 // of the mid
}

// Listen returns a listener for a score, or for sound of which no score is known.
func Listen(s *score.Score) (*Listener, error) {
	meter, err := dsp.NewLoudnessMeter(rate, 2)
	if err != nil {
		return nil, err
	}
	return &Listener{
		score: s, loudness: meter, decimator: dsp.NewDecimator(2), onsets: dsp.NewOnsets(slowRate), chroma: dsp.NewChromagram(slowRate),
		spectrum: newSpectrum(), clicks: newClicks(s), quiet: math.MinInt / 2,
	}, nil
}

// Hear takes the next interleaved stereo samples at 44.1 kHz.
func (l *Listener) Hear(samples []float32) {
	l.loudness.Write(samples)
	l.mono = l.mono[:0]
	for i := 0; i+1 < len(samples); i += 2 {
		a, b := samples[i], samples[i+1]
		mid, side := (a+b)/2, (a-b)/2
		l.mono = append(l.mono, mid)
		l.mid += float64(mid) * float64(mid)
		l.side += float64(side) * float64(side)
		top := max(a, -a, b, -b)
		l.peak = max(l.peak, top)
		if top >= clipped {
			l.clipped++
		}
		if l.quiet++; top > silent {
			l.silence = max(l.silence, l.quiet)
			l.quiet = 0
			l.pause()
		} else {
			l.still++
		}
		l.spectrum.add(mid, side)
	}
	l.clicks.hear(l.frames, l.mono)
	l.frames += len(l.mono)
	l.tail = append(l.tail, l.mono...)
	if over := len(l.tail) - rate/10; over > 0 {
		l.tail = append(l.tail[:0], l.tail[over:]...)
	}
	l.listen(l.decimator.Decimate(l.slow[:0], l.mono))
}

// pause ends a silence.
func (l *Listener) pause() {
	if l.still > rate {
		l.paused += l.still
	}
	l.still = 0
}

func (l *Listener) listen(slow []float32) {
	l.slow = slow
	l.onsets.Write(slow)
	l.chroma.Write(slow)
}

// Measures ends the sound. Do not call Hear afterwards.
func (l *Listener) Measures() Measures {
	l.listen(l.decimator.Flush(l.slow[:0]))
	l.pause()
	envelope, chroma := l.onsets.Envelope(), l.chroma.Chroma()
	loud := l.loudness.Result()
	power := (l.mid + l.side) / float64(max(l.frames, 1))
	m := Measures{
		Seconds: float64(l.frames) / rate, Loudness: loud.Integrated, Peak: loud.TruePeak, Clipped: l.clipped, Bands: l.spectrum.bands(),
		Crest: db(float64(l.peak)*float64(l.peak), power), Side: db(l.side, l.mid), Key: dsp.EstimateKey(&chroma),
		Silence: float64(l.silence) / rate, Sound: float64(l.frames-l.paused) / rate, Clicks: l.clicks.count(), Tail: db(energy(l.tail)/float64(max(len(l.tail), 1)), 1),
	}
	tempo := dsp.EstimateTempo(envelope)
	m.Beat = tempo.Confidence
	var downbeats []float64
	if tempo.BPM > 0 && tempo.Confidence >= dsp.SteadyBeat {
		grid := dsp.SettleGrid(envelope, dsp.FitGrid(dsp.TrackBeats(envelope, tempo), tempo, envelope.Duration))
		m.BPM = tempo.BPM
		if len(grid.Segments) == 1 {
			m.BPM = grid.Segments[0].BPM
		}
		downbeats = everyFourth(grid.Beats())
	}
	if l.score != nil {
		downbeats = bars(l.score)
	}
	m.Repetition = repetition(&chroma, envelope, downbeats)
	m.Contrast = contrast(l.loudness.Levels(), l.score)
	return m
}

// db returns a ratio of powers in dB, at least −120.
func db(power, to float64) float64 {
	return 10 * math.Log10(max(power, 1e-12*to, 1e-30)/max(to, 1e-30))
}

func energy(samples []float32) (sum float64) {
	for _, v := range samples {
		sum += float64(v) * float64(v)
	}
	return sum
}

func everyFourth(beats []float64) (fourth []float64) {
	for i := 0; i < len(beats); i += 4 {
		fourth = append(fourth, beats[i])
	}
	return fourth
}

// bars returns when the bars of a score begin, and when the last one ends.
func bars(s *score.Score) (times []float64) {
	for at := score.Tick(0); at <= s.End(); at += s.Bar() {
		times = append(times, s.Seconds(at))
	}
	return times
}

// contrast returns how much louder the loudest section is than the quietest;
// without a score, the loudest of stretches of eight seconds.
func contrast(levels []float32, s *score.Score) float64 {
	sums := dsp.SumLevels(levels)
	var means []float64
	add := func(from, to float64) {
		if first, last := int(from*dsp.LevelsPerSecond), int(to*dsp.LevelsPerSecond); last <= sums.Len() && last-first >= 2*dsp.LevelsPerSecond {
			means = append(means, sums.Mean(first, last))
		}
	}
	if s != nil {
		for _, section := range s.Sections {
			add(s.Seconds(section.Start), s.Seconds(section.Start+score.Tick(section.Bars)*s.Bar()))
		}
	} else {
		for at := 0.0; at*dsp.LevelsPerSecond < float64(sums.Len()); at += 8 {
			add(at, at+8)
		}
	}
	if len(means) == 0 {
		return 0
	}
	low, high := means[0], means[0]
	for _, v := range means {
		low, high = min(low, v), max(high, v)
	}
	return high - low
}

// spectrum sums the power of mid and side in windows that do not overlap.
type spectrum struct {
	fft       *dsp.RealFFT
	shape     []float32
	mid, side []float32
	power     []float32
	sum       []float64
}

func newSpectrum() spectrum {
	return spectrum{fft: dsp.NewRealFFT(window), shape: dsp.Hann(window), power: make([]float32, window/2+1), sum: make([]float64, window/2+1)}
}

func (s *spectrum) add(mid, side float32) {
	shape := s.shape[len(s.mid)]
	s.mid, s.side = append(s.mid, mid*shape), append(s.side, side*shape)
	if len(s.mid) < window {
		return
	}
	for _, signal := range [][]float32{s.mid, s.side} {
		s.fft.Power(s.power, signal)
		for i, v := range s.power {
			s.sum[i] += float64(v)
		}
	}
	s.mid, s.side = s.mid[:0], s.side[:0]
}

func (s *spectrum) bands() (bands [9]float64) {
	total := 0.0
	for _, v := range s.sum {
		total += v
	}
	for i, centre := range Centres {
		from, to := centre/math.Sqrt2*window/rate, centre*math.Sqrt2*window/rate
		power := 0.0
		for bin := int(from + 0.5); bin < int(to+0.5); bin++ {
			power += s.sum[bin]
		}
		bands[i] = db(power, total)
	}
	return bands
}
