// Package judge rates music from its sound and, where it is known, its score.
package judge

import (
	"math"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/dsp"
)

// Wanted is what a piece should be. Zero values were not asked for.
type Wanted struct {
	Loudness float64 // LUFS
	BPM      float64
	Key      score.Key
	Score    *score.Score // nil if unknown: for music that something else composed
}

// Of returns what a plan promises for its score.
func Of(p *plan.Plan, s *score.Score) Wanted {
	return Wanted{Loudness: p.Loudness, BPM: p.BPM, Key: p.Key, Score: s}
}

// Part is one part of a verdict.
type Part struct {
	Name   string  `json:"name"`   // loudness, peak, balance, stereo, crest, key, rhythm, repetition, contrast, melody, clipping, silence, ending
	Score  float64 `json:"score"`  // 0 to 1
	Weight float64 `json:"weight"` // 0 for the last three, which are 0 or 1: a fault limits the score as a whole
}

// Verdict is the quality of a piece.
type Verdict struct {
	Score  float64  `json:"score"` // 0 to 10, in tenths
	Parts  []Part   `json:"parts"`
	Faults []string `json:"faults"` // why the score is at most maxFaulty: the parts clipping, silence and ending that are 0
	Heard  Measures `json:"heard"`
}

const maxFaulty = 3 // score of music with a fault

// typical holds the octave bands between which four fifths of published tracks
// lie, in dB relative to all of the sound.
var typical = [9][2]float64{
	{-34, -6}, {-12.6, -4.6}, {-13.1, -4.9}, {-12.8, -5.2}, {-14.2, -5.6}, {-17.3, -8.9}, {-22.1, -10.4}, {-29.5, -15.4}, {-40.1, -19.6},
}

// The crest factor and the width between which four fifths of published tracks lie, in dB.
var (
	typicalCrest = [2]float64{14.2, 19.5}
	typicalSide  = [2]float64{-11.3, -0.9}
)

// CrestFits reports whether peaks stand above the mean as far as in published tracks.
func CrestFits(m *Measures) bool { return m.Crest >= typicalCrest[0] && m.Crest <= typicalCrest[1] }

// SideFits reports whether the sound is as wide as that of published tracks.
func SideFits(m *Measures) bool { return m.Side >= typicalSide[0] && m.Side <= typicalSide[1] }

// Bands counts the octave bands that lie in the range of published tracks, with
// the number of bands that are judged: pieces without drums or bass are judged
// from 125 Hz to 2 kHz only.
func (w Wanted) Bands(m *Measures) (inside, of int) {
	for i, band := range m.Bands[w.first() : w.last()+1] {
		if r := typical[w.first()+i]; band >= r[0] && band <= r[1] {
			inside++
		}
	}
	return inside, w.last() - w.first() + 1
}

// Full reports whether drums and bass play, as they do in most published tracks.
func (w Wanted) Full() bool {
	return w.Score == nil || w.Score.Part(score.Drums) != nil && w.Score.Part(score.Bass) != nil
}

func (w Wanted) first() int {
	if w.Full() {
		return 0
	}
	return 2
}

func (w Wanted) last() int {
	if w.Full() {
		return len(typical) - 1
	}
	return 6
}

// Rate rates what was heard of a piece.
func Rate(w Wanted, m Measures) Verdict {
	v := Verdict{Heard: m, Faults: []string{}}
	add := func(name string, weight, score float64) {
		v.Parts = append(v.Parts, Part{name, min(max(score, 0), 1), weight})
	}
	if w.Loudness != 0 {
		add("loudness", 1, fade(math.Abs(m.Loudness-w.Loudness), 1, 4))
	}
	add("peak", 1, fade(m.Peak, -0.9, 0.1))
	add("balance", 2, fade(w.excess(&m), 0, 6))
	add("stereo", 0.5, within(m.Side, typicalSide[0], typicalSide[1], 8))
	add("crest", 0.5, within(m.Crest, 9, 18, 6))
	add("key", 1, w.key(&m))
	if w.rhythmic() {
		add("rhythm", 1, w.rhythm(&m))
	}
	add("repetition", 1.5, within(m.Repetition, 0.25, 0.75, 0.25))
	if w.contrasts() {
		add("contrast", 0.75, m.Contrast/2)
	}
	if melody, ok := w.melody(); ok {
		add("melody", 0.75, melody)
	}
	v.Score = total(v.Parts)
	check := func(name string, isFault bool) {
		score := 1.0
		if isFault {
			v.Faults, score = append(v.Faults, name), 0
		}
		add(name, 0, score)
	}
	check("clipping", m.Clipped > 0)
	check("silence", m.Silence > 1)
	check("ending", m.Tail > -30)
	if len(v.Faults) > 0 {
		v.Score = min(v.Score, maxFaulty)
	}
	return v
}

