package store

import (
	"fmt"
	"sync"
	"time"
)

// tally remembers numbers about the catalogue until it changes, because a
// list must not count a million rows at every call. Where other processes
// write too, a number also ages.
type tally struct {
	life time.Duration // 0: as long as nothing changes

	mu         sync.Mutex
	generation int
	known      map[string]known
}

type known struct {
	value any
	at    time.Time
}

// mostKnown bounds the memory; filters by artist, album and genre are many.
const mostKnown = 2000

func newTally(d *dialect) *tally {
	t := &tally{known: map[string]known{}}
	if d.others {
		t.life = 3 * time.Second
	}
	return t
}

// forget drops everything: the catalogue has changed.
func (t *tally) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.generation++
	clear(t.known)
}

func tallyKey(q *query) string { return q.text.String() + fmt.Sprintf("%q", q.args) }

// remember returns what read returned for this key since the last change.
func remember[T any](t *tally, key string, read func() (T, error)) (T, error) {
	t.mu.Lock()
	k, ok := t.known[key]
	generation := t.generation
	t.mu.Unlock()
	if ok && (t.life == 0 || time.Since(k.at) < t.life) {
		return k.value.(T), nil
	}
	v, err := read()
	if err != nil {
		return v, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if generation == t.generation { // else the number may be of before the change
		if len(t.known) >= mostKnown {
			clear(t.known)
		}
		t.known[key] = known{v, time.Now()}
	}
	return v, nil
}
