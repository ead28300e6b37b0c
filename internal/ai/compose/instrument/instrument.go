// Package instrument lists the instruments that the composer writes for. Package
// synth gives them their sound, or a SoundFont does.
package instrument

// Instrument is what a part can be played on.
type Instrument struct {
	Name    string
	Kind    Kind
	Low     uint8 // lowest MIDI key
	High    uint8 // highest MIDI key
	Program int   // of General MIDI Level 1, 0 to 127, of its drum kits for Kit; -1 for none
}

// Kind is a family of instruments that are written for alike.
type Kind string

// The kinds of instruments.
const (
	Bass    Kind = "bass"
	Keys    Kind = "keys"
	Mallet  Kind = "mallet"
	Plucked Kind = "plucked"
	Bowed   Kind = "bowed"
	Wind    Kind = "wind"
	Synth   Kind = "synth"
	Pad     Kind = "pad"
	Kit     Kind = "kit"
	Texture Kind = "texture"
	Effects Kind = "effects"
)

// All lists every instrument.
var All = []Instrument{
	{"sub-bass", Bass, 28, 55, 38},
	{"synth-bass", Bass, 28, 60, 38},
	{"reese-bass", Bass, 28, 55, 39},
	{"acid-bass", Bass, 31, 67, 39},
	{"fm-bass", Bass, 28, 60, 38},
	{"808-bass", Bass, 24, 55, 39},
	{"finger-bass", Bass, 28, 60, 33},
	{"picked-bass", Bass, 28, 60, 34},
	{"slap-bass", Bass, 28, 60, 36},
	{"upright-bass", Bass, 28, 60, 32},
	{"grand-piano", Keys, 21, 108, 0},
	{"felt-piano", Keys, 33, 96, 0},
	{"electric-piano", Keys, 28, 96, 4},
	{"fm-piano", Keys, 28, 96, 5},
	{"clavinet", Keys, 36, 84, 7},
	{"harpsichord", Keys, 36, 88, 6},
	{"drawbar-organ", Keys, 36, 96, 16},
	{"church-organ", Keys, 36, 96, 19},
	{"accordion", Keys, 41, 89, 21},
	{"celesta", Mallet, 60, 108, 8},
	{"music-box", Mallet, 60, 96, 10},
	{"vibraphone", Mallet, 53, 89, 11},
	{"marimba", Mallet, 45, 96, 12},
	{"kalimba", Mallet, 55, 91, 108},
	{"bells", Mallet, 60, 103, 14},
	{"steel-drum", Mallet, 52, 88, 114},
	{"nylon-guitar", Plucked, 40, 83, 24},
	{"steel-guitar", Plucked, 40, 86, 25},
	{"clean-guitar", Plucked, 40, 86, 27},
	{"muted-guitar", Plucked, 40, 79, 28},
	{"drive-guitar", Plucked, 40, 86, 30},
	{"banjo", Plucked, 48, 86, 105},
	{"ukulele", Plucked, 55, 84, 24},
	{"harp", Plucked, 36, 96, 46},
	{"koto", Plucked, 48, 86, 107},
	{"sitar", Plucked, 48, 84, 104},
	{"pizzicato", Plucked, 36, 96, 45},
	{"violin", Bowed, 55, 100, 40},
	{"cello", Bowed, 36, 76, 42},
	{"strings", Bowed, 36, 96, 48},
	{"choir", Bowed, 43, 84, 52},
	{"flute", Wind, 60, 96, 73},
	{"clarinet", Wind, 50, 91, 71},
	{"oboe", Wind, 58, 91, 68},
	{"saxophone", Wind, 49, 84, 66},
	{"trumpet", Wind, 54, 86, 56},
	{"muted-trumpet", Wind, 54, 84, 59},
	{"brass", Wind, 40, 86, 61},
	{"harmonica", Wind, 60, 91, 22},
	{"whistle", Wind, 72, 108, 78},
	{"supersaw", Synth, 36, 96, 90},
	{"saw-lead", Synth, 48, 96, 81},
	{"square-lead", Synth, 48, 96, 80},
	{"sine-lead", Synth, 48, 96, 80},
	{"pluck", Synth, 48, 96, 90},
	{"stab", Synth, 48, 84, 90},
	{"chip-square", Synth, 48, 103, 80},
	{"chip-triangle", Synth, 28, 84, 80},
	{"warm-pad", Pad, 36, 91, 89},
	{"glass-pad", Pad, 48, 96, 92},
	{"dark-pad", Pad, 36, 84, 89},
	{"air-pad", Pad, 48, 96, 91},
	{"acoustic-kit", Kit, 0, 127, 0},
	{"rock-kit", Kit, 0, 127, 16},
	{"brush-kit", Kit, 0, 127, 40},
	{"808-kit", Kit, 0, 127, 25},
	{"909-kit", Kit, 0, 127, 24},
	{"lofi-kit", Kit, 0, 127, 0},
	{"trap-kit", Kit, 0, 127, 25},
	{"breaks-kit", Kit, 0, 127, 0},
	{"chip-kit", Kit, 0, 127, 0},
	{"orchestral-kit", Kit, 0, 127, 48},
	{"latin-kit", Kit, 0, 127, 0},
	{"rain", Texture, 0, 127, -1},
	{"vinyl", Texture, 0, 127, -1},
	{"sea", Texture, 0, 127, -1},
	{"wind", Texture, 0, 127, -1},
	{"tape", Texture, 0, 127, -1},
	{"forest", Texture, 0, 127, -1},
	{"fire", Texture, 0, 127, -1},
	{"risers", Effects, 0, 127, -1},
}

var byName = func() map[string]Instrument {
	names := map[string]Instrument{}
	for _, i := range All {
		names[i.Name] = i
	}
	return names
}()

// Named returns the instrument of a name, and whether there is one.
func Named(name string) (Instrument, bool) {
	i, ok := byName[name]
	return i, ok
}
