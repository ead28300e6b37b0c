package harmony

import (
	"slices"
	"strings"

	"sonora/internal/ai/compose/score"
)

// Voicer turns chords into notes and leads each voice to the next chord.
type Voicer struct {
	Class     string // close, open, drop2, rootless, power, spread or quartal; anything else is close
	Low, High uint8  // MIDI keys, at least an octave and a half apart

	last []uint8
}

// muddy is where intervals smaller than a fifth begin to sound muddy: below C3.
const muddy = 48

// Next returns the MIDI keys of a chord from low to high. Of all voicings of the
// class, it takes the one whose voices move least, whose top voice sings and which
// has no intervals below a fifth under C3. Where none fits between Low and High, it
// returns a single chord tone.
func (v *Voicer) Next(c score.Chord) []uint8 {
	best := []uint8{}
	bestCost := 0
	for _, shapes := range [][][]int{shapesOf(c, v.Class), shapesOf(c, "close"), single(c)} {
		for _, shape := range shapes {
			for base := int(v.Low); base <= int(v.High); base++ {
				voicing := stack(base, shape)
				if voicing == nil || voicing[len(voicing)-1] > v.High || isMuddy(voicing) {
					continue
				}
				if cost := v.cost(voicing); len(best) == 0 || cost < bestCost {
					best, bestCost = voicing, cost
				}
			}
		}
		if len(best) > 0 {
			break
		}
	}
	v.last = best
	return slices.Clone(best)
}

// stack returns the pitch classes of a shape one above the other from base, or nil if base is another pitch class.
func stack(base int, shape []int) []uint8 {
	if base%12 != shape[0] {
		return nil
	}
	voicing := []uint8{uint8(base)}
	for _, class := range shape[1:] {
		base += (class-base%12+11)%12 + 1
		voicing = append(voicing, uint8(min(base, 255)))
	}
	return voicing
}

func isMuddy(voicing []uint8) bool {
	for i := 1; i < len(voicing); i++ {
		if voicing[i-1] < muddy && voicing[i]-voicing[i-1] < 7 {
			return true
		}
	}
	return false
}

// cost counts semitones of movement, with the top voice counted twice, leaps of it three times.
func (v *Voicer) cost(voicing []uint8) int {
	top := int(voicing[len(voicing)-1])
	if len(v.last) == 0 {
		return 2*distance(int(voicing[0])+top, int(v.Low)+int(v.High)) + len(voicing)
	}
	total := 0
	for _, from := range [][2][]uint8{{voicing, v.last}, {v.last, voicing}} {
		for _, a := range from[0] {
			nearest := 127
			for _, b := range from[1] {
				nearest = min(nearest, distance(int(a), int(b)))
			}
			total += nearest
		}
	}
	leap := distance(top, int(v.last[len(v.last)-1]))
	total += leap
	if leap > 4 {
		total += leap
	}
	// A weak pull to the middle keeps a loop from wandering away.
	return 4*total + distance(int(voicing[0])+top, int(v.Low)+int(v.High))/2
}

func distance(a, b int) int { return max(a-b, b-a) }

// shapesOf returns the pitch classes of a chord in the orders, from low to high, that a class allows.
func shapesOf(c score.Chord, class string) [][]int {
	tones := body(c)
	switch {
	case len(tones) == 2:
		return [][]int{{c.Root, tones[1], c.Root}, {c.Root, tones[1]}}
	case class == "power":
		return [][]int{{c.Root, c.Tones[2], c.Tones[1]}, {c.Root, c.Tones[2]}}
	case class == "rootless" && len(c.Tones) > 3 && !isTonic(c):
		return rotations(body(score.Chord{Tones: c.Tones[1:]}))
	case class == "spread":
		return spread(tones)
	case class == "quartal":
		return fourths(c)
	case class == "drop2" || class == "open":
		var shapes [][]int
		for _, r := range rotations(tones) {
			drop := len(r) - 2 // the second voice from above goes to the bottom
			shapes = append(shapes, slices.Concat([]int{r[drop]}, r[:drop], r[drop+1:]))
		}
		return shapes
	}
	return rotations(tones)
}

// isTonic reports whether a chord is built on the first degree. Without its root,
// the ear would take it for another chord, and another key.
func isTonic(c score.Chord) bool { return strings.EqualFold(numeralOf(c.Roman), "I") }

// body returns the four tones that tell a chord apart: without its fifth, then without its root.
func body(c score.Chord) []int {
	tones := slices.Clone(c.Tones)
	if len(tones) > 4 {
		tones = slices.Delete(tones, 2, 3)
	}
	if len(tones) > 4 {
		tones = tones[1:]
	}
	return tones[:min(len(tones), 4)]
}

func rotations(tones []int) [][]int {
	var all [][]int
	for i := range tones {
		all = append(all, slices.Concat(tones[i:], tones[:i]))
	}
	return all
}

// spread returns shapes with a wide interval at the bottom.
func spread(tones []int) [][]int {
	root, third, fifth := tones[0], tones[1], tones[2]
	if len(tones) == 3 {
		return [][]int{{root, fifth, third}, {third, root, fifth}, {root, fifth, third, fifth}}
	}
	return [][]int{{root, fifth, third, tones[3]}, {root, tones[3], third, fifth}, {third, root, fifth, tones[3]}}
}

// fourths returns stacks of three fourths of the scale with at least two chord tones, one of them not the root.
func fourths(c score.Chord) [][]int {
	var shapes [][]int
	for i := range c.Scale {
		shape := []int{c.Scale[i], c.Scale[(i+3)%7], c.Scale[(i+6)%7]}
		inside := 0
		for _, class := range shape {
			if slices.Contains(c.Tones, class) {
				inside++
			}
		}
		if inside >= 2 {
			shapes = append(shapes, shape)
		}
	}
	return shapes
}

func single(c score.Chord) [][]int {
	var shapes [][]int
	for _, tone := range c.Tones {
		shapes = append(shapes, []int{tone})
	}
	return shapes
}
