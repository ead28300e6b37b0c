package mix

import (
	"slices"
	"time"
)

// run is the planner: it requests items, loads them and plans their joins, so
// that Read never waits.
func (m *Mixer) run() {
	for {
		select {
		case <-m.ctx.Done():
			return
		case <-m.wake:
			m.think()
		case done := <-m.syncs:
			m.think()
			close(done)
		}
	}
}

func (m *Mixer) think() {
	m.dropUnused()
	isAgain := m.reload.Swap(false) && m.takeOut()
	m.current.Load().adopt()
	m.next.Load().adopt()
	m.followPass()
	if current := m.current.Load(); current != nil && current.left() < loadAhead && !m.pass.isOn.Load() {
		current.ring().hurry() // its end is needed to plan the join
	}
	if m.next.Load() != nil {
		m.prepare.Store(false)
	} else if isAgain || m.wanted() {
		m.loadNext()
	}
	if m.reload.Load() {
		m.poke()
		return
	}
	m.makePlan()
}

// tooLate is the time before its beginning in which the preloaded item is no
// longer replaced, so that there is no gap while the planner decides.
const tooLate = 2 * time.Second

// takeOut takes the preloaded item out of its place and reports whether there
// was one.
func (m *Mixer) takeOut() bool {
	if p := m.Position(); p.Item != nil && p.IsReady && p.Left < tooLate && m.skips.Load() == 0 {
		return false
	}
	for _, place := range []interface{ Swap(*deck) *deck }{&m.voice, &m.next} {
		if d := place.Swap(nil); d != nil {
			m.spare = append(m.spare, d)
		}
	}
	m.planned.Store(nil)
	m.retryAt.Store(0)
	return len(m.spare) > 0
}

// need describes the item to be loaded.
func (m *Mixer) need() Need {
	var n Need
	if current := m.current.Load(); current != nil && m.skips.Load() == 0 && m.liveOrder.Load() == nil {
		n.In = timeOf(current.left())
	}
	for _, d := range m.spare {
		n.Unused = append(n.Unused, d.item)
	}
	return n
}

// wanted reports whether it is time for the next item.
func (m *Mixer) wanted() bool {
	if m.clock.Load() < m.retryAt.Load() {
		return false
	}
	if m.liveOrder.Load() != nil || m.prepare.Load() {
		return m.prepare.Load()
	}
	current := m.current.Load()
	return current == nil || m.skips.Load() > 0 || current.left() < loadAhead
}

// maxFailures is the number of consecutive failed items after which the planner
// waits a second.
const maxFailures = 5

func (m *Mixer) loadNext() {
	need := m.need()
	defer m.dropSpare()
	for range maxFailures {
		item := m.ask(m.ctx, need)
		need.Unused = nil
		if item == nil || m.ctx.Err() != nil {
			break
		}
		d, err := m.loadAgain(item)
		switch {
		case err != nil:
			m.fail(item, err)
		case item.Kind == Voice && m.voice.CompareAndSwap(nil, d):
			// The voice is spoken over the item that comes next.
		default:
			m.next.Store(d)
			m.prepare.Store(false)
			return
		}
	}
	m.retryAt.Store(m.clock.Load() + retryTime)
	// A voice without an item after it is spoken on its own.
	if d := m.voice.Swap(nil); d != nil {
		m.next.Store(d)
	}
}

// loadAgain is load for an item that may be loaded already.
func (m *Mixer) loadAgain(item *Item) (*deck, error) {
	if i := slices.IndexFunc(m.spare, func(d *deck) bool { return d.item == item }); i >= 0 {
		d := m.spare[i]
		m.spare = slices.Delete(m.spare, i, i+1)
		return d, nil
	}
	return m.load(m.ctx, item)
}

// dropSpare drops decks that were taken out and are no longer next.
func (m *Mixer) dropSpare() {
	for _, d := range m.spare {
		m.drop(d)
	}
	m.spare = nil
}

func (m *Mixer) fail(item *Item, err error) {
	if m.ctx.Err() != nil {
		return
	}
	m.log.Warn("play item failed", "id", item.ID, "track", item.TrackID, "error", err)
	select {
	case m.failures <- Event{Kind: Failed, Item: item, Err: err}:
	default: // nobody reads events; the error is in the log
	}
}

// makePlan plans the join as soon as the end of the current item is known.
func (m *Mixer) makePlan() {
	current, next := m.current.Load(), m.next.Load()
	if current == nil || next == nil {
		return
	}
	if p := m.planned.Load(); p != nil && p.from == current && p.next == next {
		return
	}
	if _, exact := current.end(); !exact {
		return
	}
	m.planned.Store(m.plan(current, next, m.voice.Load()))
}

// dropUnused drops decks that Read has finished with.
func (m *Mixer) dropUnused() {
	for {
		select {
		case d := <-m.unused:
			m.drop(d)
		default:
			return
		}
	}
}
