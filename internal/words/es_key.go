package words

// spanishKey has the names of notes and keys.
var spanishKey = map[string]string{
	"C": "do", "C#": "do sostenido", "Db": "re bemol", "D": "re", "Eb": "mi bemol", "E": "mi", "F": "fa", "F#": "fa sostenido",
	"G": "sol", "G#": "sol sostenido", "Ab": "la bemol", "A": "la", "Bb": "si bemol", "B": "si",
	"%s major": "%s mayor", "%s minor": "%s menor", "%s dorian": "%s dórico", "%s phrygian": "%s frigio", "%s lydian": "%s lidio",
	"%s mixolydian": "%s mixolidio", "%s harmonic minor": "%s menor armónica", "%s phrygian dominant": "%s frigio dominante",
}
