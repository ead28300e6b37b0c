package score

import "fmt"

// Mode is a scale that a key is built on.
type Mode string

// The modes that styles use.
const (
	Major      Mode = "major"
	Minor      Mode = "minor" // natural; cadences may raise the seventh
	Dorian     Mode = "dorian"
	Phrygian   Mode = "phrygian"
	Lydian     Mode = "lydian"
	Mixolydian Mode = "mixolydian"
	Harmonic   Mode = "harmonic minor"
	Dominant   Mode = "phrygian dominant"
)

var scales = map[Mode][7]int{
	Major:      {0, 2, 4, 5, 7, 9, 11},
	Minor:      {0, 2, 3, 5, 7, 8, 10},
	Dorian:     {0, 2, 3, 5, 7, 9, 10},
	Phrygian:   {0, 1, 3, 5, 7, 8, 10},
	Lydian:     {0, 2, 4, 6, 7, 9, 11},
	Mixolydian: {0, 2, 4, 5, 7, 9, 10},
	Harmonic:   {0, 2, 3, 5, 7, 8, 11},
	Dominant:   {0, 1, 4, 5, 7, 8, 10},
}

// Key is a tonic and a mode.
type Key struct {
	Tonic int  `json:"tonic"` // pitch class, 0 to 11; 0 is C
	Mode  Mode `json:"mode"`
}

// Valid reports whether k is a key.
func (k Key) Valid() bool {
	_, ok := scales[k.Mode]
	return ok && k.Tonic >= 0 && k.Tonic < 12
}

// Scale returns the seven pitch classes of the key, from the tonic upwards.
func (k Key) Scale() [7]int {
	scale := scales[k.Mode]
	for i := range scale {
		scale[i] = (scale[i] + k.Tonic) % 12
	}
	return scale
}

// Minorish reports whether the third of the key is minor.
func (k Key) Minorish() bool { return scales[k.Mode][2] == 3 }

// Transpose returns the key that lies n semitones higher.
func (k Key) Transpose(n int) Key {
	k.Tonic = ((k.Tonic+n)%12 + 12) % 12
	return k
}

// tonics are spelled as the keys with the fewest accidentals are, by whether the third is minor.
var tonics = map[bool][12]string{
	false: {"C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"},
	true:  {"C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"},
}

// String returns the English name: "D minor".
func (k Key) String() string {
	if !k.Valid() {
		return "no key"
	}
	return fmt.Sprintf("%s %s", tonics[k.Minorish()][k.Tonic], k.Mode)
}
