// Package score is the domain of written music: what is played when, by which
// part, in which key. It has no sound.
package score

// Tick is a musical time or length.
type Tick int32

const (
	Quarter Tick = 960 // ticks per quarter note
	Whole   Tick = 4 * Quarter
)

// Role is what a part does in the arrangement. A score has at most one part for
// each role, apart from Texture: every texture is a part.
type Role string

// The roles, from the bottom of the arrangement to its top.
const (
	Drums      Role = "drums"      // the kit; Note.Pitch is a Drum
	Percussion Role = "percussion" // shakers, congas, claps; Note.Pitch is a Drum
	Bass       Role = "bass"
	Comp       Role = "comp" // chords in rhythm
	Pad        Role = "pad"  // held chords
	Arp        Role = "arp"  // broken chords
	Lead       Role = "lead"
	Counter    Role = "counter" // answers the lead
	Texture    Role = "texture" // rain, vinyl; one note as long as it sounds
	Effects    Role = "effects" // Note.Pitch is an Effect
)

// Roles lists every role in the order of their constants.
var Roles = []Role{Drums, Percussion, Bass, Comp, Pad, Arp, Lead, Counter, Texture, Effects}

// Drum is a drum sound, numbered as the percussion map of General MIDI Level 1.
type Drum = uint8

// The drums that kits have.
const (
	Kick        Drum = 36
	Rim         Drum = 37
	Snare       Drum = 38
	Clap        Drum = 39
	LowTom      Drum = 41
	ClosedHat   Drum = 42
	MidTom      Drum = 45
	OpenHat     Drum = 46
	PedalHat    Drum = 44
	Crash       Drum = 49
	HighTom     Drum = 50
	Ride        Drum = 51
	RideBell    Drum = 53
	Tambourine  Drum = 54
	Cowbell     Drum = 56
	HighBongo   Drum = 60
	LowBongo    Drum = 61
	MuteConga   Drum = 62
	HighConga   Drum = 63
	LowConga    Drum = 64
	HighTimbale Drum = 65
	HighAgogo   Drum = 67
	Shaker      Drum = 70
	Guiro       Drum = 73
	Claves      Drum = 75
	Woodblock   Drum = 76
	Triangle    Drum = 81
)

// Effect is a sound of the role Effects.
type Effect = uint8

// The effects. All of them are as long as their note.
const (
	Riser  Effect = 60 // leads into a section, loudest at its end
	Fall   Effect = 61 // leads out of a loud section, loudest at its start
	Impact Effect = 62 // marks the start of a loud section
)

// Note is one note as it is performed.
type Note struct {
	Start    Tick  `json:"start"`  // from the start of the score
	Length   Tick  `json:"length"` // until the key is released, more than 0
	Pitch    uint8 `json:"pitch"`  // MIDI key, 0 to 127; 60 is middle C
	Velocity uint8 `json:"velocity"`
	Glide    Tick  `json:"glide,omitempty"` // time in which the pitch slides from the note before; 0 for none
}

// End returns when the key is released.
func (n Note) End() Tick { return n.Start + n.Length }

// Part is what one role plays, on one instrument.
type Part struct {
	Role       Role   `json:"role"`
	Instrument string `json:"instrument"` // of package instrument
	Notes      []Note `json:"notes"`      // sorted by Start, then Pitch
}

// Chord is a chord of the harmony.
type Chord struct {
	Start  Tick   `json:"start"`
	Length Tick   `json:"length"`
	Roman  string `json:"roman"`          // in the key of its section: "ii7", "bVII"
	Symbol string `json:"symbol"`         // "Dm7", "C/E"
	Root   int    `json:"root"`           // pitch class, 0 to 11; 0 is C
	Bass   int    `json:"bass"`           // pitch class of the lowest note
	Tones  []int  `json:"tones"`          // pitch classes from the root upwards, the colours last
	Scale  []int  `json:"scale,omitzero"` // pitch classes that fit over the chord, from the key's tonic upwards
}

// Section is a part of the form.
type Section struct {
	Name   string  `json:"name"`   // intro, verse, build, drop, chorus, bridge, solo, break, outro
	Letter string  `json:"letter"` // sections with one letter share their material: "A"
	Start  Tick    `json:"start"`
	Bars   int     `json:"bars"`
	Energy float64 `json:"energy"` // 0 to 1
	Key    Key     `json:"key"`
}

// Score is a finished piece of written music.
type Score struct {
	Title    string    `json:"title"`
	BPM      float64   `json:"bpm"`   // quarter notes per minute
	Beats    int       `json:"beats"` // quarter notes per bar: 3 or 4
	Key      Key       `json:"key"`
	Sections []Section `json:"sections"` // without gaps
	Chords   []Chord   `json:"chords"`   // without gaps
	Parts    []Part    `json:"parts"`
	Slowing  []Slowing `json:"slowing,omitzero"` // a written ritardando; empty for a constant tempo
}

// Slowing is a change of tempo that starts at a tick. Between two of them, the tempo is constant.
type Slowing struct {
	Start Tick    `json:"start"`
	BPM   float64 `json:"bpm"`
}

// Bar returns the length of a bar.
func (s *Score) Bar() Tick { return Tick(s.Beats) * Quarter }

// End returns the end of the last section.
func (s *Score) End() Tick {
	if len(s.Sections) == 0 {
		return 0
	}
	last := s.Sections[len(s.Sections)-1]
	return last.Start + Tick(last.Bars)*s.Bar()
}

// Seconds returns when a tick is heard, from the start of the score.
func (s *Score) Seconds(at Tick) float64 {
	bpm, from, passed := s.BPM, Tick(0), 0.0
	for _, slower := range s.Slowing {
		if slower.Start >= at {
			break
		}
		passed += seconds(slower.Start-from, bpm)
		bpm, from = slower.BPM, slower.Start
	}
	return passed + seconds(at-from, bpm)
}

func seconds(length Tick, bpm float64) float64 {
	return float64(length) * 60 / (bpm * float64(Quarter))
}

// Part returns the part of a role, or nil.
func (s *Score) Part(role Role) *Part {
	for i := range s.Parts {
		if s.Parts[i].Role == role {
			return &s.Parts[i]
		}
	}
	return nil
}
