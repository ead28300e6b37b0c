package excerpt

import (
	"slices"

	"sonora/internal/dsp"
)

const (
	// MinPart is the length in seconds of the shortest part of a recording that can be found.
	MinPart   = 10
	roughPart = (MinPart - 1) * rate / coarse // coarse frames that are compared at once
	part      = roughPart * coarse
	partHint  = 0.3 // correlation of a coarse part from which it is compared in full
	shifts    = 3   // places within a frame at which the sound may have been cut
	shift     = perFrame / shifts
)

// Parts is sound whose parts may play in recordings at their own speed, forwards or backwards.
type Parts struct{ ways []*way }

// way is sound as it plays in one direction.
type way struct {
	patterns []pattern
	tracers  [shifts]tracer
	speed    float64 // 1, or -1 backwards
	length   float64 // s
}

// NewParts prepares sound. The result takes up to 10 kilobytes per second of it.
func NewParts(w *Waveform) *Parts {
	return &Parts{[]*way{newWay(w, 1), newWay(w.backwards(), -1)}}
}

// from returns the waveform without its first points.
func (w *Waveform) from(point int) *Waveform {
	cut := func(band []byte) []byte { return band[min(point, len(band)):] }
	return &Waveform{Low: cut(w.Low), Mid: cut(w.Mid), High: cut(w.High)}
}

func (w *Waveform) backwards() *Waveform {
	turned := func(band []byte) []byte {
		out := slices.Clone(band)
		slices.Reverse(out)
		return out
	}
	return &Waveform{Low: turned(w.Low), Mid: turned(w.Mid), High: turned(w.High)}
}

func newWay(w *Waveform, speed float64) *way {
	y := &way{speed: speed, length: float64(len(w.Low)) / dsp.PeaksPerSecond}
	for i := range y.tracers {
		e := newLevels(w.from(i*shift)).at(1, 1)
		y.tracers[i] = tracer{e: e, speed: speed, own: e.energies()}
	}
	rough, t := newLevels(w).at(1, coarse), newTransform(block)
	// The last part ends where the sound does, as exactly as all shifts allow.
	last := min(rough.frames(), y.tracers[shifts-1].e.frames()/coarse) - roughPart
	for at := 0; at <= last; at += roughPart / 2 {
		if last-at < roughPart/2 {
			at = last
		}
		if p, ok := t.pattern(rough, at, roughPart); ok {
			y.patterns = append(y.patterns, p)
		}
	}
	return y
}

// In returns the part that is most like the recording, and begins at From in the sound. Its
// speed is -1 if it plays backwards. Its likeness is 0 if nothing is alike.
func (p *Parts) In(r *Recording) (best Excerpt) {
	for _, y := range p.ways {
		for i := range y.patterns {
			if x := y.find(&y.patterns[i], r); x.Likeness > best.Likeness {
				best = y.turned(x)
			}
		}
	}
	return best
}

// turned returns an excerpt with its place in the sound as it plays forwards.
func (y *way) turned(x Excerpt) Excerpt {
	if y.speed < 0 {
		x.From = max(0, y.length-x.From-x.Length)
	}
	return x
}

// find returns where a recording is most like a part.
func (y *way) find(p *pattern, r *Recording) (best Excerpt) {
	r.likeness(p, func(at int, alike float32) {
		if alike < partHint {
			return
		}
		for i := range y.tracers {
			t := y.tracers[i]
			t.r = r
			for k := (at - 1) * coarse; k <= (at+1)*coarse; k++ {
				if alike := t.alike(p.from*coarse, k, part); alike > best.Likeness {
					best = Excerpt{Start: float64(k) / rate, Length: float64(part) / rate, From: float64(p.from*coarse) / rate, Speed: y.speed, Likeness: min(1, alike)}
				}
			}
		}
	})
	return best
}
