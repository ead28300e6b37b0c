package harmony

import (
	"math/rand/v2"
	"slices"
	"strings"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// variation makes a progression a piece's own.
type variation struct {
	r     *rand.Rand
	key   score.Key
	beats int
	loops bool // see loopers
	leads bool // see leaders

	cadence []string // for the last bar of a section that repeats the progression; nil for none
}

// substitutes lists chords that can stand for another, by whether the key is minor.
// Nothing stands for the tonic but itself.
var substitutes = map[bool]map[string][]string{
	false: {"IV": {"ii"}, "ii": {"IV"}, "vi": {"iii", "IV"}, "iii": {"vi", "I/3"}, "I": {"I/3"}, "V": {"Vsus4", "V/3"}},
	true:  {"iv": {"bVI", "ii°"}, "bVI": {"iv"}, "bIII": {"i/3", "bVI"}, "bVII": {"v", "iv"}, "i": {"i/3"}, "v": {"bVII"}, "V": {"Vsus4", "V/3"}},
}

// vary draws variations of the inner bars; the first and the last keep what the style wrote.
func (v *variation) vary(bars [][]string, ends string) [][]string {
	bars = slices.Clone(bars)
	if v.loops && ends == "open" && len(bars) >= 4 && v.r.IntN(3) == 0 {
		half := len(bars) / 2
		bars = slices.Concat(bars[half:], bars[:half])
	}
	for i := range bars {
		substitute, lead := v.r.IntN(4) == 0, v.r.IntN(5) == 0
		choice := v.r.IntN(12)
		if i == 0 || i == len(bars)-1 {
			continue
		}
		if options := substitutes[v.key.Minorish()][bars[i][0]]; substitute && len(bars[i]) == 1 && len(options) > 0 {
			if option := options[choice%len(options)]; v.inKey(option) && !sameDegree(option, last(bars[i-1])) && !sameDegree(option, bars[i+1][0]) {
				bars[i] = []string{option}
			}
		}
		if next := bars[i+1][0]; lead && v.leads && len(bars[i]) == 1 && v.canBeLedTo(next) {
			if dominant := "V7/" + numeralOf(next); !v.sameRoot(bars[i][0], dominant) && !v.sameRoot(bars[i][0], next) {
				bars[i] = []string{bars[i][0], dominant}
				v.leads = false // once is enough
			}
		}
	}
	v.drawCadence(ends)
	return bars
}

// inKey reports whether a chord belongs to the key: as triads of its scale do, and
// dominants. The fourth degree of a Dorian key, for one, is major.
func (v *variation) inKey(roman string) bool {
	c, err := Parse(roman, v.key)
	own := v.key.Scale()
	outside := func(tone int) bool { return !slices.Contains(own[:], tone) }
	return err == nil && (leads(roman) || !slices.ContainsFunc(c.Tones, outside))
}

func (v *variation) sameRoot(a, b string) bool {
	first, err := Parse(a, v.key)
	second, err2 := Parse(b, v.key)
	return err == nil && err2 == nil && first.Root == second.Root
}

// sameDegree reports whether two chords have one numeral, be they major or minor.
func sameDegree(a, b string) bool { return strings.EqualFold(numeralOf(a), numeralOf(b)) }

func last(bar []string) string { return bar[len(bar)-1] }

// canBeLedTo reports whether a dominant may come before a chord: it is major or
// minor and not the tonic.
func (v *variation) canBeLedTo(roman string) bool {
	if strings.Contains(roman, "/") || strings.ContainsAny(roman, "°øo#") {
		return false
	}
	c, err := Parse(roman, v.key)
	return err == nil && c.Root != v.key.Tonic && !slices.Contains(c.Tones, (c.Root+6)%12)
}

func (v *variation) drawCadence(ends string) {
	wanted, suspended := v.r.IntN(5) < 2, v.r.IntN(2) == 0
	if ends != "open" || v.loops || !wanted {
		return
	}
	switch v.key.Mode {
	case score.Dorian, score.Mixolydian:
		v.cadence = []string{"bVII"}
	case score.Phrygian, score.Dominant:
		v.cadence = []string{"bII"}
	default:
		v.cadence = []string{"V"}
		if suspended && v.beats > 3 {
			v.cadence = []string{"Vsus4", "V"}
		}
	}
}

// numeralOf returns a chord without what follows its numeral.
func numeralOf(roman string) string {
	return roman[:len(roman)-len(strings.TrimLeft(roman, "b#IVXivx"))]
}

// atRest holds the colours that the tonic takes in place of others, so that one hears
// where home is, and whether it is major or minor.
var atRest = map[string]string{"power": "triad", "sus": "triad", "quartal": "triad", "9": "7", "13": "7"}

// colour adds the style's colours to the chords that are written as plain
// numerals. A numeral has the same colour in the whole section.
func colour(r *rand.Rand, bars [][]string, colours []style.Weighted, key score.Key) ([][]string, error) {
	drawn := map[string]string{}
	coloured := make([][]string, len(bars))
	for i, bar := range bars {
		for _, roman := range bar {
			if _, ok := drawn[roman]; !ok {
				kind := dice.Pick(r, colours, func(w style.Weighted) float64 { return w.Weight }).Value
				another := r.IntN(3) == 0
				c, err := Parse(roman, key)
				if err != nil {
					return nil, err
				}
				if plainer, ok := atRest[kind]; ok && isTonic(c) {
					kind, another = plainer, false
				}
				drawn[roman] = roman + suffixFor(kind, c, key)
				if another {
					drawn[roman] = exchanged(drawn[roman], c)
				}
			}
			coloured[i] = append(coloured[i], drawn[roman])
		}
	}
	return coloured, nil
}

// exchanges lists colours that can stand for another where the ninth is in the scale.
var exchanges = map[string]string{"7": "9", "9": "7", "maj7": "maj9", "maj9": "maj7", "7b9": "7", "6": "69", "add9": "sus2", "13": "9"}

// exchanged returns a chord with another of its colours.
func exchanged(roman string, c score.Chord) string {
	numeral := numeralOf(roman)
	other, ok := exchanges[roman[len(numeral):]]
	if !ok || !slices.Contains(c.Scale, (c.Root+2)%12) || other == "sus2" && isMinor(numeral) || other == "69" && isMinor(numeral) {
		return roman
	}
	return numeral + other
}

// suffixFor returns what a colour adds to a plain chord, using notes of the key only.
func suffixFor(kind string, c score.Chord, key score.Key) string {
	if numeralOf(c.Roman) != c.Roman {
		return ""
	}
	has := func(interval int) bool { return slices.Contains(c.Scale, (c.Root+interval)%12) }
	dominant := c.Root == (key.Tonic+7)%12 && !isMinor(c.Roman)
	seventh := map[bool]string{true: "maj7", false: "7"}[!isMinor(c.Roman) && !dominant && has(11) && !has(10)]
	ninth := strings.Replace(seventh, "7", "9", 1)
	switch {
	case kind == "power":
		return "5"
	case kind == "sus" && dominant:
		return "sus4"
	case kind == "sus" && has(2) && !isMinor(c.Roman):
		return "sus2"
	case kind == "add9" && has(2):
		return "add9"
	case kind == "6" && has(9) && !dominant && !isMinor(c.Roman):
		return "6"
	case kind == "quartal" && has(5) && has(10) && has(3):
		return "q"
	case kind == "13" && dominant && has(2) && has(9):
		return "13"
	case (kind == "9" || kind == "13") && has(2):
		return ninth
	case kind == "7" || kind == "9" || kind == "13":
		return seventh
	}
	return ""
}
