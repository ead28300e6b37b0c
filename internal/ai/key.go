package ai

import (
	"strings"

	"sonora/internal/ai/compose/score"
	"sonora/internal/music"
)

// notes are the names of notes that keys have.
var notes = map[string]music.Message{
	"C": music.Say("C"), "C#": music.Say("C#"), "Db": music.Say("Db"), "D": music.Say("D"), "Eb": music.Say("Eb"), "E": music.Say("E"),
	"F": music.Say("F"), "F#": music.Say("F#"), "G": music.Say("G"), "G#": music.Say("G#"), "Ab": music.Say("Ab"), "A": music.Say("A"),
	"Bb": music.Say("Bb"), "B": music.Say("B"),
}

// KeyName returns a key of the composer, such as "D minor", as each language names it.
func KeyName(key string) music.Message {
	tonic, mode, _ := strings.Cut(key, " ")
	note, known := notes[tonic]
	if !known {
		return music.Verbatim(key)
	}
	switch score.Mode(mode) {
	case score.Major:
		return music.Say("%s major", note)
	case score.Minor:
		return music.Say("%s minor", note)
	case score.Dorian:
		return music.Say("%s dorian", note)
	case score.Phrygian:
		return music.Say("%s phrygian", note)
	case score.Lydian:
		return music.Say("%s lydian", note)
	case score.Mixolydian:
		return music.Say("%s mixolydian", note)
	case score.Harmonic:
		return music.Say("%s harmonic minor", note)
	case score.Dominant:
		return music.Say("%s phrygian dominant", note)
	}
	return music.Verbatim(key)
}
