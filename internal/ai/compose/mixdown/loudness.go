package mixdown

import (
	"errors"
	"math"
	"slices"
	"sync"

	"sonora/internal/ai/compose/score"
)

// meter measures the power of blocks as ITU-R BS.1770-4 weights it.
type meter struct {
	shelf, high biquad
	left, right []float32
}

// The K-weighting at any rate (B. De Man, "Evaluation of implementations of the
// EBU R128 loudness measurement", AES 145, 2018).
func newMeter() *meter {
	k := math.Tan(math.Pi * 1681.974450955533 / Rate)
	vh, q := math.Pow(10, 3.999843853973347/20), 0.7071752369554196
	vb := math.Pow(vh, 0.4996667741545416)
	a0 := 1 + k/q + float64(k*k)
	m := &meter{left: make([]float32, block), right: make([]float32, block)}
	m.shelf = biquad{
		b0: exact((vh + float64(vb*k)/q + float64(k*k)) / a0), b1: exact(2 * (float64(k*k) - vh) / a0), b2: exact((vh - float64(vb*k)/q + float64(k*k)) / a0),
		a1: exact(2 * (float64(k*k) - 1) / a0), a2: exact((1 - k/q + float64(k*k)) / a0),
	}
	k, q = math.Tan(math.Pi*38.13547087602444/Rate), 0.5003270373238773
	a0 = 1 + k/q + float64(k*k)
	m.high = biquad{b0: 1, b1: -2, b2: 1, a1: exact(2 * (float64(k*k) - 1) / a0), a2: exact((1 - k/q + float64(k*k)) / a0)}
	return m
}

// power returns the weighted mean square of a block, both channels together.
func (m *meter) power(left, right []float32) float64 {
	copy(m.left, left)
	copy(m.right, right)
	m.shelf.stereo(m.left, m.right)
	m.high.stereo(m.left, m.right)
	sum := 0.0
	for i, l := range m.left {
		r := m.right[i]
		sum += float64(float64(l)*float64(l)) + float64(float64(r)*float64(r))
	}
	return sum / block
}

// powerOf returns the power of a loudness in LUFS.
func powerOf(lufs float64) float64 { return exact(math.Pow(10, (lufs+0.691)/10)) }

// leveller chooses the gain that brings a piece to a loudness while it is being
// rendered. It knows about how loud each section will be, replaces that by what
// it hears, and moves the gain so slowly that nobody notices.
type leveller struct {
	target  float64
	places  []string           // letter of the section in each window
	guesses map[string]float64 // power of a section before the gain
	heard   map[string]*heard
	out     []float64 // power of each window after the master
	first   float64   // gain at the start, dB
	gain    float64   // dB
	kept    float64   // share of the power that the limiter leaves
	before  float64   // power of this window so far
	after   float64
	blocks  int
}

// heard is what was measured of a section.
type heard struct {
	power   float64
	windows float64
}

const (
	windowBlocks = 34   // 0.395 s, about a window of BS.1770
	slew         = 0.15 // dB per second
	most         = 4    // dB by which the gain moves from where it began
	mostGain     = 30   // dB
	absoluteGate = 1.17e-7
)

// solve returns the gain in dB that brings the whole to its target.
func (l *leveller) solve() float64 {
	bias, known := l.bias(), make([]float64, 0, len(l.places))
	known = append(known, l.out...)
	n := len(known)
	for _, place := range l.places[min(n, len(l.places)):] {
		power := l.guesses[place] * bias
		if h := l.heard[place]; h != nil && h.windows > 6 {
			power = h.power / h.windows
		}
		known = append(known, power*l.kept)
	}
	low, high := -float64(mostGain), float64(mostGain)
	for range 12 { // to 0.015 dB
		db := (low + high) / 2
		if integrated(known, n, exact(math.Pow(10, db/10))) < l.target {
			low = db
		} else {
			high = db
		}
	}
	return (low + high) / 2
}

