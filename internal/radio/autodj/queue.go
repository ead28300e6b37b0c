package autodj

import (
	"encoding/json"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// storedQueue is the plan of a station as it is stored.
type storedQueue struct {
	Rules   string               `json:"rules"` // digest of the rules that it follows
	Pools   map[string]string    `json:"pools"` // versions of the contents that it was chosen from, by playlist
	State   State                `json:"state"` // before the first slot
	Taken   []taken              `json:"taken"` // the last few slots that the station took
	Slots   []station.Slot       `json:"slots"`
	Skipped map[string]time.Time `json:"skipped"`         // slots that people removed or moved
	Missing map[string]time.Time `json:"missing"`         // tracks whose files cannot be played
	Gone    time.Time            `json:"gone,omitzero"`   // when the log last reported missing files
	Ended   map[string]ended     `json:"ended,omitempty"` // requests that the database does not know to be played or refused, by ID
}

// taken is a slot that the station took in order to play it.
type taken struct {
	station.Slot
	Began  bool      `json:"began"`
	Ends   time.Time `json:"ends"`
	Before *State    `json:"before,omitempty"` // state of the plan before the slot, until it begins
}

// ended is how a request ended.
type ended struct {
	State  station.RequestState `json:"state"`
	Reason music.Message        `json:"reason,omitzero"`
	At     time.Time            `json:"at,omitzero"`
}

const (
	maxTaken    = 4
	keepSkipped = 48 * time.Hour // how long removed slots are remembered
	keepMissing = 6 * time.Hour  // time until a file that failed is tried again
)

// readQueue decodes a stored queue. It returns an empty queue for one of
// another version, which is then planned again.
func readQueue(text string) storedQueue {
	var q storedQueue
	if text == "" || json.Unmarshal([]byte(text), &q) != nil {
		q = storedQueue{}
	}
	q.State = q.State.clone() // clone makes all maps
	for _, m := range []*map[string]time.Time{&q.Skipped, &q.Missing} {
		if *m == nil {
			*m = map[string]time.Time{}
		}
	}
	if q.Pools == nil {
		q.Pools = map[string]string{}
	}
	if q.Ended == nil {
		q.Ended = map[string]ended{}
	}
	return q
}

// tidy removes outdated entries, and all but the last few taken slots.
func (q *storedQueue) tidy(now time.Time, taken int) {
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
	if n := len(q.Taken) - taken; n > 0 {
		q.Taken = slices.Delete(q.Taken, 0, n)
	}
}

// begins returns when the first slot can begin: at the end of the taken slots.
func (q *storedQueue) begins(now time.Time) time.Time {
	for i := range q.Taken {
		if t := &q.Taken[i]; t.Ends.After(now) {
			now = t.Ends
		}
	}
	return now
}

// endBy ends the taken slots at the time at which the next slot begins, except
// a voice, which is spoken over that slot.
func (q *storedQueue) endBy(at time.Time) {
	for i := range q.Taken {
		if t := &q.Taken[i]; t.Ends.After(at) && !t.Over {
			t.Ends = at
		}
	}
}

// pinned returns the slots that stay when the rest is planned again: those
// placed by people, and the next request.
func (q *storedQueue) pinned() []station.Slot {
	var slots []station.Slot
	for i := range q.Slots {
		if s := &q.Slots[i]; s.Pinned || i == 0 && s.Kind == station.SlotRequest {
			slots = append(slots, *s)
		}
	}
	return slots
}

// standing returns the slots that stay when only their times change. Items
// between songs depend on the songs, and requests are placed again.
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

// index returns the position of a slot; -1 for none.
func (q *storedQueue) index(id string) int {
	return slices.IndexFunc(q.Slots, func(s station.Slot) bool { return s.ID == id })
}
