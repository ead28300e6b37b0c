package kernel

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// Tally caches numbers about the catalogue until it changes, so that lists do
// not count a million rows for each request. If other processes write too,
// numbers also expire.
type Tally struct {
	life time.Duration // lifetime of a number; 0 if only changes invalidate it

	mu         sync.Mutex
	generation int
	known      map[string]known
	long       []string // keys of long values, oldest first
}

type known struct {
	value any
	at    time.Time
}

// maxKnown limits the number of cached values, because there are many filters
// by artist, album and genre.
const maxKnown = 2000

func newTally(d *Dialect) *Tally {
	t := &Tally{known: map[string]known{}}
	if d.Others {
		t.life = 3 * time.Second
	}
	return t
}

// Forget clears the cache, because the catalogue has changed.
func (t *Tally) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.generation++
	clear(t.known)
	t.long = t.long[:0]
}

// Current returns a number that changes with the catalogue.
func (t *Tally) Current() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.generation
}

// TallyKey returns the cache key of a query and its values.
func TallyKey(q *Query) string { return q.Text.String() + fmt.Sprintf("%q", q.Args) }

// Remember returns the cached result of read for this key.
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
	if generation == t.generation { // otherwise, the value may be older than the last change
		if len(t.known) >= maxKnown {
			clear(t.known)
		}
		t.known[key] = known{v, time.Now()}
	}
	return v, nil
}

// maxLong is the maximum number of cached values that are as long as the
// library.
const maxLong = 12

// RememberLong is Remember for values of a megabyte or more, of which few are
// cached.
func RememberLong[T any](t *Tally, key string, read func() (T, error)) (T, error) {
	v, err := Remember(t, key, read)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.long = append(slices.DeleteFunc(t.long, func(k string) bool { return k == key }), key)
	for len(t.long) > maxLong {
		delete(t.known, t.long[0])
		t.long = t.long[1:]
	}
	return v, err
}
