// Package plan decides what a piece will be before a note is written. A plan is
// what the composer understood; people may edit it.
package plan

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// Engine is the version of the composer. Another version may make other music of
// the same plan.
const Engine = "1"

// Plan is a piece before it is composed. The same plan gives the same music.
type Plan struct {
	Engine string `json:"engine"` // version of the composer that made it
	Prompt string `json:"prompt"`
	Seed   uint64 `json:"seed,string"`

	Title  string    `json:"title"`
	Style  string    `json:"style"`
	Moods  []string  `json:"moods"`
	BPM    float64   `json:"bpm"`
	Beats  int       `json:"beats"` // per bar
	Swing  float64   `json:"swing"`
	Key    score.Key `json:"key"`
	Energy float64   `json:"energy"` // 0 to 1
	Length float64   `json:"length"` // s, 15 to 600; the score ends within a bar of it, and then rings

	Sections    []Section              `json:"sections"`
	Instruments map[score.Role]string  `json:"instruments"`     // roles that play; of package instrument
	Textures    []string               `json:"textures"`        // rain, vinyl, ...
	Levels      map[score.Role]float64 `json:"levels,omitzero"` // dB above the style's mix
	Takes       map[score.Role]int     `json:"takes,omitzero"`  // of parts that were written again: everything else stays. Comp has that of the chords
	Bright      float64                `json:"bright"`          // -1 (dark) to 1 (bright); 0 leaves the style's mix
	Wet         float64                `json:"wet"`             // -1 (dry) to 1 (far away)
	Loudness    float64                `json:"loudness"`        // LUFS
	Ending      string                 `json:"ending"`          // ritardando, hit, held, stop, fade

	Understood []prompt.Reading `json:"understood"`      // what was read in the prompt
	Doubts     []prompt.Doubt   `json:"doubts"`          // wishes that contradict each other or the style, and what was done
	Taken      []string         `json:"taken,omitempty"` // what it has of the track that it resembles: tempo, key, energy, form
}

// Stored returns a plan as it was stored. Plans from before every section needed a part may have
// sections without any: these are played by all that have an instrument.
func Stored(text []byte) (p Plan, err error) {
	if err = json.Unmarshal(text, &p); err != nil {
		return p, err
	}
	for i := range p.Sections {
		if s := &p.Sections[i]; s.Roles != nil && len(s.Roles) == 0 {
			s.Roles = slices.DeleteFunc(slices.Clone(score.Roles), func(role score.Role) bool { return p.Instruments[role] == "" })
		}
	}
	return p, nil
}

// Dice returns dice for what a role plays. They fall in another way when the role is written again.
func (p *Plan) Dice(role score.Role, parts ...string) *rand.Rand {
	if take := p.Takes[role]; take > 0 {
		parts = append(slices.Clone(parts), "take", strconv.Itoa(take))
	}
	return dice.New(p.Seed, parts...)
}

// Straightened reports whether the piece has less swing than its style.
func (p *Plan) Straightened() bool {
	s := style.Named(p.Style)
	return s != nil && p.Swing < s.Swing
}

// Section is a section of the form.
type Section struct {
	Name   string       `json:"name"`
	Letter string       `json:"letter"`
	Bars   int          `json:"bars"`
	Energy float64      `json:"energy"`
	Roles  []score.Role `json:"roles"` // that play, at least one; all that have an instrument if the plan leaves them out
	Shift  int          `json:"shift"` // semitones above the plan's key
	Take   int          `json:"take"`  // changes when the section is written again: everything else stays
}
