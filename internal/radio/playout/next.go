package playout

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// maxHeld is the maximum number of items in held, more than the mixer plays and
// loads at once.
const maxHeld = 8

// next returns the next item. The mixer calls it from its own goroutine.
func (m *mixing) next(ctx context.Context, n mix.Need) *mix.Item {
	m.held = slices.DeleteFunc(m.held, func(held *mix.Item) bool { return slices.Contains(n.Unused, held) })
	ids := make([]string, len(m.held))
	for i, held := range m.held {
		ids[i] = held.ID
	}
	asked := time.Now()
	item, err := m.engine.Next(ctx, m.engine.config.Load(), m.startOf(n), ids)
	if err != nil {
		if ctx.Err() == nil {
			m.unplanned(err)
		}
		return nil
	}
	m.empty.Store(nil)
	m.fault = ""
	if item == nil {
		return nil
	}
	item = m.cue(item, n.Unused, asked)
	m.held = append(m.held, item)
	m.held = m.held[max(0, len(m.held)-maxHeld):]
	return item
}

// unplanned remembers, for people, why there is no next item, and logs a fault
// of the planner once per cause.
func (m *mixing) unplanned(err error) {
	why := music.Say("The next song could not be planned.")
	known, isSentence := errors.AsType[*music.Error](err)
	if isSentence {
		why = known.Detail
	}
	m.empty.Store(&why)
	if isSentence && known.Err == nil || m.fault == err.Error() {
		return
	}
	m.fault = err.Error()
	m.engine.Log.Error("plan next item failed", "station", m.engine.id, "error", err)
}

// startOf returns approximately when the next item begins.
func (m *mixing) startOf(n mix.Need) time.Time {
	now := time.Now()
	at := now.Add(n.In)
	if until := m.until.get(); until.After(now) && until.Before(at) {
		return until
	}
	return at
}

// cued is the Meta of an item that the mixer has loaded. When the plan changes,
// the choice is replaced while the item stays loaded.
type cued struct{ atomic.Pointer[Choice] }

// cue prepares an item for the mixer. If the mixer has already loaded it, cue
// returns the loaded item with the new choice.
func (m *mixing) cue(item *mix.Item, loaded []*mix.Item, at time.Time) *mix.Item {
	choice, ok := item.Meta.(*Choice)
	if !ok {
		return item
	}
	choice.made = at
	for _, same := range loaded {
		if c, ok := same.Meta.(*cued); ok && same.ID == item.ID {
			c.Store(choice)
			return same
		}
	}
	c := &cued{}
	c.Store(choice)
	item.Meta = c
	item.IsEarly = func(isOver bool) bool {
		from := c.Load().From
		if isOver && !from.IsZero() { // better a moment early than silence
			from = from.Add(-station.MaxEarly)
		}
		return m.due.Before(from)
	}
	return item
}
