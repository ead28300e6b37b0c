package autodj

import (
	"encoding/json"
	"slices"
	"time"

	"sonora/internal/station"
)

// storedQueue is the plan of a station as the store keeps it.
type storedQueue struct {
	Rules   string               `json:"rules"` // digest of those it follows
	Pools   map[string]string    `json:"pools"` // marks of what it was chosen from, by list
	State   State                `json:"state"` // before the first slot
	Taken   []taken              `json:"taken"` // by the station, the last few
	Slots   []station.Slot       `json:"slots"`
	Skipped map[string]time.Time `json:"skipped"`       // slots people took out or moved
	Missing map[string]time.Time `json:"missing"`       // tracks whose file cannot be played
	Gone    time.Time            `json:"gone,omitzero"` // when the log last said that files of the lists are missing
}

// taken is a slot that the station took to play it.
type taken struct {
	station.Slot
	Began bool      `json:"began"`
	Ends  time.Time `json:"ends"`
}

const (
	maxTaken    = 4
	keepSkipped = 48 * time.Hour // how long it is remembered what was taken out
	keepMissing = 6 * time.Hour  // until a file that failed is tried again
)

// readQueue reads a kept queue. One of another version is planned anew.
func readQueue(text string) storedQueue {
	var q storedQueue
	if text == "" || json.Unmarshal([]byte(text), &q) != nil {
		q = storedQueue{}
	}
	q.State = q.State.clone() // with all its maps
	for _, m := range []*map[string]time.Time{&q.Skipped, &q.Missing} {
		if *m == nil {
			*m = map[string]time.Time{}
		}
	}
	if q.Pools == nil {
		q.Pools = map[string]string{}
	}
	return q
}

// tidy forgets what is over.
func (q *storedQueue) tidy(now time.Time) {
	for id, at := range q.Skipped {
		if now.Sub(at) > keepSkipped {
			delete(q.Skipped, id)
		}
	}
	for id, at := range q.Missing {
		if now.Sub(at) > keepMissing {
			delete(q.Missing, id)
		}
	}
	if n := len(q.Taken) - maxTaken; n > 0 {
		q.Taken = slices.Delete(q.Taken, 0, n)
	}
}

// begins is when the first slot can begin: at the end of what was taken.
func (q *storedQueue) begins(now time.Time) time.Time {
	for i := range q.Taken {
		if t := &q.Taken[i]; t.Ends.After(now) {
			now = t.Ends
		}
	}
	return now
}

// pinned are the slots that stay when the rest is planned anew: those of
// people, and the request that is next.
func (q *storedQueue) pinned() []station.Slot {
	var slots []station.Slot
	for i := range q.Slots {
		if s := &q.Slots[i]; s.Pinned || i == 0 && s.Kind == station.SlotRequest {
			slots = append(slots, *s)
		}
	}
	return slots
}

// standing are the slots that stay when only their times change. What comes
// between songs follows from the songs; requests find their place again.
func (q *storedQueue) standing(wished map[string]bool) []station.Slot {
	var slots []station.Slot
	songs := 0
	for i := range q.Slots {
		s := &q.Slots[i]
		switch {
		case s.Pinned || s.Kind == station.SlotMusic:
			slots = append(slots, *s)
		case s.Kind == station.SlotRequest && songs == 0 && wished[s.RequestID]:
			slots = append(slots, *s)
		}
		if s.Kind.IsSong() {
			songs++
		}
	}
	return slots
}

// index is the place of a slot; -1 for none.
func (q *storedQueue) index(id string) int {
	return slices.IndexFunc(q.Slots, func(s station.Slot) bool { return s.ID == id })
}
