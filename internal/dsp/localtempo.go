package dsp

import (
	"math"
	"slices"
)

const (
	localSpan  = 1024 // frames (10 s) from which a local tempo is estimated
	localHop   = fineBlock
	localLags  = 640   // frames, longest period
	localStep  = 0.005 // relative distance between tempos
	localReach = 4     // steps that a tempo may drift per hop
	driftCost  = 0.03  // cost of each of these steps, relative to the comb of the best tempo
	jumpCost   = 3.0   // cost of any other change
	sameReach  = 0.04  // log ratio within which a change to half, double or triple the tempo is not a jump
	otherSteps = 4     // steps beyond which a tempo counts as different
	otherHops  = 3     // minimum number of hops with a different tempo that count as evidence
)

// localCombs returns, for each hop, how well each tempo explains the periods
// around it. The best tempo has 1.
func localCombs(onset []float32, tempos []float64) [][]float32 {
	fft := NewRealFFT(2 * localSpan)
	in, out := make([]float32, 2*localSpan), make([]complex64, localSpan+1)
	window := Hann(localSpan)
	pull := make([]float64, len(tempos))
	for i, t := range tempos {
		pull[i] = math.Sqrt(resonance(t))
	}
	var combs [][]float32
	for middle := localHop / 2; middle < len(onset); middle += localHop {
		from := max(0, min(middle-localSpan/2, len(onset)-localSpan))
		clear(in)
		for i, v := range onset[from:min(from+localSpan, len(onset))] {
			in[i] = v * window[i]
		}
		periods := windowPeriodicity(fft, in, out)
		row, best := make([]float32, len(tempos)), float32(1e-6)
		for i, t := range tempos {
			row[i] = float32(max(0, pull[i]*localComb(periods, t)))
			best = max(best, row[i])
		}
		for i := range row {
			row[i] /= best
		}
		combs = append(combs, row)
	}
	return combs
}

// windowPeriodicity returns the generalised autocorrelation of one window; see
// periodicity. It overwrites in and out.
func windowPeriodicity(fft *RealFFT, in []float32, out []complex64) []float32 {
	fft.Transform(out, in)
	n := len(in)
	for k, z := range out {
		v := float32(math.Sqrt(math.Sqrt(float64(real(z)*real(z) + imag(z)*imag(z)))))
		in[k], in[(n-k)%n] = v, v
	}
	in[0] = 0
	fft.Transform(out, in)
	acf := make([]float32, localLags)
	if real(out[0]) <= 0 {
		return acf
	}
	for lag := range acf {
		acf[lag] = real(out[lag]) / real(out[0])
	}
	return blurred(acf)
}

// localComb returns how well the beats of a tempo explain the periods of a few
// seconds.
func localComb(periods []float32, bpm float64) float64 {
	lag, sum := frames(bpm), 0.0
	for _, k := range []float64{1, 2, 3, 4} {
		sum += at(periods, k*lag) / 4
	}
	return sum - 0.25*at(periods, 1.5*lag)
}

// localRhythm describes the tempos around each hop.
type localRhythm struct {
	tempos []float64
	combs  [][]float32 // by hop, how well each tempo explains it
	path   []int       // index of the tempo of each hop
}

// newLocalRhythm finds the best path through the local tempos. A path mostly
// stays at its tempo, may drift, and rarely jumps.
func newLocalRhythm(onset []float32) *localRhythm {
	l := &localRhythm{}
	for t := slowest; t <= fastest; t *= 1 + localStep {
		l.tempos = append(l.tempos, t)
	}
	if l.combs = localCombs(onset, l.tempos); len(l.combs) > 0 {
		l.path = tempoPath(l.combs)
	}
	return l
}

// bpm returns the tempo around each hop.
func (l *localRhythm) bpm() []float64 {
	list := make([]float64, len(l.path))
	for i, p := range l.path {
		list[i] = l.tempos[p]
	}
	return list
}

// kept returns how well a constant tempo explains the hops where the local
// tempo differs, relative to the local tempo. It is 1 where the local tempo
// hardly ever differs.
func (l *localRhythm) kept(bpm float64) float64 {
	hops, one, local := 0, float32(0), float32(0)
	for h, p := range l.path {
		if v, same := l.reading(h, bpm); !same {
			hops, one, local = hops+1, one+v, local+l.combs[h][p]
		}
	}
	if hops < otherHops || local <= 0 {
		return 1
	}
	return float64(one / local)
}

// reading returns how well the best reading of a tempo explains a hop, and
// whether one of its readings is the local tempo.
func (l *localRhythm) reading(hop int, bpm float64) (best float32, same bool) {
	for _, ratio := range readings {
		steps := int(math.Round(math.Log(bpm*ratio/slowest) / math.Log1p(localStep)))
		if away := l.path[hop] - steps; away >= -otherSteps && away <= otherSteps {
			same = true
		}
		for i := max(0, steps-1); i <= min(len(l.tempos)-1, steps+1); i++ {
			best = max(best, l.combs[hop][i])
		}
	}
	return best, same
}

// sameTempo marks the distances, in steps offset by n, between readings of one
// tempo and their neighbours.
func sameTempo(n int) []bool {
	same := make([]bool, 2*n)
	reach := int(sameReach / localStep)
	for _, ratio := range readings {
		middle := n + int(math.Round(math.Log(ratio)/math.Log1p(localStep)))
		for i := max(0, middle-reach); i <= min(2*n-1, middle+reach); i++ {
			same[i] = true
		}
	}
	return same
}

// tempoPath returns the best path through rows of scores (Viterbi).
func tempoPath(combs [][]float32) []int {
	n := len(combs[0])
	same := sameTempo(n)
	score, next := slices.Clone(combs[0]), make([]float32, n)
	before := make([][]int16, len(combs))
	for h := 1; h < len(combs); h++ {
		top := topOf(score)
		who := make([]int16, n)
		for i := range next {
			best, from := drifted(score, i)
			if score[top]-jumpCost > best {
				if s, j := jumped(score, i, top, same); s > best {
					best, from = s, j
				}
			}
			next[i], who[i] = best+combs[h][i], int16(from)
		}
		score, next, before[h] = next, score, who
	}
	path, end := make([]int, len(combs)), topOf(score)
	for h := len(combs) - 1; h > 0; h-- {
		path[h] = end
		end = int(before[h][end])
	}
	path[0] = end
	return path
}

// drifted returns the best score for staying at i or drifting to it, and from
// where.
func drifted(score []float32, i int) (best float32, from int) {
	best, from = score[i], i
	for j := max(0, i-localReach); j <= min(len(score)-1, i+localReach); j++ {
		if s := score[j] - driftCost*float32(max(i-j, j-i)); s > best {
			best, from = s, j
		}
	}
	return best, from
}

// jumped returns the best score for jumping to i, and from where: usually from
// top.
func jumped(score []float32, i, top int, same []bool) (best float32, from int) {
	n := len(score)
	if !same[n+i-top] {
		return score[top] - jumpCost, top
	}
	best, from = float32(math.Inf(-1)), i
	for j, s := range score {
		if s-jumpCost > best && !same[n+i-j] {
			best, from = s-jumpCost, j
		}
	}
	return best, from
}

func topOf(x []float32) int {
	top := 0
	for i, v := range x {
		if v > x[top] {
			top = i
		}
	}
	return top
}
