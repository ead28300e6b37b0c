package arrange

import (
	"slices"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
)

// loud and quiet are how much the energy changes where effects mark it.
const (
	louder  = 0.2
	quieter = 0.25
)

// writeEffects writes risers into louder sections, impacts where they start, and falls where it gets quiet.
func (w *writer) writeEffects(s *section) []score.Note {
	var notes []score.Note
	effect := func(e score.Effect, start, length score.Tick, velocity uint8) {
		length = min(length, s.end-start)
		notes = append(notes, score.Note{Start: start, Length: length, Pitch: e, Velocity: velocity})
	}
	if s.before != nil && s.Energy-s.before.Energy >= louder {
		effect(score.Impact, s.start, 2*w.bar, 100)
	}
	if s.before != nil && s.before.Energy-s.Energy >= quieter {
		effect(score.Fall, s.start, 2*w.bar, 84)
	}
	if s.after != nil && (s.Name == "build" || s.after.Energy-s.Energy >= louder) {
		bars := min(4, s.Bars)
		if s.Name == "build" {
			bars = min(8, s.Bars)
		}
		effect(score.Riser, s.end-score.Tick(bars)*w.bar, score.Tick(bars)*w.bar, 92)
	}
	return notes
}

// textures returns a part for every texture of a plan. They end in the last bar,
// while its chord still sounds.
func textures(p plan.Plan, piece *score.Score) []score.Part {
	end := piece.End() - piece.Bar()/2
	names := slices.Clone(p.Textures)
	if name, ok := p.Instruments[score.Texture]; ok && !slices.Contains(names, name) {
		names = append(names, name)
	}
	var parts []score.Part
	for _, name := range names {
		parts = append(parts, score.Part{Role: score.Texture, Instrument: name, Notes: []score.Note{{Length: end, Pitch: 60, Velocity: 80}}})
	}
	return parts
}
