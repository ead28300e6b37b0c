package ai

import (
	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
	"sonora/internal/music"
)

// Choice is a value that a plan can have.
type Choice struct {
	Name  string // in plans
	Label music.Message
}

// Choices are the values that people choose from when they edit a plan.
type Choices struct {
	Styles      []Choice
	Instruments map[score.Role][]Choice // that can play the role
}

// PlanChoices returns what a plan can have.
func PlanChoices() *Choices {
	c := &Choices{Instruments: map[score.Role][]Choice{}}
	for _, s := range style.All() {
		c.Styles = append(c.Styles, Choice{s.Name, styleOf(s.Name)})
	}
	for _, role := range score.Roles {
		for _, i := range instrument.All {
			if plan.Fits(i.Kind, role) {
				c.Instruments[role] = append(c.Instruments[role], Choice{i.Name, instruments[i.Name]})
			}
		}
	}
	return c
}

// instruments are the names of the instruments for people.
var instruments = map[string]music.Message{
	"sub-bass":       music.Say("Sub bass"),
	"synth-bass":     music.Say("Synth bass"),
	"reese-bass":     music.Say("Reese bass"),
	"acid-bass":      music.Say("Acid bass"),
	"fm-bass":        music.Say("FM bass"),
	"808-bass":       music.Say("808 bass"),
	"finger-bass":    music.Say("Finger bass"),
	"picked-bass":    music.Say("Picked bass"),
	"slap-bass":      music.Say("Slap bass"),
	"upright-bass":   music.Say("Upright bass"),
	"grand-piano":    music.Say("Grand piano"),
	"felt-piano":     music.Say("Felt piano"),
	"electric-piano": music.Say("Electric piano"),
	"fm-piano":       music.Say("FM piano"),
	"clavinet":       music.Say("Clavinet"),
	"harpsichord":    music.Say("Harpsichord"),
	"drawbar-organ":  music.Say("Drawbar organ"),
	"church-organ":   music.Say("Church organ"),
	"accordion":      music.Say("Accordion"),
	"celesta":        music.Say("Celesta"),
	"music-box":      music.Say("Music box"),
	"vibraphone":     music.Say("Vibraphone"),
	"marimba":        music.Say("Marimba"),
	"kalimba":        music.Say("Kalimba"),
	"bells":          music.Say("Bells"),
	"steel-drum":     music.Say("Steel drum"),
	"nylon-guitar":   music.Say("Nylon guitar"),
	"steel-guitar":   music.Say("Steel-string guitar"),
	"clean-guitar":   music.Say("Clean electric guitar"),
	"muted-guitar":   music.Say("Muted electric guitar"),
	"drive-guitar":   music.Say("Overdriven guitar"),
	"banjo":          music.Say("Banjo"),
	"ukulele":        music.Say("Ukulele"),
	"harp":           music.Say("Harp"),
	"koto":           music.Say("Koto"),
	"sitar":          music.Say("Sitar"),
	"pizzicato":      music.Say("Pizzicato strings"),
	"violin":         music.Say("Violin"),
	"cello":          music.Say("Cello"),
	"strings":        music.Say("Strings"),
	"choir":          music.Say("Choir"),
	"flute":          music.Say("Flute"),
	"clarinet":       music.Say("Clarinet"),
	"oboe":           music.Say("Oboe"),
	"saxophone":      music.Say("Saxophone"),
	"trumpet":        music.Say("Trumpet"),
	"muted-trumpet":  music.Say("Muted trumpet"),
	"brass":          music.Say("Brass section"),
	"harmonica":      music.Say("Harmonica"),
	"whistle":        music.Say("Tin whistle"),
	"supersaw":       music.Say("Supersaw"),
	"saw-lead":       music.Say("Saw lead"),
	"square-lead":    music.Say("Square lead"),
	"sine-lead":      music.Say("Sine lead"),
	"pluck":          music.Say("Synth pluck"),
	"stab":           music.Say("Synth stab"),
	"chip-square":    music.Say("Chip square wave"),
	"chip-triangle":  music.Say("Chip triangle wave"),
	"warm-pad":       music.Say("Warm pad"),
	"glass-pad":      music.Say("Glass pad"),
	"dark-pad":       music.Say("Dark pad"),
	"air-pad":        music.Say("Airy pad"),
	"acoustic-kit":   music.Say("Acoustic drums"),
	"rock-kit":       music.Say("Rock drums"),
	"brush-kit":      music.Say("Brushed drums"),
	"808-kit":        music.Say("808 drums"),
	"909-kit":        music.Say("909 drums"),
	"lofi-kit":       music.Say("Lo-fi drums"),
	"trap-kit":       music.Say("Trap drums"),
	"breaks-kit":     music.Say("Breakbeat drums"),
	"chip-kit":       music.Say("Chip drums"),
	"orchestral-kit": music.Say("Orchestral percussion"),
	"latin-kit":      music.Say("Latin percussion"),
	"rain":           music.Say("Rain"),
	"vinyl":          music.Say("Vinyl crackle"),
	"sea":            music.Say("Sea"),
	"wind":           music.Say("Wind"),
	"tape":           music.Say("Tape hiss"),
	"forest":         music.Say("Forest"),
	"fire":           music.Say("Fire"),
	"risers":         music.Say("Risers"),
}
