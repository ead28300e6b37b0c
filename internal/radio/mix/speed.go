package mix

import (
	"sync/atomic"

	"sonora/internal/dsp"
)

// varispeed plays a deck slightly faster or slower, as a turntable does, while
// it is blended on the beat, and then returns it to its own speed.
type varispeed struct {
	rate   float64       // initial rate
	steady int64         // frames for which it keeps the initial rate
	glide  int64         // frames over which it returns to its own speed
	at     int64         // frames played
	place  float64       // fraction between two frames of the deck, 0 to 1
	clock  *atomic.Int64 // the mixer's clock, if the item has to end up on its FrameGrid; nil otherwise
	window [speedWindow]float32
}

const (
	speedTaps   = dsp.SincTaps
	maxSpeed    = 0.03  // relative to the deck's own speed: nobody notices half a semitone
	gridSpeed   = 0.001 // relative to the deck's own speed while an item moves to FrameGrid: a sixtieth of a semitone, for at most 24 s
	speedMiddle = speedTaps/2 - 1
	speedWindow = Channels * (speedTaps + step + step/16 + 2)
)

// now returns the current rate.
func (s *varispeed) now() float64 {
	past := s.at - s.steady
	switch {
	case past <= 0:
		return s.rate
	case past < s.glide:
		return s.rate + (1-s.rate)*float64(past)/float64(s.glide)
	}
	return 1
}

// take replaces deck.take.
func (s *varispeed) take(d *deck, out []float32) int {
	if s.at >= s.steady+s.glide && s.framesToGain(d) == 0 {
		return s.leave(d, out)
	}
	done := 0
	for done < len(out) {
		n := s.run(d, out[done:min(len(out), done+step*Channels)])
		if n == 0 {
			break
		}
		done += n
	}
	if done == 0 && d.ring().closed.Load() {
		return s.leave(d, out) // the last frames have too few successors for interpolation
	}
	return done
}

// framesToGain returns how many frames the item still has to gain to be on
// FrameGrid.
func (s *varispeed) framesToGain(d *deck) float64 {
	grid, began := int64(1), int64(0)
	if s.clock != nil {
		grid, began = FrameGrid, s.clock.Load()-d.played.Load()-speedMiddle
	}
	rest := float64((began%grid+grid)%grid) - s.place
	if rest < 0 {
		rest += float64(grid)
	}
	return rest
}

// leave continues at the deck's own speed.
func (s *varispeed) leave(d *deck, out []float32) int {
	d.speed = nil
	d.isBent.Store(false)
	middle := min(speedMiddle, d.ring().Len()/Channels) // the window had read this far ahead
	d.ring().skip(middle * Channels)
	d.played.Add(int64(middle))
	return d.take(out)
}

// run plays at most a step.
func (s *varispeed) run(d *deck, out []float32) int {
	rate := s.now()
	if s.at >= s.steady+s.glide {
		// Move the rest of the way to a whole frame, or to the grid, in inaudible
		// steps.
		slow := 0.0002
		if s.clock != nil {
			slow = gridSpeed
		}
		rate = 1 + min(s.framesToGain(d), slow*step)/step
	}
	there := d.ring().peek(s.window[:])
	done := 0
	for done+1 < len(out) {
		i := int(s.place)
		if (i+speedTaps)*Channels > there {
			break
		}
		out[done], out[done+1] = dsp.Between(s.window[i*Channels:(i+speedTaps)*Channels], s.place-float64(i))
		s.place += rate
		done += Channels
	}
	whole := int(s.place)
	s.place -= float64(whole)
	if s.place > 1-1e-9 {
		s.place, whole = 0, whole+1
	}
	if s.place < 1e-9 {
		s.place = 0
	}
	s.at += int64(done / Channels)
	d.ring().skip(min(whole*Channels, d.ring().Len()))
	d.played.Add(int64(whole))
	return done
}
