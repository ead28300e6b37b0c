package plan

import (
	"slices"

	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
	"sonora/internal/music"
)

// The limits of plans that people edit.
const (
	maxTitle    = 200 // characters
	maxSections = 100
	maxBars     = 128 // of a section
	maxList     = 20  // moods and textures
)

// Valid returns nil if a plan that somebody edited can be composed, otherwise an
// Invalid error with sentences for its fields, as the JSON names them.
func (p Plan) Valid() error {
	f := music.FieldErrors{}
	if p.Engine != "" && p.Engine != Engine {
		f.Add("engine", "This version of the composer is not available here.")
	}
	f.Require("title", p.Title, "This field is required.")
	f.CheckLine("title", p.Title, maxTitle)
	f.CheckText("prompt", p.Prompt, 10_000)
	known(f, "style", style.Named(p.Style) != nil)
	f.Within("bpm", p.BPM, minBPM, maxBPM)
	f.Within("beats", float64(p.Beats), 3, 4)
	f.Within("swing", p.Swing, 0.5, 0.75)
	known(f, "key", p.Key.Valid())
	f.Within("energy", p.Energy, 0, 1)
	f.Within("bright", p.Bright, -1, 1)
	f.Within("wet", p.Wet, -1, 1)
	f.Within("loudness", p.Loudness, -30, -8)
	known(f, "ending", slices.Contains([]string{"ritardando", "hit", "held", "stop", "fade"}, p.Ending))
	f.Within("moods", float64(len(p.Moods)), 0, maxList)
	for _, mood := range p.Moods {
		known(f, "moods", prompt.IsMood(mood))
	}
	f.Within("textures", float64(len(p.Textures)), 0, maxList)
	for _, name := range p.Textures {
		i, ok := instrument.Named(name)
		known(f, "textures", ok && i.Kind == instrument.Texture)
	}
	for role, level := range p.Levels {
		known(f, "levels", slices.Contains(score.Roles, role))
		f.Within("levels", level, -maxLevel, maxLevel)
	}
	for role, take := range p.Takes {
		known(f, "takes", slices.Contains(score.Roles, role))
		f.Within("takes", float64(take), 0, 1_000_000)
	}
	p.checkInstruments(f)
	p.checkSections(f)
	return f.Err()
}

// Edited returns a valid plan that a person edited, with what follows from the rest: its
// length is that of its sections, its readings are those of its prompt, and no wish was
// left unmet.
func (p Plan) Edited() Plan {
	p.Engine, p.Taken, p.Doubts = Engine, nil, nil
	p.Understood = prompt.Read(p.Prompt).Readings
	p.Length = round(p.seconds(), 0.1)
	return p.tidy()
}

func known(f music.FieldErrors, field string, ok bool) {
	if !ok {
		f.Add(field, "Choose one of the values that this field has.")
	}
}

func (p Plan) checkInstruments(f music.FieldErrors) {
	known(f, "instruments", p.sounds())
	for role, name := range p.Instruments {
		i, ok := instrument.Named(name)
		known(f, "instruments", ok && slices.Contains(score.Roles, role) && Fits(i.Kind, role))
	}
}

// Fits reports whether instruments of a kind can play a role: kits drum, textures
// and effects sound, and all others play notes.
func Fits(kind instrument.Kind, role score.Role) bool {
	switch role {
	case score.Drums, score.Percussion:
		return kind == instrument.Kit
	case score.Texture:
		return kind == instrument.Texture
	case score.Effects:
		return kind == instrument.Effects
	default:
		return kind != instrument.Kit && kind != instrument.Texture && kind != instrument.Effects
	}
}

func (p Plan) checkSections(f music.FieldErrors) {
	f.Within("sections", float64(len(p.Sections)), 1, maxSections)
	for _, s := range p.Sections {
		f.CheckLine("sections", s.Name, 20)
		f.CheckLine("sections", s.Letter, 4)
		f.Require("sections", s.Name, "This field is required.")
		f.Require("sections", s.Letter, "This field is required.")
		f.Within("sections", float64(s.Bars), 1, maxBars)
		f.Within("sections", s.Energy, 0, 1)
		f.Within("sections", float64(s.Shift), -12, 12)
		f.Within("sections", float64(s.Take), 0, 1_000_000)
		if s.Roles != nil && len(s.Roles) == 0 {
			f.Add("sections", "Every section needs at least one part that plays.")
		}
		f.Within("sections", float64(len(s.Roles)), 0, float64(len(score.Roles)))
		for _, role := range s.Roles {
			_, plays := p.Instruments[role]
			known(f, "sections", plays)
		}
	}
	if p.BPM >= minBPM && p.Beats > 0 && len(p.Sections) <= maxSections {
		slack := p.bar() // the music ends within a bar of the length
		seconds := p.seconds()
		if seconds >= MinLength-slack && seconds <= MaxLength+slack {
			seconds = min(max(seconds, MinLength), MaxLength)
		}
		f.Within("length", seconds, MinLength, MaxLength)
	}
}
