// Package harmony writes the chords of a piece and voices them.
package harmony

import (
	"fmt"
	"slices"
	"strings"

	"sonora/internal/ai/compose/score"
)

// Parse reads a chord in Roman numerals. It returns the chord without Start and Length.
//
// Capitals are major and small letters minor: "I", "vi". A plain numeral is the
// degree of the key's own scale; "b" lowers the degree of the major scale and "#"
// raises that of the key: "bVII", "#iv°". "vi°" and "vii°" are built on the raised
// degrees in minor too. What may follow, and be combined: 5, 6, 7, 9, 11, 13, maj7, maj9, maj13, m7b5, ø,
// °, °7, +, sus2, sus4, sus, add2, add4, add9, add11, b5, #5, b9, #9, #11, b13, alt,
// and q for a chord of fourths. After a slash comes a chord tone in the bass
// ("I/3"), the chord that V or vii° lead to ("V7/ii"), or, under any other chord, a degree in the bass
// ("IV/V"). V and vii° above the tonic ("V/I") have it in the bass.
func Parse(roman string, key score.Key) (score.Chord, error) {
	if !key.Valid() {
		return score.Chord{}, fmt.Errorf("%v is not a key", key)
	}
	text, below, slash := strings.Cut(strings.Replace(roman, "6/9", "69", 1), "/")
	home := key
	degree, _, err := parseDegree(below, key)
	applied := slash && err == nil && leads(text) && degree != key.Tonic
	if applied {
		home = score.Key{Tonic: degree, Mode: score.Major}
	}
	root, rest, err := parseDegree(text, home)
	if err != nil {
		return score.Chord{}, fmt.Errorf("chord %q: %w", roman, err)
	}
	numeral := text[:len(text)-len(rest)]
	q, err := parseQuality(rest, isMinor(numeral))
	if err != nil {
		return score.Chord{}, fmt.Errorf("chord %q: %w", roman, err)
	}
	if q.dim() && key.Minorish() && !applied && !strings.ContainsAny(numeral, "b#") {
		root = raised(numeral, root, key)
	}
	c := score.Chord{Roman: roman, Root: root, Bass: root, Tones: q.tones(root)}
	if slash && !applied {
		if c.Bass, err = parseBass(below, c, q, key); err != nil {
			return score.Chord{}, fmt.Errorf("chord %q: %w", roman, err)
		}
	}
	c.Scale = scaleOver(c, q, key)
	c.Symbol = symbol(c, q, key)
	return c, nil
}

// leads reports whether a chord is a dominant, which may lead to any chord.
func leads(text string) bool {
	return strings.HasPrefix(text, "V") && !strings.HasPrefix(text, "VI") ||
		strings.HasPrefix(text, "vii") && strings.ContainsAny(text, "°øo")
}

var degrees = []struct {
	numeral string
	degree  int
}{{"VII", 6}, {"III", 2}, {"VI", 5}, {"IV", 3}, {"II", 1}, {"V", 4}, {"I", 0}}

var majorScale = score.Key{Mode: score.Major}.Scale()

// parseDegree returns the pitch class of the numeral that text begins with, and the rest of text.
func parseDegree(text string, key score.Key) (pitch int, rest string, err error) {
	rest = strings.TrimLeft(text, "b#")
	sign := text[:len(text)-len(rest)]
	for _, d := range degrees {
		if !strings.HasPrefix(rest, d.numeral) && !strings.HasPrefix(rest, strings.ToLower(d.numeral)) {
			continue
		}
		own := (key.Scale()[d.degree] - key.Tonic + 12) % 12
		switch sign {
		case "b":
			own = majorScale[d.degree] - 1
		case "#":
			own = min(own, majorScale[d.degree]) + 1
		case "":
		default:
			return 0, "", fmt.Errorf("%q is not an accidental", sign)
		}
		return (own + key.Tonic + 12) % 12, rest[len(d.numeral):], nil
	}
	return 0, "", fmt.Errorf("%q does not begin with a Roman numeral", text)
}

func isMinor(numeral string) bool { return strings.ContainsAny(numeral, "iv") }

// raised returns the root of a diminished chord on the sixth or seventh degree of a minor key.
func raised(numeral string, root int, key score.Key) int {
	switch strings.ToLower(numeral) {
	case "vi":
		return (key.Tonic + 9) % 12
	case "vii":
		return (key.Tonic + 11) % 12
	}
	return root
}

// quality holds the tones of a chord in semitones above its root, 0 for none.
type quality struct {
	third, fifth, sixth, seventh, ninth, eleventh, thirteenth int

	altered int // a second ninth of altered dominants
	fourths bool
	written string // as after the numeral
	minor   bool
}

func (q quality) dim() bool { return q.third == 3 && q.fifth == 6 }

func (q quality) tones(root int) []int {
	intervals := []int{0, q.third, q.fifth, q.sixth, q.seventh, q.ninth, q.altered, q.eleventh, q.thirteenth}
	if q.fourths {
		intervals = []int{0, 5, 10, 15}
	}
	var tones []int
	for i, interval := range intervals {
		tone := (root + interval) % 12
		if i == 0 || interval > 0 && !slices.Contains(tones, tone) {
			tones = append(tones, tone)
		}
	}
	return tones
}

type suffix struct {
	text  string
	apply func(*quality)
}

