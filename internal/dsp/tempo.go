package dsp

import "math"

const (
	slowest = 40.0  // beats per minute
	fastest = 220.0 // beats per minute
)

// Tempo is a tempo in beats per minute.
type Tempo struct {
	BPM        float64 // 0 when there is no tempo
	Alt        float64 // the next best reading, mostly half or double; 0 for none
	Confidence float64 // confidence that there is a steady beat, 0 to 1

	curve *tempoCurve // how the tempo changes; nil where it is constant
}

// EstimateTempo finds the tempo of a track. Where the tempo changes, BPM is the
// tempo of most of the track.
func EstimateTempo(e *Envelope) Tempo {
	r := newRhythm(e)
	t := r.tempo()
	if t.BPM == 0 {
		return t
	}
	if changed, better := changingTempo(r, t); better {
		return changed
	}
	return t
}

// tempo returns the constant tempo of the whole track.
func (r *rhythm) tempo() Tempo {
	pulse := r.pulse()
	if pulse == 0 {
		return Tempo{}
	}
	bpm, alt := r.choose(r.fine(pulse))
	if grouped := r.regroup(bpm); grouped != bpm {
		bpm, alt = grouped, bpm
	}
	fine := r.fine(bpm)
	return Tempo{BPM: fine, Alt: alt * fine / bpm, Confidence: r.confidence(fine)}
}

// rhythm holds the periodicity of a track and of its registers.
type rhythm struct {
	env                 *Envelope
	all, low, mid, high []float32
	borders             []int // frames across which the beat need not stay in step
}

func newRhythm(e *Envelope) *rhythm {
	return &rhythm{env: e, all: periodicity(e.Onset), low: periodicity(e.Low), mid: periodicity(e.Mid), high: periodicity(e.High)}
}

// frames returns the length of a beat in frames.
func frames(bpm float64) float64 { return 60 * EnvelopeRate / bpm }

// comb returns how well the beats of a tempo explain the periods of the track.
func (r *rhythm) comb(bpm float64) float64 {
	lag, sum := frames(bpm), 0.0
	for _, k := range []float64{1, 2, 3, 4, 8} {
		sum += (at(r.all, k*lag) + 0.5*at(r.low, k*lag)) / 5
	}
	return sum - 0.25*at(r.all, 1.5*lag)
}

// resonance returns how readily people tap a tempo (L. van Noorden, D.
// Moelants, "Resonance in the perception of musical pulse", 1999; log-normal
// here).
func resonance(bpm float64) float64 {
	octaves := math.Log2(bpm / 118)
	return math.Exp(-octaves * octaves / (2 * 0.62 * 0.62))
}

// pulse returns the tempo that best explains the periods. Its octave may be
// wrong.
func (r *rhythm) pulse() float64 {
	best, bpm := 0.0, 0.0
	for t := slowest; t <= fastest; t *= 1.003 {
		if score := r.comb(t) * resonance(t); score > best {
			best, bpm = score, t
		}
	}
	return bpm
}