// total returns the weighted geometric mean, so that one bad part cannot be made
// good by all others.
func total(parts []Part) float64 {
	sum, weights := 0.0, 0.0
	for _, p := range parts {
		sum += p.Weight * math.Log(max(p.Score, 0.05))
		weights += p.Weight
	}
	return math.Round(100*math.Exp(sum/weights)) / 10
}

// fade returns 1 up to good and 0 from bad on.
func fade(v, good, bad float64) float64 { return min(max((bad-v)/(bad-good), 0), 1) }

// within returns 1 between low and high, and 0 where v is beyond by more than
// slack.
func within(v, low, high, slack float64) float64 { return fade(max(low-v, v-high), 0, slack) }

// excess returns by how many dB bands are outside their range, on average.
func (w Wanted) excess(m *Measures) float64 {
	sum := 0.0
	for i := w.first(); i <= w.last(); i++ {
		sum += max(typical[i][0]-m.Bands[i], m.Bands[i]-typical[i][1], 0)
	}
	return sum / float64(w.last()-w.first()+1)
}

// key compares the measured key with the wanted one. A relative key has the same
// notes; a fifth away, all but one.
func (w Wanted) key(m *Measures) float64 {
	if !w.Key.Valid() {
		return m.Key.Confidence
	}
	switch {
	case m.Key.Key == dsp.NoKey:
		return 0.3
	case w.KeyAgrees(m):
		return 1
	case shared(w.Key, m.Key.Key) == 6:
		return 0.6
	}
	return 0.1
}

// KeyAgrees reports whether the measured key is the wanted one or its relative,
// both as major or minor with the tonic of the mode.
func (w Wanted) KeyAgrees(m *Measures) bool {
	if m.Key.Key == dsp.NoKey {
		return false
	}
	tonic, minor := m.Key.Key%12, m.Key.Key >= 12
	if tonic == w.Key.Tonic {
		return minor == w.Key.Minorish()
	}
	return shared(w.Key, m.Key.Key) == 7
}

// shared returns how many notes a key has in common with a measured one.
func shared(k score.Key, measured int) (n int) {
	other := score.Key{Tonic: measured % 12, Mode: score.Major}
	if measured >= 12 {
		other.Mode = score.Minor
	}
	for _, a := range k.Scale() {
		for _, b := range other.Scale() {
			if a == b {
				n++
			}
		}
	}
	return n
}

// rhythmic reports whether a beat is wanted: always, unless the score has no
// drums.
func (w Wanted) rhythmic() bool {
	return w.Score == nil || w.Score.Part(score.Drums) != nil || w.Score.Part(score.Percussion) != nil
}

// TempoAgrees reports whether the measured tempo is within half a percent of the
// wanted one.
func (w Wanted) TempoAgrees(m *Measures) bool { return math.Abs(m.BPM/w.BPM-1) <= 0.005 }

// rhythm is how clear the beat is, and whether it is the wanted one. Half and
// double tempo are the same music, counted differently.
func (w Wanted) rhythm(m *Measures) float64 {
	clarity := fade(-m.Beat, -0.6, -0.1)
	if w.BPM == 0 {
		return clarity
	}
	switch {
	case m.BPM == 0:
		return 0.3
	case w.TempoAgrees(m):
		return max(clarity, 0.8)
	}
	for _, ratio := range []float64{0.5, 2, 1.5, 2 / 3.0} {
		if math.Abs(m.BPM/w.BPM-ratio) <= 0.01*ratio {
			return 0.7
		}
	}
	return 0.2
}

// contrasts reports whether the form has sections of different energy.
func (w Wanted) contrasts() bool {
	if w.Score == nil {
		return true
	}
	low, high := 1.0, 0.0
	for _, s := range w.Score.Sections {
		low, high = min(low, s.Energy), max(high, s.Energy)
	}
	return high-low >= 0.25
}

// melody rates the lead: its range, its steps and leaps, and how many notes it
// has. It reports false if there is none.
func (w Wanted) melody() (float64, bool) {
	if w.Score == nil {
		return 0, false
	}
	lead := w.Score.Part(score.Lead)
	if lead == nil || len(lead.Notes) < 4 {
		return 0, false
	}
	low, high, steps := uint8(127), uint8(0), 0
	bars := map[score.Tick]bool{}
	for i, n := range lead.Notes {
		low, high = min(low, n.Pitch), max(high, n.Pitch)
		bars[n.Start/w.Score.Bar()] = true
		if i > 0 && max(n.Pitch, lead.Notes[i-1].Pitch)-min(n.Pitch, lead.Notes[i-1].Pitch) <= 4 {
			steps++
		}
	}
	density := float64(len(lead.Notes)) / float64(len(bars))
	share := float64(steps) / float64(len(lead.Notes)-1)
	return (within(float64(high-low), 5, 26, 8) + within(share, 0.5, 0.97, 0.3) + within(density, 1, 12, 6)) / 3, true
}