// suffixes lists what may follow a numeral. Of two with one beginning, the longer comes first.
var suffixes = []suffix{
	{"maj13", func(q *quality) { q.seventh, q.ninth, q.thirteenth = 11, 14, 21 }},
	{"maj9", func(q *quality) { q.seventh, q.ninth = 11, 14 }},
	{"maj7", func(q *quality) { q.seventh = 11 }},
	{"M7", func(q *quality) { q.seventh = 11 }},
	{"m7b5", func(q *quality) { q.third, q.fifth, q.seventh = 3, 6, 10 }},
	{"ø7", func(q *quality) { q.third, q.fifth, q.seventh = 3, 6, 10 }},
	{"ø", func(q *quality) { q.third, q.fifth, q.seventh = 3, 6, 10 }},
	{"°7", func(q *quality) { q.third, q.fifth, q.seventh = 3, 6, 9 }},
	{"°", func(q *quality) { q.third, q.fifth = 3, 6 }},
	{"o7", func(q *quality) { q.third, q.fifth, q.seventh = 3, 6, 9 }},
	{"o", func(q *quality) { q.third, q.fifth = 3, 6 }},
	{"dim7", func(q *quality) { q.third, q.fifth, q.seventh = 3, 6, 9 }},
	{"dim", func(q *quality) { q.third, q.fifth = 3, 6 }},
	{"sus2", func(q *quality) { q.third = 2 }},
	{"sus4", func(q *quality) { q.third = 5 }},
	{"sus", func(q *quality) { q.third = 5 }},
	{"add2", func(q *quality) { q.ninth = 14 }},
	{"add4", func(q *quality) { q.eleventh = 17 }},
	{"add9", func(q *quality) { q.ninth = 14 }},
	{"add11", func(q *quality) { q.eleventh = 17 }},
	{"alt", func(q *quality) { q.fifth, q.seventh, q.ninth, q.altered = 8, 10, 13, 15 }},
	{"#11", func(q *quality) { q.eleventh = 18 }},
	{"b13", func(q *quality) { q.thirteenth = 20 }},
	{"b9", func(q *quality) { q.ninth = 13 }},
	{"#9", func(q *quality) { q.ninth = 15 }},
	{"b5", func(q *quality) { q.fifth = 6 }},
	{"#5", func(q *quality) { q.fifth = 8 }},
	{"+", func(q *quality) { q.fifth = 8 }},
	{"13", func(q *quality) { q.sevenths(); q.ninth, q.thirteenth = 14, 21 }},
	{"11", func(q *quality) { q.sevenths(); q.ninth, q.eleventh = 14, 17 }},
	{"69", func(q *quality) { q.sixth, q.ninth = 9, 14 }},
	{"9", func(q *quality) { q.sevenths(); q.ninth = 14 }},
	{"7", func(q *quality) { q.sevenths() }},
	{"6", func(q *quality) { q.sixth = 9 }},
	{"5", func(q *quality) { q.third, q.fifth = 0, 7 }},
	{"q", func(q *quality) { q.fourths = true }},
}

func (q *quality) sevenths() {
	if q.seventh == 0 {
		q.seventh = 10
	}
}

func parseQuality(text string, minor bool) (quality, error) {
	q := quality{third: 4, fifth: 7, written: text, minor: minor}
	if minor {
		q.third = 3
	}
	for text != "" {
		i := slices.IndexFunc(suffixes, func(s suffix) bool { return strings.HasPrefix(text, s.text) })
		if i < 0 {
			return q, fmt.Errorf("%q is not a quality of chords", text)
		}
		suffixes[i].apply(&q)
		text = text[len(suffixes[i].text):]
	}
	return q, nil
}

// parseBass returns the pitch class that a slash puts into the bass. Sixths, sevenths and
// ninths that the chord does not have are those of the key.
func parseBass(text string, c score.Chord, q quality, key score.Key) (int, error) {
	tones := map[string][]int{"3": {q.third}, "5": {q.fifth}, "6": {q.sixth, 9, 8}, "7": {q.seventh, 10, 11}, "9": {q.ninth, 2, 1}, "2": {q.ninth, 2, 1}}
	if intervals, ok := tones[strings.TrimLeft(text, "b#")]; ok {
		if intervals[0] > 0 {
			return (c.Root + intervals[0]) % 12, nil
		}
		own := key.Scale()
		for _, interval := range intervals[1:] {
			if bass := (c.Root + interval) % 12; slices.Contains(own[:], bass) {
				return bass, nil
			}
		}
		return 0, fmt.Errorf("the chord has no tone %s for the bass", text)
	}
	bass, rest, err := parseDegree(text, key)
	if err == nil && rest != "" {
		err = fmt.Errorf("%q follows the degree in the bass", rest)
	}
	return bass, err
}

// scaleOver returns the key's scale with every degree that clashes with a chord
// tone replaced by that tone. Degrees stay in their order.
func scaleOver(c score.Chord, q quality, key score.Key) []int {
	own := key.Scale()
	scale := slices.Clone(own[:])
	for _, tone := range c.Tones {
		if slices.Contains(scale, tone) {
			continue
		}
		lower := slices.Index(scale, (tone+11)%12)
		upper := slices.Index(scale, (tone+1)%12)
		sharp := key.Minorish() && lower != 0 || q.third == 4 && tone == (c.Root+4)%12 && slices.Contains(own[:], c.Root)
		sharp = sharp || upper == 0 // the tonic is not lowered
		free := func(i int) bool { return i >= 0 && !slices.Contains(c.Tones, scale[i]) }
		switch {
		case free(lower) && (sharp || !free(upper)):
			scale[lower] = tone
		case free(upper):
			scale[upper] = tone
		}
	}
	return scale
}
