package arrange

import (
	"slices"

	"sonora/internal/ai/compose/harmony"
	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/score"
)

// between the lowest and the highest voice of chords lie at least this many semitones.
const narrowest = 19

// registers are where chords sound well, as MIDI keys.
var registers = map[score.Role][2]uint8{score.Comp: {50, 77}, score.Pad: {48, 79}, score.Arp: {57, 84}}

// powerRegister is where power chords sound well, which have no third that could be muddy.
var powerRegister = [2]uint8{40, 64}

// voicer returns a voicer for a role on an instrument.
func voicer(role score.Role, on instrument.Instrument, class string) *harmony.Voicer {
	register := registers[role]
	if class == "power" {
		register = powerRegister
	}
	low, high := max(on.Low, register[0]), min(on.High, register[1])
	if high < low+narrowest {
		high = min(on.High, low+narrowest)
		low = max(on.Low, high-narrowest)
	}
	return &harmony.Voicer{Class: class, Low: low, High: high}
}

// voicing returns the class of voicings that a role plays.
func (w *writer) voicing(role score.Role) string {
	wide := w.style.Voicing == "spread" || w.style.Voicing == "quartal"
	switch {
	case role == score.Comp && w.family(role, w.style.Comp, "block") == "power-eighths":
		return "power"
	case role == score.Pad && !wide:
		return "open"
	}
	return w.style.Voicing
}

// voices returns the voicings of a section's chords, by their start.
func (s *section) voices(v *harmony.Voicer) map[score.Tick][]uint8 {
	voicings := map[score.Tick][]uint8{}
	for _, c := range s.chords {
		voicings[c.Start] = v.Next(c)
	}
	return voicings
}

func (w *writer) writeComp(on instrument.Instrument, s *section) []score.Note {
	family := compFamilies()[w.family(score.Comp, w.style.Comp, "block")]
	voicings := s.voices(voicer(score.Comp, on, w.voicing(score.Comp)))
	var notes []score.Note
	for bar := range s.Bars {
		for _, line := range family.Levels[s.level(bar, len(family.Levels))] {
			at := s.start + score.Tick(bar)*w.bar
			notes = append(notes, family.play(s, voicings, on, family.bar(line, bar, w.plan.Beats), at)...)
		}
	}
	if !s.accompanied(score.Comp) {
		s.ring(notes)
	}
	return notes
}

// accompanied reports whether anybody fills the rests of a role in a section.
func (s *section) accompanied(role score.Role) bool {
	for _, other := range []score.Role{score.Drums, score.Bass, score.Comp, score.Pad, score.Arp} {
		if other != role && s.plays(other) {
			return true
		}
	}
	return false
}

// ring holds every chord until the next one.
func (s *section) ring(notes []score.Note) {
	slices.SortStableFunc(notes, func(a, b score.Note) int { return int(a.Start - b.Start) })
	next, from := s.end, s.end
	for i := len(notes) - 1; i >= 0; i-- {
		n := &notes[i]
		if n.Start < from {
			next, from = from, n.Start
		}
		c := s.chordAt(n.Start)
		n.Length = max(n.Length, min(next, c.Start+c.Length)-n.Start)
	}
}

// play plays one bar of a line.
func (f compFamily) play(s *section, voicings map[score.Tick][]uint8, on instrument.Instrument, line string, at score.Tick) []score.Note {
	var notes []score.Note
	step := f.step()
	for i, mark := range line {
		start := at + score.Tick(i)*step
		if mark == '-' && s.startsChord(start) {
			mark = 'x'
		}
		if mark == '.' || mark == '-' {
			continue
		}
		c := s.chordAt(start)
		if early := s.chordAt(start + score.Quarter/2); f.Anticipate && i%2 == 1 {
			c = early
		}
		steps := 1
		for i+steps < len(line) && line[i+steps] == '-' && s.chordAt(start+score.Tick(steps)*step).Start <= c.Start {
			steps++
		}
		length := score.Tick(steps) * step * score.Tick(f.Gate) / 100
		length = min(length, c.Start+c.Length-start)
		pitches, velocity := voicesOf(mark, voicings[c.Start], int(on.High))
		if mark == 's' {
			length = score.Quarter / 16
		}
		for _, pitch := range pitches {
			notes = append(notes, score.Note{Start: start, Length: max(length, 1), Pitch: pitch, Velocity: velocity})
		}
	}
	return notes
}

