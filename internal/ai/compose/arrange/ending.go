package arrange

import (
	"slices"

	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/score"
)

// slowing returns the tempi of the last beats that get slower.
func (w *writer) slowing() []score.Slowing {
	end := w.sections[len(w.sections)-1].end
	tempi := w.plan.Slowing()
	var all []score.Slowing
	for i, percent := range tempi {
		all = append(all, score.Slowing{Start: end - score.Tick(len(tempi)-i)*score.Quarter, BPM: float64(w.plan.BPM*float64(percent)) / 100})
	}
	return all
}

// end writes the last bar of the piece: on its first beat everybody meets on the tonic,
// for a short hit, or held. A stop plays on and breaks off before the last beat. What fades out
// plays on.
func (w *writer) end(role score.Role, on instrument.Instrument, s *section, notes []score.Note) []score.Note {
	if s.after != nil || role == score.Effects || w.plan.Ending == "fade" {
		return notes
	}
	start := s.end - w.bar
	length := w.bar
	switch w.plan.Ending {
	case "hit":
		length = score.Quarter / 2
	case "stop":
		until := s.end - score.Quarter
		notes = slices.DeleteFunc(notes, func(n score.Note) bool { return n.Start >= until })
		for i := range notes {
			notes[i].Length = min(notes[i].Length, until-notes[i].Start)
		}
		return notes
	}
	played := slices.ContainsFunc(notes, func(n score.Note) bool { return n.End() > start })
	notes = slices.DeleteFunc(notes, func(n score.Note) bool { return n.Start >= start })
	for i := range notes {
		notes[i].Length = min(notes[i].Length, start-notes[i].Start)
	}
	if !played {
		return notes
	}
	for _, pitch := range w.lastPitches(role, on, s, notes) {
		notes = append(notes, score.Note{Start: start, Length: length, Pitch: pitch, Velocity: 100})
	}
	return notes
}

// lastPitches returns what a role plays on the last downbeat.
func (w *writer) lastPitches(role score.Role, on instrument.Instrument, s *section, notes []score.Note) []uint8 {
	c := s.chords[len(s.chords)-1]
	switch role {
	case score.Drums:
		return []uint8{score.Kick, score.Crash}
	case score.Percussion:
		return nil
	case score.Bass:
		b := bassist{section: s, low: max(int(on.Low), 28), high: int(on.High)}
		return []uint8{uint8(b.above(c.Bass))}
	case score.Comp, score.Pad:
		return voicer(role, on, w.voicing(role)).Next(c)
	default:
		return []uint8{restingPitch(on, c, notes)}
	}
}

// restingPitch returns the root of a chord that is nearest to the last of some notes.
func restingPitch(on instrument.Instrument, c score.Chord, notes []score.Note) uint8 {
	from := (int(on.Low) + int(on.High)) / 2
	if len(notes) > 0 {
		from = int(notes[len(notes)-1].Pitch)
	}
	best := -1
	for pitch := int(on.Low); pitch <= int(on.High); pitch++ {
		if pitch%12 == c.Root && (best < 0 || distance(pitch, from) < distance(best, from)) {
			best = pitch
		}
	}
	return uint8(best)
}
