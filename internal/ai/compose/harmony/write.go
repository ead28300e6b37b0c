package harmony

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// Write returns the chords of a piece, without gaps. Sections with the same
// letter and take have the same chords; the last bar of the piece rests on the tonic.
func Write(p plan.Plan, s *style.Style) ([]score.Chord, error) {
	var chords []score.Chord
	start, bar := score.Tick(0), score.Tick(p.Beats)*score.Quarter
	for i, section := range p.Sections {
		key := p.Key.Transpose(section.Shift)
		bars, err := writeSection(p, s, section)
		if err != nil {
			return nil, err
		}
		if i == len(p.Sections)-1 {
			bars[len(bars)-1] = []string{tonic(bars, key)}
		}
		for _, romans := range bars {
			for j, roman := range romans {
				c, err := Parse(roman, key)
				if err != nil {
					return nil, err
				}
				from, to := share(j, len(romans), p.Beats), share(j+1, len(romans), p.Beats)
				c.Start, c.Length = start+score.Tick(from)*score.Quarter, score.Tick(to-from)*score.Quarter
				chords = append(chords, c)
			}
			start += bar
		}
	}
	return chords, nil
}

// share returns the beat at which the i-th of n chords of a bar starts.
func share(i, n, beats int) int { return (i*beats + n - 1) / n }

// loopers are the families of styles that repeat loops instead of building
// phrases; leaders are those that lead to chords with dominants of their own.
var (
	loopers = []string{"electronic", "urban", "calm"}
	leaders = []string{"jazz", "latin", "orchestral"}
)

// writeSection returns the numerals of each bar of a section.
func writeSection(p plan.Plan, s *style.Style, section plan.Section) ([][]string, error) {
	r := p.Dice(score.Comp, section.Letter, strconv.Itoa(section.Take), "harmony")
	progression := choose(r, p, s, nameOf(p, section.Letter))
	bars, err := Bars(progression.Chords, p.Beats)
	if err != nil {
		return nil, fmt.Errorf("style %q: %w", s.Name, err)
	}
	v := variation{r: r, key: p.Key, beats: p.Beats, loops: slices.Contains(loopers, s.Family), leads: slices.Contains(leaders, s.Family)}
	bars = v.vary(bars, progression.Ends)
	written := make([][]string, section.Bars)
	for i := range written {
		written[i] = bars[i%len(bars)]
	}
	if v.cadence != nil && section.Bars > len(bars) {
		written[section.Bars-1] = v.cadence
	}
	if end := written[section.Bars-1]; p.Key.Mode == score.Minor && numeralOf(last(end)) == "v" {
		written[section.Bars-1] = append(slices.Clone(end[:len(end)-1]), "V7") // it leads on; the minor chord does not
	}
	return colour(r, written, s.Colours, p.Key)
}

// nameOf returns the name of the first section with a letter, which decides what all of them are.
func nameOf(p plan.Plan, letter string) string {
	i := slices.IndexFunc(p.Sections, func(s plan.Section) bool { return s.Letter == letter })
	return p.Sections[i].Name
}

// choose draws a progression for the sections of a name.
func choose(r *rand.Rand, p plan.Plan, s *style.Style, name string) style.Progression {
	mode := string(p.Key.Mode)
	inMode := slices.DeleteFunc(slices.Clone(s.Progressions), func(g style.Progression) bool {
		if len(g.Modes) == 0 {
			return !slices.ContainsFunc(s.Modes, func(m style.Weighted) bool { return m.Value == mode })
		}
		return !slices.Contains(g.Modes, mode)
	})
	if len(inMode) == 0 { // somebody chose a key that the style does not have
		inMode = usual[p.Key.Minorish()]
	}
	found := slices.DeleteFunc(slices.Clone(inMode), func(g style.Progression) bool { return !slices.Contains(g.For, name) })
	if len(found) == 0 {
		found = slices.DeleteFunc(slices.Clone(inMode), func(g style.Progression) bool { return len(g.For) > 0 })
	}
	if len(found) == 0 {
		found = inMode
	}
	return dice.Pick(r, found, func(g style.Progression) float64 { return max(g.Weight, 0.01) })
}

// usual holds what people write in any genre, by whether the key is minor.
var usual = map[bool][]style.Progression{
	false: {
		{Chords: "I | V | vi | IV", Ends: "open", Weight: 1},
		{Chords: "I | vi | IV | V", Ends: "half", Weight: 1},
		{Chords: "vi | IV | I | V", Ends: "open", Weight: 1},
	},
	true: {
		{Chords: "i | bVI | bIII | bVII", Ends: "open", Weight: 1},
		{Chords: "i | iv | bVI | V", Ends: "half", Weight: 1},
		{Chords: "i | bVII | bVI | bVII", Ends: "open", Weight: 1},
	},
}

// Bars splits a progression into the numerals of each bar. "%" repeats the bar before.
func Bars(chords string, beats int) ([][]string, error) {
	var bars [][]string
	for text := range strings.SplitSeq(strings.Trim(chords, "| "), "|") {
		romans := strings.Fields(text)
		if len(romans) == 1 && romans[0] == "%" && len(bars) > 0 {
			romans = bars[len(bars)-1]
		}
		if len(romans) == 0 || len(romans) > beats {
			return nil, fmt.Errorf("progression %q: a bar has %d chords", chords, len(romans))
		}
		bars = append(bars, romans)
	}
	return bars, nil
}

// tonic returns the chord on the first degree that the section has, or the plain one.
func tonic(bars [][]string, key score.Key) string {
	for _, bar := range bars {
		for _, roman := range bar {
			c, err := Parse(roman, key)
			minor := err == nil && slices.Contains(c.Tones, (key.Tonic+3)%12)
			if err == nil && c.Root == key.Tonic && c.Bass == c.Root && minor == key.Minorish() && !strings.Contains(roman, "sus") {
				return roman
			}
		}
	}
	if key.Minorish() {
		return "i"
	}
	return "I"
}