// bias returns how much louder the sections were than their guesses.
func (l *leveller) bias() float64 {
	guessed, measured := 0.0, 0.0
	for _, place := range l.places {
		if h := l.heard[place]; h != nil && h.windows > 0 {
			guessed += l.guesses[place]
			measured += h.power / h.windows
		}
	}
	if guessed <= 0 || measured <= 0 {
		return 1
	}
	return min(max(measured/guessed, 0.25), 4)
}

// integrated returns the gated mean of powers, those from n on after a gain.
func integrated(powers []float64, n int, gain float64) float64 {
	gate := absoluteGate
	for range 2 {
		sum, count := 0.0, 0
		for i, power := range powers {
			if i >= n {
				power = float64(power * gain)
			}
			if power > gate {
				sum += power
				count++
			}
		}
		if count == 0 {
			return 0
		}
		mean := sum / float64(count)
		if gate != absoluteGate {
			return mean
		}
		gate = max(mean/10, absoluteGate+1e-12)
	}
	return 0
}

// note takes the powers of a block before the gain and after the limiter.
func (l *leveller) note(before, after float64) {
	l.before += before / windowBlocks
	l.after += after / windowBlocks
	if l.blocks++; l.blocks < windowBlocks {
		return
	}
	if n := len(l.out); n < len(l.places) {
		h := l.heard[l.places[n]]
		if h == nil {
			h = &heard{}
			l.heard[l.places[n]] = h
		}
		h.power += l.before
		h.windows++
	}
	l.out = append(l.out, l.after)
	if power := l.before * exact(math.Pow(10, l.gain/10)); power > absoluteGate {
		l.kept += float64(0.1 * (min(l.after/power, 1) - l.kept))
	}
	l.before, l.after, l.blocks = 0, 0, 0
	if len(l.out)%3 == 0 && len(l.out) < len(l.places)*7/8 { // about every second; at the end, it would be heard and change little
		const step = slew * 3 * windowBlocks * block / Rate
		wanted := min(max(l.solve(), l.first-most), l.first+most)
		l.gain += min(max(wanted-l.gain, -step), step)
	}
}

// newLeveller guesses the loudness of the sections from a few seconds of each.
func newLeveller(p Piece) (*leveller, error) {
	l := &leveller{target: powerOf(p.Plan.Loudness), guesses: map[string]float64{}, heard: map[string]*heard{}, kept: 1}
	s := p.Score
	var first []score.Section // of each letter
	for _, section := range s.Sections {
		if !slices.ContainsFunc(first, func(f score.Section) bool { return f.Letter == section.Letter }) {
			first = append(first, section)
		}
	}
	powers, errs := make([]float64, len(first)), make([]error, len(first))
	var group sync.WaitGroup
	for i, section := range first {
		group.Go(func() { powers[i], errs[i] = preview(p, section, previewed/float64(len(first))) })
	}
	group.Wait()
	for i, section := range first {
		l.guesses[section.Letter] = powers[i]
	}
	const window = float64(windowBlocks*block) / Rate
	for i := 0; ; i++ {
		at := (float64(i) + 0.5) * window
		if at > s.Seconds(s.End()) {
			break
		}
		for _, section := range s.Sections {
			if s.Seconds(section.Start) <= at {
				if i == len(l.places) {
					l.places = append(l.places, "")
				}
				l.places[i] = section.Letter
			}
		}
	}
	l.first = l.solve()
	l.gain = l.first
	return l, errors.Join(errs...)
}

// previewed is how many seconds of a piece are heard in advance.
const previewed = 20.0

// preview returns the power of the middle of a section before its gain.
func preview(p Piece, section score.Section, seconds float64) (float64, error) {
	bar := p.Score.Bar()
	middle := section.Start + score.Tick(section.Bars/2)*bar
	d, err := newDesk(p, middle)
	if err != nil {
		return 0, err
	}
	m := newMeter()
	length := p.Score.Seconds(section.Start+score.Tick(section.Bars)*bar) - p.Score.Seconds(middle)
	blocks := max(1, int(min(max(seconds, 1.5), length)*Rate/block))
	sum := 0.0
	for i := range blocks {
		d.render(i * block)
		d.master.process(d.left, d.right)
		sum += m.power(d.left, d.right)
	}
	return sum / float64(blocks), nil
}
