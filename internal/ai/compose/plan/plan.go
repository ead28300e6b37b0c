// Package plan decides what a piece will be before a note is written. A plan is
// what the composer understood; people may edit it.
package plan

import "sonora/internal/ai/compose/score"

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
	Length float64   `json:"length"` // s, 15 to 600; the music ends within a bar of it

	Sections    []Section             `json:"sections"`
	Instruments map[score.Role]string `json:"instruments"` // roles that play; of package instrument
	Textures    []string              `json:"textures"`    // rain, vinyl, ...
	Bright      float64               `json:"bright"`      // -1 (dark) to 1 (bright); 0 leaves the style's mix
	Wet         float64               `json:"wet"`         // -1 (dry) to 1 (far away)
	Loudness    float64               `json:"loudness"`    // LUFS
	Ending      string                `json:"ending"`      // ritardando, hit, held, stop

	Understood []Reading `json:"understood"` // what was read in the prompt
	Doubts     []Doubt   `json:"doubts"`     // wishes that contradict each other or the style, and what was done
}

// Section is a section of the form.
type Section struct {
	Name   string       `json:"name"`
	Letter string       `json:"letter"`
	Bars   int          `json:"bars"`
	Energy float64      `json:"energy"`
	Roles  []score.Role `json:"roles"`
	Shift  int          `json:"shift"` // semitones above the plan's key
	Take   int          `json:"take"`  // changes when the section is written again: everything else stays
}

// Reading is one wish that was read in the prompt.
type Reading struct {
	What  string `json:"what"`  // style, mood, tempo, key, length, energy, instrument, era, without, texture
	Value string `json:"value"` // as the plan has it
	Words string `json:"words"` // of the prompt
}

// Doubt is a wish that was not met as it was said.
type Doubt struct {
	What string `json:"what"` // as Reading.What
	Said string `json:"said"` // words of the prompt
	Done string `json:"done"` // code of what was done instead: clamped, ignored, first, halved
}
