package mixdown

import (
	"math"
	"slices"

	"sonora/internal/ai/compose/score"
	"sonora/internal/ai/compose/synth"
)

type note = synth.Note

// schedule returns the notes of a part in frames from a tick of the score on.
// Notes that sound at that tick begin there.
func schedule(s *score.Score, part *score.Part, from score.Tick) []note {
	start := s.Seconds(from)
	frame := func(at score.Tick) int { return int(math.Round(max(0, s.Seconds(at)-start) * Rate)) }
	var notes []note
	for i, n := range part.Notes {
		if n.End() <= from {
			continue
		}
		next := note{Start: frame(n.Start), Pitch: n.Pitch, Velocity: max(n.Velocity, 1)}
		next.Release = max(frame(n.End()), next.Start+1)
		if n.Glide > 0 && i > 0 {
			next.From, next.Glide = part.Notes[i-1].Pitch, frame(n.Start+n.Glide)-next.Start
		}
		notes = append(notes, next)
	}
	slices.SortStableFunc(notes, func(a, b note) int { return a.Start - b.Start })
	return notes
}

// kicks returns the frames at which the kick drum is hit.
func kicks(s *score.Score, from score.Tick) (frames []int) {
	part := s.Part(score.Drums)
	if part == nil {
		return nil
	}
	for _, n := range schedule(s, part, from) {
		if n.Pitch == score.Kick {
			frames = append(frames, n.Start)
		}
	}
	return frames
}

// sidechain lowers the level at every kick. It knows the kicks in advance, so
// the level is down when they sound.
type sidechain struct {
	kicks   []int
	depth   float32 // share of the level that is taken away
	recover float32 // frames
	gains   [block]float32
}

const duckAttack = 220 // frames: 5 ms

func newSidechain(kicks []int, db, bpm float64) *sidechain {
	beat := 60 / max(bpm, 30) * Rate
	return &sidechain{kicks: kicks, depth: 1 - gain(-max(db, 0)), recover: float32(min(0.85*beat, 0.4*Rate))}
}

// next fills gains for the block that starts at now. It reports whether any of
// them is below 1.
func (d *sidechain) next(now int) bool {
	if d.depth == 0 {
		return false
	}
	for len(d.kicks) > 1 && d.kicks[1] <= now {
		d.kicks = d.kicks[1:]
	}
	if len(d.kicks) == 0 {
		return false
	}
	for i := range d.gains {
		d.gains[i] = 1 - float32(d.depth*d.dip(now+i))
	}
	return true
}

// dip returns how far the level is down, from 0 to 1, at a frame. The kick
// before and the kick after count.
func (d *sidechain) dip(at int) (most float32) {
	for _, kick := range d.kicks[:min(2, len(d.kicks))] {
		since := float32(at - kick)
		switch {
		case since < -duckAttack:
		case since < 0:
			most = max(most, 1+since/duckAttack)
		case since < d.recover:
			rest := 1 - since/d.recover
			most = max(most, float32(rest*rest))
		}
	}
	return most
}
