package arrange

import (
	"math/rand/v2"

	"sonora/internal/ai/compose/instrument"
	"sonora/internal/ai/compose/score"
)

// writeCounter answers where the lead rests: with a figure of its own, or with the
// call, lower. Where the lead never rests, or does not play, the counter sings a slow
// line through the chords.
func (w *writer) writeCounter(on instrument.Instrument, s *section) []score.Note {
	r := w.dice(s, score.Counter)
	low, high := int(w.style.Melody.Low), int(w.style.Melody.High)
	if low == 0 || high <= low {
		low, high = 60, 81
	}
	sing := w.newSinger(s, on, low-7, high-5)
	answer := drawAnswer(r)
	if w.answered(s) {
		answer = w.idea.call().response()
	}
	var notes []score.Note
	answers := 0
	for _, gap := range w.gaps(s) {
		if fits := answer.within(gap[1] - gap[0]); len(fits.notes) > 0 {
			notes = append(notes, sing.sing(fits, gap[0], false)...)
			answers++
		}
	}
	if answers >= max(1, s.Bars/4) {
		return trim(notes, s.end)
	}
	sing = w.newSinger(s, on, low-7, high-5)
	notes = nil
	for i, c := range s.chords {
		slow := motif{length: c.Length, notes: []motifNote{{length: c.Length, degree: []int{0, 1, 2, 1}[i%4]}}}
		notes = append(notes, sing.sing(slow, c.Start, false)...)
	}
	return trim(notes, s.end)
}

// drawAnswer draws a short figure that rises or falls.
func drawAnswer(r *rand.Rand) motif {
	lines := []string{"x-x-x---", "x---x---", "x-xxx---", "--x-x---", "x--xx---", "x-x-x-x-"}
	m := motif{length: 2 * score.Quarter, notes: onsets(lines[r.IntN(len(lines))], score.Quarter/4)}
	direction := 1 - 2*r.IntN(2)
	for i := range m.notes {
		m.notes[i].degree = direction * (i - 1)
	}
	return m
}

// response returns a call as an answer: at once, a third lower, and down to its end.
func (m motif) response() motif {
	m = m.sequence(-2).tail(-1)
	for i, from := 0, m.notes[0].at; i < len(m.notes); i++ {
		m.notes[i].at -= from
	}
	m.notes[len(m.notes)-1].rests = true
	return m
}

// within returns the notes of a motif that end within a length.
func (m motif) within(length score.Tick) motif {
	var notes []motifNote
	for _, n := range m.notes {
		if n.at+n.length <= length {
			notes = append(notes, n)
		}
	}
	m.notes = notes
	return m
}

// gaps returns where the lead of a section rests for a beat or more. They start on an eighth after its last note.
func (w *writer) gaps(s *section) [][2]score.Tick {
	if !s.plays(score.Lead) {
		return nil
	}
	on, _ := instrument.Named(w.plan.Instruments[score.Lead])
	var gaps [][2]score.Tick
	at := s.start
	add := func(until score.Tick) {
		const eighth = score.Quarter / 2
		if from := (at + eighth - 1) / eighth * eighth; until-from >= score.Quarter {
			gaps = append(gaps, [2]score.Tick{from, min(until, from+4*score.Quarter)})
		}
	}
	for _, n := range w.writeLead(on, s) {
		add(n.Start)
		at = max(at, n.End())
	}
	add(s.end)
	return gaps
}
