package dsp

import "math"

const (
	fineBlock     = 256 // frames whose phases are summed together
	fineHarmonics = 4   // harmonics of the beat
	fineReach     = 0.02
)

// fine refines a tempo: it returns the one at which the harmonics of the beat
// add up best over the whole track (Fourier tempogram; P. Grosche, M. Müller,
// "Extracting predominant local pulse information from music recordings",
// 2011).
func (r *rhythm) fine(bpm float64) float64 {
	for _, span := range []int{32, 128, math.MaxInt} { // blocks
		bpm = r.finer(bpm, span)
	}
	return bpm
}

// finer returns the best tempo near bpm if phases need to agree only within
// span blocks.
func (r *rhythm) finer(bpm float64, span int) float64 {
	x := r.env.Onset
	blocks := (len(x) + fineBlock - 1) / fineBlock
	span = min(span, blocks)
	hz := bpm / 60
	var phases [fineHarmonics][]complex128
	for h := range phases {
		phases[h] = blockPhases(x, hz*float64(h+1)/EnvelopeRate)
	}
	seconds := float64(span*fineBlock) / EnvelopeRate
	reach := min(fineReach*hz, 3/seconds)
	if span == min(32, blocks) {
		reach = fineReach * hz
	}
	step := 1 / (8 * fineHarmonics * seconds)
	best, at := -1.0, 0.0
	score := func(d float64) float64 { return agreement(&phases, d, span) }
	for d := -reach; d <= reach; d += step {
		if s := score(d); s > best {
			best, at = s, d
		}
	}
	for step > 1e-7*hz {
		step /= 2
		for _, d := range []float64{at - step, at + step} {
			if s := score(d); s > best {
				best, at = s, d
			}
		}
	}
	return 60 * (hz + at)
}

// blockPhases returns Σ x[i] exp(-2πi f i) for each block.
func blockPhases(x []float32, f float64) []complex128 {
	var out []complex128
	sin, cos := math.Sincos(-2 * math.Pi * f)
	for from := 0; from < len(x); from += fineBlock {
		s, c := math.Sincos(-2 * math.Pi * math.Mod(f*float64(from), 1))
		var re, im float64
		for _, v := range x[from:min(from+fineBlock, len(x))] {
			re += float64(v) * c
			im += float64(v) * s
			c, s = c*cos-s*sin, c*sin+s*cos
		}
		out = append(out, complex(re, im))
	}
	return out
}

// agreement returns how well the blocks add up within each span when the beat
// is faster by hz.
func agreement(phases *[fineHarmonics][]complex128, hz float64, span int) float64 {
	var total float64
	for h, blocks := range phases {
		angle := -2 * math.Pi * hz * float64(h+1) * fineBlock / EnvelopeRate
		sin, cos := math.Sincos(angle)
		step := complex(cos, sin)
		for from := 0; from < len(blocks); from += span {
			w, sum := complex(1, 0), complex(0, 0)
			for _, z := range blocks[from:min(from+span, len(blocks))] {
				sum += z * w
				w *= step
			}
			total += math.Hypot(real(sum), imag(sum))
		}
	}
	return total
}
