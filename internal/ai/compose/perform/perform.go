// Package perform plays a written score as people play it: with swing, accents,
// phrases and small differences of time and strength. Machines play it as written.
package perform

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/style"
)

// Play changes the times and velocities of all notes of a score. Notes stay in their section,
// the notes of a part are sorted, and no two of one pitch overlap.
func Play(piece *score.Score, p plan.Plan, s *style.Style) {
	for i := range piece.Parts {
		part := &piece.Parts[i]
		player := player{piece: piece, role: part.Role, human: s.Human, pair: pair(p.Beats, s.Grid), swing: p.Swing}
		if on, _ := instrument.Named(part.Instrument); on.Kind == instrument.Plucked {
			player.strums = 1
		} else if on.Kind == instrument.Keys || on.Kind == instrument.Mallet {
			player.strums = 1.0 / 3
		}
		var played []score.Note
		for j, section := range piece.Sections {
			until := section.Start + score.Tick(section.Bars)*piece.Bar()
			notes := within(part.Notes, section.Start, until)
			sortNotes(notes)
			r := dice.New(p.Seed, "perform", strconv.Itoa(j), section.Letter, strconv.Itoa(p.Sections[j].Take), string(part.Role))
			played = append(played, player.play(r, section, until, notes)...)
		}
		part.Notes = separate(played)
	}
}

// pair returns the length of two notes of a style's grid, between which swing moves the second. A grid
// of triplets swings eighths.
func pair(beats, grid int) score.Tick {
	if beats == 4 && grid == 16 || beats == 3 && grid == 12 {
		return score.Quarter / 2
	}
	return score.Quarter
}

func within(notes []score.Note, from, to score.Tick) []score.Note {
	var found []score.Note
	for _, n := range notes {
		if n.Start >= from && n.Start < to {
			found = append(found, n)
		}
	}
	return found
}

func sortNotes(notes []score.Note) {
	slices.SortStableFunc(notes, func(a, b score.Note) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Pitch, b.Pitch))
	})
}

// player plays one part.
type player struct {
	piece *score.Score
	role  score.Role
	human style.Human
	pair  score.Tick
	swing float64 // 0.5 is straight

	strums float64 // share of the style's strum: all of it on strings, a third with two hands, none on others
}

// play plays the sorted notes of one section. For every chord it draws a time and a strength, and a little more for each note.
func (p player) play(r *rand.Rand, s score.Section, until score.Tick, notes []score.Note) []score.Note {
	push, strum := p.ticks(p.human.Push[p.role]), p.ticks(float64(p.human.Strum*p.strums))
	for from := 0; from < len(notes); {
		to := from + 1
		for to < len(notes) && notes[to].Start == notes[from].Start {
			to++
		}
		written := notes[from].Start - s.Start
		late := push + p.ticks(float64(p.human.Timing*dice.Normal(r)))
		together := dice.Normal(r)
		upstroke := p.strums == 1 && written%score.Quarter != 0
		for i := from; i < to; i++ {
			nth := i - from
			if upstroke {
				nth = to - 1 - i
			}
			n := &notes[i]
			strength := p.strength(0.9*together) + p.strength(0.4*dice.Normal(r))
			n.Velocity = p.velocity(n.Velocity, written, s.Energy, strength)
			start := s.Start + p.swung(written)
			end := s.Start + p.swung(n.End()-s.Start)
			n.Start = max(s.Start, min(start+late+score.Tick(nth)*strum, until-1))
			n.Length = max(1, min(n.Start+end-start, until)-n.Start)
		}
		from = to
	}
	return notes
}

// strength returns by how much velocities differ, so many standard deviations from the usual.
func (p player) strength(deviations float64) int {
	return int(math.Round(p.human.Velocity * deviations * 127))
}

// ticks returns a time in ms as ticks at the score's tempo.
func (p player) ticks(ms float64) score.Tick {
	return score.Tick(math.Round(ms * p.piece.BPM * float64(score.Quarter) / 60000))
}

// swung moves a time, seen from the start of a section, as swing wants it. What lies on thirds of a pair stays.
func (p player) swung(at score.Tick) score.Tick {
	permille := score.Tick(math.Round(p.swing * 1000))
	in := at % p.pair
	if permille <= 500 || permille > 750 || in*3%p.pair == 0 {
		return at
	}
	half := p.pair / 2
	if in < half {
		return at - in + in*2*permille/1000
	}
	return at - in + p.pair*permille/1000 + (in-half)*2*(1000-permille)/1000
}

// velocity returns how strongly a note is played that is written at a time of its section.
func (p player) velocity(written uint8, at score.Tick, energy float64, strength int) uint8 {
	v := int(written) * (68 + int(math.Round(energy*36))) / 100
	if p.human.Velocity > 0 && p.role != score.Drums && p.role != score.Percussion {
		v += p.accent(at) + p.arc(at)
	}
	return uint8(max(1, min(v+strength, 127)))
}

// accent returns the weight of a time in its bar.
func (p player) accent(at score.Tick) int {
	in := at % p.piece.Bar()
	switch {
	case in == 0:
		return 6
	case p.piece.Beats == 4 && in == 2*score.Quarter:
		return 3
	case in%score.Quarter == 0:
		return 0
	case in%(score.Quarter/2) == 0:
		return -3
	}
	return -6
}

// arc returns the swell of a phrase of four bars: up until its third quarter, then down.
func (p player) arc(at score.Tick) int {
	phrase := 4 * p.piece.Bar()
	in := at % phrase
	if peak := phrase * 3 / 4; in > peak {
		return 5 - int(10*(in-peak)/(phrase-peak))
	}
	return -5 + int(10*in/(phrase*3/4))
}

// separate sorts notes and ends every note where the next one of its pitch starts.
// Of two that start at once, it keeps one: the stronger and the longer of both.
func separate(notes []score.Note) []score.Note {
	sortNotes(notes)
	var kept []score.Note
	last := map[uint8]int{}
	for _, n := range notes {
		i, again := last[n.Pitch]
		if again && kept[i].Start == n.Start {
			kept[i].Length = max(kept[i].Length, n.Length)
			kept[i].Velocity = max(kept[i].Velocity, n.Velocity)
			continue
		}
		if again {
			kept[i].Length = min(kept[i].Length, n.Start-kept[i].Start)
		}
		last[n.Pitch] = len(kept)
		kept = append(kept, n)
	}
	return kept
}
