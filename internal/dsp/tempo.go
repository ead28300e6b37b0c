package dsp

import "math"

const (
	slowest = 40.0  // beats per minute
	fastest = 220.0 // beats per minute
)

// Tempo in beats per minute.
type Tempo struct {
	BPM        float64 // 0 for none at all
	Alt        float64 // the next best reading, mostly half or double; 0 for none
	Confidence float64 // that there is a steady beat, 0 to 1

	curve *curve // how it changes; nil where it keeps
}

// EstimateTempo finds the tempo of a track. Where it changes, BPM is what it
// mostly is.
func EstimateTempo(e *Envelope) Tempo {
	r := newRhythm(e)
	t := r.tempo()
	if t.BPM == 0 {
		return t
	}
	if changed, better := changing(r, t); better {
		return changed
	}
	return t
}

// tempo is that of the whole.
func (r *rhythm) tempo() Tempo {
	pulse := r.pulse()
	if pulse == 0 {
		return Tempo{}
	}
	bpm, alt := r.choose(r.fine(pulse))
	fine := r.fine(bpm)
	return Tempo{BPM: fine, Alt: alt * fine / bpm, Confidence: r.confidence(fine)}
}

// rhythm is the periodicity of a track and of its parts.
type rhythm struct {
	env                 *Envelope
	all, low, mid, high []float32
	borders             []int // frames over which the beat need not stay in step
}

func newRhythm(e *Envelope) *rhythm {
	return &rhythm{env: e, all: periodicity(e.Onset), low: periodicity(e.Low), mid: periodicity(e.Mid), high: periodicity(e.High)}
}

// frames is the length of a beat.
func frames(bpm float64) float64 { return 60 * EnvelopeRate / bpm }

// comb is how well a tempo's beats explain the periods there are.
func (r *rhythm) comb(bpm float64) float64 {
	lag, sum := frames(bpm), 0.0
	for _, k := range []float64{1, 2, 3, 4, 8} {
		sum += (at(r.all, k*lag) + 0.5*at(r.low, k*lag)) / 5
	}
	return sum - 0.25*at(r.all, 1.5*lag)
}

// resonance is how readily people tap a tempo (van Noorden and Moelants, 1999,
// here log-normal).
func resonance(bpm float64) float64 {
	octaves := math.Log2(bpm / 118)
	return math.Exp(-octaves * octaves / (2 * 0.62 * 0.62))
}

// pulse is the tempo that best explains the periods; its octave may be wrong.
func (r *rhythm) pulse() float64 {
	best, bpm := 0.0, 0.0
	for t := slowest; t <= fastest; t *= 1.003 {
		if score := r.comb(t) * resonance(t); score > best {
			best, bpm = score, t
		}
	}
	return bpm
}
