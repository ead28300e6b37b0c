package listen

import (
	"time"

	"sonora/internal/radio/hub"
)

// patience is the policy for whoever reads too slowly: they jump a few times,
// then they are dropped.
type patience struct {
	burst time.Duration
	taken time.Time // when they last took something
	moved bool      // they took something since the last jump
	jumps []time.Time
	all   int
}

// judge lets a listener jump who fell behind. It returns why they have to go;
// "" when they need not.
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

// took notes how many bytes of what was offered the listener took.
func (p *patience) took(n int, now time.Time) Reason {
	switch {
	case n > 0:
		p.taken, p.moved = now, true
	case now.Sub(p.taken) > maxStall:
		return Stalled
	}
	return ""
}
