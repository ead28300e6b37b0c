// Package prompt reads what people ask the composer for, in English and Spanish, by
// a lexicon and rules. Words that it does not know are ignored.
package prompt

import (
	"sonora/internal/ai/compose/score"
)

// Wish is what a text asks for, as a first prompt or to change a plan. Zero values
// were not asked for.
type Wish struct {
	Text    string // as one line
	Spanish bool   // whether the text looks Spanish

	Style    string
	Colour   string // a second style that the first may borrow from
	Era      string // "80s"
	EraStyle string // the style that stands for the era
	Moods    []string
	BPM      float64 // as asked for
	UsualBPM float64 // of the dance that it names
	Pace     int     // -2 very slow to 2 very fast
	Metre    string  // "3/4"
	Tonic    string  // "F#"; empty if only a mode was named, or nothing
	Mode     score.Mode
	Shift    int // of the key, in semitones
	// ShiftByKey is set where Shift is one semitone less in minor keys: "a third".
	ShiftByKey bool
	Length     float64 // s, as asked for
	Energy     int     // -2 to 2
	Bright     int     // -1 darker, 1 brighter
	Wet        int     // -1 drier, 1 more distant

	Play         []Part // parts that must play
	Only         bool   // nothing but Play
	Alone        bool   // nothing but Play in a new piece: "piano solo". In another one, a solo is a moment
	Players      int    // how many people play, where the text says so: "jazz trio"
	Without      []Part
	WithoutIn    []Absence // parts that are silent in one section only
	Silences     []Silence // parts that are silent in the first or the last bars only
	Avoid        []string  // styles that the piece must not have
	Textures     []string
	Leave        []Place // sections that the piece must not have
	Moves        []Move  // of sections
	NotKeys      []Tonality
	NotMetres    []string
	Straight     bool   // without swing
	Instrumental bool   // without voices
	Swung        bool   // with swing, in a text that asks for nothing else
	Ending       string // how the piece ends: fade, ritardando, held, stop
	NotEnding    string // how it shall not end

	NotMoods    []string        // moods that the piece shall have less of
	Faster      int             // -1 slower than now, 1 faster
	BPMBy       float64         // to add to the tempo, or to take away if negative
	Percent     float64         // of the tempo to add, or to take away if negative
	Opposed     bool            // whether it asks for opposite things: "slower faster"
	Times       int             // 2 twice as fast as now, -2 half as fast
	Longer      int             // -1 shorter than now, 1 longer
	LengthBit   bool            // only a bit longer or shorter
	LengthOf    SectionLength   // the section that a wish for another length names
	AlsoOf      []SectionLength // the other sections that it names, each with a length or a size
	Counts      []Count         // how many sections of a name the piece shall have
	LengthTimes int             // 2 twice as long as now, -2 half as long
	By          float64         // s to add, or to take away if negative
	Bars        int             // as asked for
	BarsBy      int             // to add, or to take away if negative
	Louder      []Part
	Quieter     []Part
	Volume      int              // -1 quieter than now as a whole, 1 louder: plans have no such level
	Steps       map[Part]float64 // how far a part gets louder or quieter: 1 unless given
	Swaps       []Swap
	Again       bool     // the same wishes with other notes
	Rewrite     []string // names of sections that get other notes
	Anew        []Part   // parts that get other notes
	Add         []string // names of sections that the piece gets one more of

	Readings []Reading
	Doubts   []Doubt
}

// Part is a role, or an instrument in any role; the other is empty.
type Part struct {
	Role       score.Role
	Instrument string
}

// String returns the name of the role or the instrument.
func (p Part) String() string {
	if p.Instrument != "" {
		return p.Instrument
	}
	return string(p.Role)
}

// Absence is a part that is silent in the sections of a name.
type Absence struct {
	Part    Part
	Section string
}

// SectionLength is a section that a wish for another length names.
type SectionLength struct {
	Place
	Words   string  // of the text
	Seconds float64 // as asked for; 0 if it is only to be longer or shorter
	Bars    int     // as asked for
	Size    int     // -1 short, 1 long; 0 in Wish.LengthOf
}

// Count is how many sections of a name a piece shall have.
type Count struct {
	Section string
	Number  int
	Words   string // of the text
}

// Swap is a part that another one replaces.
type Swap struct {
	From, To Part
}

// Reading is one wish that was read in a text.
type Reading struct {
	What  string `json:"what"`  // style, colour, mood, tempo, metre, key, length, energy, instrument, era, without, texture, sound, section, ending, again
	Value string `json:"value"` // as the plan has it
	Words string `json:"words"` // of the text
}

// Doubt is a wish that was not met as it was said.
type Doubt struct {
	What string `json:"what"` // as Reading.What
	Said string `json:"said"` // words of the text
	Done string `json:"done"` // code of what was done instead: clamped, ignored, first, halved, german, kept, style, section, whole, already, mastered, unclear, octave, missing, none, last, instrumental, artist, stranger, both, unwanted, moment, bars, count, number
}

// IsMood reports whether name is a mood that wishes and plans may have.
func IsMood(name string) bool {
	_, ok := read().feelings[name]
	return ok
}

// Feeling returns the mean of the moods, and whether there are any.
func (w *Wish) Feeling() (Feeling, bool) {
	var sum Feeling
	for _, mood := range w.Moods {
		f := read().feelings[mood]
		sum.Valence += f.Valence
		sum.Arousal += f.Arousal
	}
	n := float64(max(1, len(w.Moods)))
	return Feeling{sum.Valence / n, sum.Arousal / n}, len(w.Moods) > 0
}

// Empty reports whether nothing was understood.
func (w *Wish) Empty() bool { return len(w.Readings) == 0 }
