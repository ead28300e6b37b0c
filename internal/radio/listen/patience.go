package listen

import (
	"time"

	"sonora/internal/radio/hub"
)

// patience is the policy for slow readers: they jump a few times and are then
// disconnected.
type patience struct {
	burst time.Duration
	taken time.Time // when they last read something
	moved bool      // they read something since the last jump
	jumps []time.Time
	all   int
}

// judge makes a listener who fell behind jump. It returns why they must leave,
// or "" if they may stay.
func (p *patience) judge(c *cursor, v *hub.View, now time.Time) Reason {
	lapped := c.isLapped(v)
	if !lapped && (!p.moved || c.lag(v) <= maxLag) {
		return ""
	}
	for len(p.jumps) > 0 && now.Sub(p.jumps[0]) > jumpWindow {
		p.jumps = p.jumps[1:]
	}
	if len(p.jumps) >= jumpsKept {
		return Slow
	}
	p.jumps = append(p.jumps, now)
	p.all++
	p.moved = false
	c.jump(v, p.burst)
	return ""
}

// took records how many of the offered bytes the listener read.
func (p *patience) took(n int, now time.Time) Reason {
	switch {
	case n > 0:
		p.taken, p.moved = now, true
	case now.Sub(p.taken) > maxStall:
		return Stalled
	}
	return ""
}