// voicesOf returns the voices of a chord that a mark plays, and how loud.
func voicesOf(mark rune, voicing []uint8, high int) (pitches []uint8, velocity uint8) {
	upper := voicing[min(1, len(voicing)-1):]
	switch mark {
	case 'X', 'D':
		return voicing, 106
	case 'x', 'd':
		return voicing, 90
	case 'o':
		return voicing, 70
	case 'u':
		return upper, 76
	case 's':
		return upper, 44
	case 'b':
		return voicing[:1], 92
	case 't':
		return upper, 78
	case 'T':
		return upper, 100
	}
	voice := int(mark-'0') - 1
	pitch := int(voicing[voice%len(voicing)]) + voice/len(voicing)*12
	for pitch > high {
		pitch -= 12
	}
	return []uint8{uint8(pitch)}, 84
}

// writePad holds the voices of every chord. A voice that stays is not struck again.
func (w *writer) writePad(on instrument.Instrument, s *section) []score.Note {
	voicings := s.voices(voicer(score.Pad, on, w.voicing(score.Pad)))
	var notes []score.Note
	for _, c := range s.chords {
		for _, pitch := range voicings[c.Start] {
			held := slices.IndexFunc(notes, func(n score.Note) bool { return n.Pitch == pitch && n.End() == c.Start && n.Length < 8*w.bar })
			if held >= 0 {
				notes[held].Length += c.Length
				continue
			}
			notes = append(notes, score.Note{Start: c.Start, Length: c.Length, Pitch: pitch, Velocity: 76})
		}
	}
	return notes
}

func (w *writer) writeArp(on instrument.Instrument, s *section) []score.Note {
	family := arpFamilies()[w.family(score.Arp, w.style.Arp, "up-down")]
	r := w.dice(s, score.Arp)
	voicings := s.voices(voicer(score.Arp, on, "close"))
	var notes []score.Note
	nth, over := 0, score.Tick(-1) // notes played over the chord that starts then
	for bar := range s.Bars {
		line := family.bar(family.Levels[s.level(bar, len(family.Levels))], bar, w.plan.Beats)
		for i, mark := range line {
			drawn := r.IntN(64)
			if velocities[mark] == 0 {
				continue
			}
			start := s.start + score.Tick(bar)*w.bar + score.Tick(i)*family.step()
			c := s.chordAt(start)
			if c.Start != over {
				nth, over = 0, c.Start
			}
			for _, pitch := range family.pitches(voicings[c.Start], nth, drawn, int(on.High)) {
				notes = append(notes, score.Note{Start: start, Length: max(family.step()*score.Tick(family.Gate)/100, 1), Pitch: pitch, Velocity: velocities[mark] - 12})
			}
			nth++
		}
	}
	return notes
}

// pitches returns what an arpeggio plays as the n-th of a chord, counted from 0.
func (f arpFamily) pitches(voicing []uint8, nth, drawn, high int) []uint8 {
	if f.Order == "chord" {
		return voicing
	}
	var ladder []uint8
	for octave := range f.Octaves {
		for _, pitch := range voicing {
			if up := int(pitch) + 12*octave; up <= high && !slices.Contains(ladder, uint8(up)) {
				ladder = append(ladder, uint8(up))
			}
		}
	}
	slices.Sort(ladder)
	n := len(ladder)
	switch f.Order {
	case "down":
		return ladder[n-1-nth%n:][:1]
	case "up-down":
		turn := max(2*n-2, 1)
		return ladder[min(nth%turn, turn-nth%turn):][:1]
	case "random":
		return ladder[drawn%n:][:1]
	case "alberti":
		return ladder[[]int{0, n - 1, n / 2, n - 1}[nth%4]:][:1]
	}
	return ladder[nth%n:][:1]
}
