package playout

import (
	"context"
	"sync/atomic"
	"time"
)

// moment is a time that other goroutines may read.
type moment struct{ nanoseconds atomic.Int64 }

func (m *moment) get() time.Time {
	if n := m.nanoseconds.Load(); n != 0 {
		return time.Unix(0, n)
	}
	return time.Time{}
}

func (m *moment) set(at time.Time) {
	if at.IsZero() {
		m.nanoseconds.Store(0)
		return
	}
	m.nanoseconds.Store(at.UnixNano())
}

// loadBefore is how long before its start the first track of a show is loaded.
const loadBefore = 15 * time.Second

// wakeBefore is how long before a cut the mixer makes the sound of a
// passed-over item again.
const wakeBefore = 6 * time.Second

// untilHardStart returns how long after the next block a hard start cuts off
// the current item; false if none does.
func (m *mixing) untilHardStart() (time.Duration, bool) {
	until := m.until.get()
	if m.choice == nil || until.IsZero() || m.input != nil && m.input.isMixed {
		return 0, false
	}
	return until.Sub(m.due), true
}

// keepHardStart ends the current item when a show with a hard start begins.
func (m *mixing) keepHardStart() {
	if left, isCut := m.untilHardStart(); isCut && left <= 0 {
		m.until.set(time.Time{})
		m.mixer.Skip()
	}
}

// prepareHardStart makes the mixer load the first item of a show with a hard
// start in time.
func (m *mixing) prepareHardStart() {
	left, isCut := m.untilHardStart()
	if isCut && left <= loadBefore {
		m.mixer.Prepare()
	}
	if isCut && left <= wakeBefore {
		m.mixer.Wake()
	}
}

// upTo returns how many seconds of an item are audible if it has to end at
// until; zero means no such time.
func upTo(seconds float64, now, until time.Time) float64 {
	if until.IsZero() || seconds <= 0 {
		return seconds
	}
	return min(seconds, max(0, until.Sub(now).Seconds()))
}

// cutOf returns the hard start that cuts off an item that begins now. The
// calendar may have changed after it was loaded, too late to load it again.
func (m *mixing) cutOf(c *Choice) time.Time {
	if begins := !c.From.IsZero() && m.hardStart.Equal(c.From); begins || !m.told.After(c.made) {
		return c.Until
	}
	return m.hardStart
}

// EndBy sets the time of the next hard start; zero for none. The current item
// ends at that time at the latest.
func (e *Engine) EndBy(ctx context.Context, at time.Time) error {
	return e.do(ctx, func() {
		if m, ok := e.path.(*mixing); ok {
			m.endBy(at)
		}
	})
}

func (m *mixing) endBy(at time.Time) {
	m.hardStart, m.told = at, time.Now()
	if m.choice == nil {
		return
	}
	m.until.set(at)
	seconds := upTo(m.seconds, m.began, at)
	if ends := m.began.Add(time.Duration(seconds * float64(time.Second))); !ends.Equal(m.ends) {
		m.airs(seconds)
	}
}
