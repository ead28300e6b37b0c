package kernel

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// Tally remembers numbers about the catalogue until it changes, because a
// list must not count a million rows at every call. Where other processes
// write too, a number also ages.
type Tally struct {
	life time.Duration // 0: as long as nothing changes

	mu         sync.Mutex
	generation int
	known      map[string]known
	long       []string // the keys of what is long, the oldest first
}

type known struct {
	value any
	at    time.Time
}

// mostKnown bounds the memory; filters by artist, album and genre are many.
const mostKnown = 2000

func newTally(d *Dialect) *Tally {
	t := &Tally{known: map[string]known{}}
	if d.Others {
		t.life = 3 * time.Second
	}
	return t
}

// Forget drops everything: the catalogue has changed.
func (t *Tally) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.generation++
	clear(t.known)
	t.long = t.long[:0]
}

// Current changes whenever the catalogue does.
func (t *Tally) Current() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.generation
}

// TallyKey is the key of a query and its values.
func TallyKey(q *Query) string { return q.Text.String() + fmt.Sprintf("%q", q.Args) }

// Remember returns what read returned for this key since the last change.
func Remember[T any](t *Tally, key string, read func() (T, error)) (T, error) {
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

// mostLong is how many lists as long as the library are kept.
const mostLong = 12

// RememberLong is remember for what takes a megabyte and more: few are kept.
func RememberLong[T any](t *Tally, key string, read func() (T, error)) (T, error) {
	v, err := Remember(t, key, read)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.long = append(slices.DeleteFunc(t.long, func(k string) bool { return k == key }), key)
	for len(t.long) > mostLong {
		delete(t.known, t.long[0])
		t.long = t.long[1:]
	}
	return v, err
}
