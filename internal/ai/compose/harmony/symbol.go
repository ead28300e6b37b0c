package harmony

import (
	"strings"

	"sonora/internal/ai/compose/score"
)

var (
	flats  = [12]string{"C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"}
	sharps = [12]string{"C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"}
)

// symbol returns a chord's name as in lead sheets.
func symbol(c score.Chord, q quality, key score.Key) string {
	names := spelling(key, strings.HasPrefix(c.Roman, "b"))
	text := names[c.Root] + q.suffix()
	if c.Bass != c.Root {
		text += "/" + names[c.Bass]
	}
	return text
}

// Over returns a chord with another pitch class in the bass.
func Over(c score.Chord, bass int, key score.Key) score.Chord {
	c.Bass = bass
	c.Symbol, _, _ = strings.Cut(c.Symbol, "/")
	if bass != c.Root {
		c.Symbol += "/" + spelling(key, strings.HasPrefix(c.Roman, "b"))[bass]
	}
	return c
}

// spelling returns names with flats for keys with flats and for lowered degrees.
func spelling(key score.Key, lowered bool) *[12]string {
	major := key.Tonic
	if key.Minorish() {
		major = (major + 3) % 12
	}
	// Seen from C, keys with sharps are 1 to 6 fifths up. Of the two names of the last one,
	// major is F# and minor is Eb, as score.Key has them.
	if fifths := major * 7 % 12; lowered || fifths > 6 || fifths == 6 && key.Minorish() {
		return &flats
	}
	return &sharps
}

func (q quality) suffix() string {
	written := strings.NewReplacer("°7", "dim7", "°", "dim", "o7", "dim7", "ø7", "m7b5", "ø", "m7b5", "+", "aug", "q", "sus4", "M7", "maj7").Replace(q.written)
	if q.minor && q.third == 3 && !q.dim() {
		return "m" + written
	}
	return written
}
