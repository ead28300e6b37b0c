package mix

import (
	"math"

	"sonora/internal/dsp"
)

// step is the number of frames over which a gain changes linearly; at its ends,
// the gain is on the curve.
const step = dsp.LimiterStep

// declick is the length of the shortest fade in frames, long enough to avoid
// clicks.
const declick = Rate / 200

// quarter is a quarter of a sine wave: the equal-power curve, on which the
// squares of both gains add up to one.
var quarter = func() (table [1025]float32) {
	for i := range table {
		table[i] = float32(math.Sin(math.Pi / 2 * float64(i) / float64(len(table)-1)))
	}
	return table
}()

// risen returns the equal-power curve at a fraction of its length, 0 to 1.
func risen(part float64) float32 {
	const last = len(quarter) - 1
	x := part * float64(last)
	switch {
	case x <= 0:
		return 0
	case x >= float64(last):
		return 1
	}
	i := int(x)
	f := float32(x - float64(i))
	return quarter[i] + (quarter[i+1]-quarter[i])*f
}

// fade is a gain that changes once: it waits, then rises from silence or falls
// to it. The zero fade is always 1.
type fade struct {
	wait, length int64 // frames
	falls        bool
}

// gain returns the gain at a frame of the fade.
func (f fade) gain(at int64) float32 {
	if f.length == 0 {
		return 1
	}
	part := float64(at-f.wait) / float64(f.length)
	if f.falls {
		return risen(1 - part)
	}
	return risen(part)
}

// done reports whether the gain no longer changes.
func (f fade) done(at int64) bool { return at >= f.wait+f.length }

// linear converts a level in dB to a factor.
func linear(db float64) float32 { return float32(math.Pow(10, db/20)) }

// frames converts seconds to frames.
func frames(seconds float64) int64 { return int64(math.Round(seconds * Rate)) }
