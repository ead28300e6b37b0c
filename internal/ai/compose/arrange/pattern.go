package arrange

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sonora/internal/ai/compose/embedded"
	"sonora/internal/ai/compose/score"
)

// The files in the folder patterns hold the families, by role. A family has a
// line for each level, from sparse to full, and the energy of a section chooses
// among them. Lines count in steps; "|" between bars is for the eye.
//
// In drum lines, X is an accent, x a hit, o a soft hit, g a ghost note, and a digit
// a soft hit that happens so many times out of ten. A level changes
// the lines that it names; the others stay as in the level below.
//
// In bass lines, R is the bass of the chord, 3, 5, 6, 7 and 8 are its tones, n is the bass of the next chord,
// a a note that leads to it, w a step on the way there, P the tonic, and r a dead note.
//
// In chord lines, x, X and o are the whole chord, d, D and u strokes over the
// strings, b its lowest note, t and T the notes above, digits single voices from
// the lowest, and s a muted stroke.
//
// In all of them "-" holds the note before and "." is silence.
//
//go:embed patterns
var files embed.FS

// grid says how a family's lines are counted.
type grid struct {
	Steps int `json:"steps"` // per bar
	Beats int `json:"beats"` // per bar; 0 for 4
}

func (g grid) beats() int {
	if g.Beats == 0 {
		return 4
	}
	return g.Beats
}

// step returns the length of a step.
func (g grid) step() score.Tick {
	return score.Quarter * score.Tick(g.beats()) / score.Tick(g.Steps)
}

// bar returns the n-th bar of a line for music with so many beats per bar: it
// leaves out the last beats of longer patterns, and repeats the last of shorter ones.
func (g grid) bar(line string, n, beats int) string {
	perBeat := g.Steps / g.beats()
	bars := len(line) / g.Steps
	line = line[n%bars*g.Steps:][:g.Steps]
	line += strings.Repeat(line[len(line)-perBeat:], max(beats-g.beats(), 0))
	return line[:beats*perBeat]
}

type drumFamily struct {
	grid
	Fill   string              `json:"fill"`
	Levels []map[string]string `json:"levels"`
}

type drumFill struct {
	grid
	Weight float64           `json:"weight"`
	Length int               `json:"length"` // beats
	Hits   map[string]string `json:"hits"`
}

type bassFamily struct {
	grid
	Gate   int      `json:"gate"`   // sounding share of a note, percent
	Kick   bool     `json:"kick"`   // adds the root where the kick plays alone
	Rhythm string   `json:"rhythm"` // kick: the notes of a line fall on the kicks
	Glide  int      `json:"glide"`  // probability of sliding to another pitch, percent
	Levels []string `json:"levels"`
}

type compFamily struct {
	grid
	Gate       int        `json:"gate"`
	Anticipate bool       `json:"anticipate"` // the last offbeat before a chord plays it already
	Levels     [][]string `json:"levels"`
}

type arpFamily struct {
	grid
	Gate    int      `json:"gate"`
	Order   string   `json:"order"` // up, down, up-down, random, alberti, chord
	Octaves int      `json:"octaves"`
	Levels  []string `json:"levels"`
}

type rhythmCell struct {
	Steps  string  `json:"steps"` // of one beat
	Weight float64 `json:"weight"`
}

var (
	drumFamilies       = patterns[drumFamily]("drums")
	percussionFamilies = patterns[drumFamily]("percussion")
	fills              = patterns[[]drumFill]("fills")
	bassFamilies       = patterns[bassFamily]("bass")
	compFamilies       = patterns[compFamily]("comp")
	arpFamilies        = patterns[arpFamily]("arp")
	rhythms            = patterns[[]rhythmCell]("rhythms")
)

// patterns returns a function that returns the content of a file by name.
func patterns[T any](file string) func() map[string]T {
	return embedded.Must(func() (map[string]T, error) {
		data, err := files.ReadFile("patterns/" + file + ".json")
		if err != nil {
			return nil, err
		}
		all, err := embedded.Parse[map[string]T](bytes.ReplaceAll(data, []byte("|"), nil))
		if err != nil {
			return nil, fmt.Errorf("patterns/%s.json: %w", file, err)
		}
		return all, nil
	})
}

// Families returns the names of the pattern families of a role, sorted. Roles
// that are not written from patterns have none.
func Families(role score.Role) []string {
	switch role {
	case score.Drums:
		return slices.Sorted(maps.Keys(drumFamilies()))
	case score.Percussion:
		return slices.Sorted(maps.Keys(percussionFamilies()))
	case score.Bass:
		return slices.Sorted(maps.Keys(bassFamilies()))
	case score.Comp:
		return slices.Sorted(maps.Keys(compFamilies()))
	case score.Arp:
		return slices.Sorted(maps.Keys(arpFamilies()))
	default:
		return nil
	}
}

var drumNames = map[string]score.Drum{
	"kick": score.Kick, "rim": score.Rim, "snare": score.Snare, "clap": score.Clap, "low-tom": score.LowTom, "hat": score.ClosedHat,
	"mid-tom": score.MidTom, "open": score.OpenHat, "pedal": score.PedalHat, "crash": score.Crash, "high-tom": score.HighTom, "ride": score.Ride,
	"tambourine": score.Tambourine, "cowbell": score.Cowbell, "high-bongo": score.HighBongo, "low-bongo": score.LowBongo,
	"mute-conga": score.MuteConga, "high-conga": score.HighConga, "low-conga": score.LowConga, "timbale": score.HighTimbale,
	"agogo": score.HighAgogo, "shaker": score.Shaker, "guiro": score.Guiro, "claves": score.Claves, "woodblock": score.Woodblock, "triangle": score.Triangle,
}
