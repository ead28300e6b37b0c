// Package style is what the composer knows about genres. A style is one file of
// data in the folder styles; adding a file adds a style.
package style

import (
	"strings"

	"sonora/internal/ai/compose/score"
)

// Style describes how music of a genre is written and how it sounds.
type Style struct {
	Name   string   `json:"-"`      // file name without extension: "lo-fi"
	Label  Label    `json:"label"`  // what people see
	Family string   `json:"family"` // electronic, urban, band, jazz, acoustic, latin, orchestral, calm
	Words  []string `json:"words"`  // words and phrases that ask for it, English and Spanish, in small letters without accents
	Hints  []string `json:"hints"`  // the same, that count only if the prompt names no style

	Tempo  Range   `json:"tempo"`  // quarter notes per minute
	Beats  int     `json:"beats"`  // per bar: 3 or 4
	Swing  float64 `json:"swing"`  // where the second of two Grid notes lies: 0.5 straight, 0.667 triplets
	Grid   int     `json:"grid"`   // notes per bar that swing and patterns count in: 8, 12 or 16
	Energy float64 `json:"energy"` // 0 to 1, unless the prompt says otherwise

	Modes        Choices       `json:"modes"` // names of score.Mode
	Progressions []Progression `json:"progressions"`
	Colours      Choices       `json:"colours"` // of chords without a suffix: triad, power, sus, add9, 6, 7, 9, 13, quartal
	Voicing      string        `json:"voicing"` // close, open, drop2, rootless, power, spread, quartal

	Drums      Choices `json:"drums"`      // families of package arrange; empty for none
	Percussion Choices `json:"percussion"` // families
	Bass       Choices `json:"bass"`       // families
	Comp       Choices `json:"comp"`       // families
	Arp        Choices `json:"arp"`        // families
	Melody     Melody  `json:"melody"`

	Forms       []Form                 `json:"forms"`
	Fills       int                    `json:"fills"`     // a drum fill every so many bars; 0 for none
	KeyChange   float64                `json:"keyChange"` // probability that the last chorus is higher
	Ending      Choices                `json:"ending"`    // ritardando, hit, held, stop
	Instruments map[score.Role]Choices `json:"instruments"`
	Human       Human                  `json:"human"`
	Mix         Mix                    `json:"mix"`
}

// Label is a name in the languages of the app.
type Label struct {
	English string `json:"en"`
	Spanish string `json:"es"`
}

// In returns the name in a language: en, es or a variant of them.
func (l Label) In(language string) string {
	if strings.HasPrefix(language, "es") {
		return l.Spanish
	}
	return l.English
}

// Range is a range with its usual value.
type Range struct {
	Low     float64 `json:"low"`
	Typical float64 `json:"typical"`
	High    float64 `json:"high"`
}

// Weighted is a choice that is made with a probability in proportion to Weight.
type Weighted struct {
	Value  string
	Weight float64
}

// Choices are values to choose from. A file has them as an object from values to
// weights, {"swing": 3, "brushes": 1}, and their order is that of the file.
type Choices []Weighted

// Progression is a sequence of chords for the sections that For names. Bars are
// separated by "|", chords of one bar by spaces: "ii7 V7 | I".
//
// A numeral counts from the major scale on the tonic in every mode, so that A minor
// has "i bIII iv v bVI bVII". Small letters are minor chords. Suffixes are those of
// lead sheets: 6, 7, maj7, m7b5, o, o7, +, 9, 13, add9, sus2, sus4, 7sus4, 5 for a
// power chord; minor chords need no m. "V7/ii" is the dominant of a degree, "I/3" has
// the third degree of the major scale in the bass, "bVII/1" the tonic.
type Progression struct {
	For    []string `json:"for"`    // names of sections; empty for all
	Modes  []string `json:"modes"`  // that it belongs to; empty for all of the style's
	Chords string   `json:"chords"` // see below
	Ends   string   `json:"ends"`   // the cadence: full, half, plagal, deceptive, open
	Weight float64  `json:"weight"`
}

// Melody is how leads move.
type Melody struct {
	Low     uint8   `json:"low"`     // MIDI key
	High    uint8   `json:"high"`    // MIDI key
	Density float64 `json:"density"` // notes per bar
	Scale   string  `json:"scale"`   // mode, pentatonic, blues
	Leaps   float64 `json:"leaps"`   // share of steps larger than a third, 0 to 1
	Rests   float64 `json:"rests"`   // share of silence, 0 to 1
	Motif   int     `json:"motif"`   // bars of the idea that returns: 1 or 2
	Answers bool    `json:"answers"` // whether leads call and counters respond
}

// Form is a sequence of sections. The planner repeats and cuts sections until the length fits.
type Form struct {
	Weight   float64   `json:"weight"`
	Sections []Section `json:"sections"`
}

// Section is a section of a form.
type Section struct {
	Name   string       `json:"name"`
	Letter string       `json:"letter"`
	Bars   int          `json:"bars"`
	Energy float64      `json:"energy"` // 0 to 1
	Roles  []score.Role `json:"roles"`
}

// Human is how people play the style. Machines have zeros.
type Human struct {
	Timing   float64                `json:"timing"`   // standard deviation, ms
	Velocity float64                `json:"velocity"` // standard deviation, 0 to 1
	Push     map[score.Role]float64 `json:"push"`     // ms; negative is early
	Strum    float64                `json:"strum"`    // ms between the notes of a chord
}

// Mix is how the style is mixed and mastered.
type Mix struct {
	Levels     map[score.Role]float64 `json:"levels"`     // dB against the usual balance
	Reverb     map[score.Role]float64 `json:"reverb"`     // send, 0 to 1
	Delay      map[score.Role]float64 `json:"delay"`      // send, 0 to 1
	Room       float64                `json:"room"`       // s, until the reverb has fallen by 60 dB
	DelayBeats float64                `json:"delayBeats"` // 0.75 is a dotted eighth
	Sidechain  float64                `json:"sidechain"`  // dB by which the kick lowers bass and pads
	Drive      float64                `json:"drive"`      // saturation of the whole, 0 to 1
	Width      float64                `json:"width"`      // of the sides, 0 to 2; 1 leaves them
	Tilt       float64                `json:"tilt"`       // dB per octave around 1 kHz; negative is darker
	Sub        float64                `json:"sub"`        // dB below 100 Hz, for what a tilt cannot balance
	Lowpass    float64                `json:"lowpass"`    // Hz; 0 for none
	Loudness   float64                `json:"loudness"`   // LUFS: -14, or -16 for calm music
}
