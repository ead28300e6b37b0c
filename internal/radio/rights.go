package radio

import (
	"context"
	"maps"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/listen"
)

// recheck is how often it is asked whether who listens still may.
const recheck = 15 * time.Second

// rights are what lets people hear stations, one for all who have the same:
// an account, a link, being nobody in particular.
type rights struct {
	mu  sync.Mutex
	all map[string]*right
}

type right struct {
	listen.Right
	still func(ctx context.Context) error
	users int
}

// join returns the right of a key, until leave. still is asked from time to
// time; an error that is about the person ends everybody who has it.
func (r *rights) join(key string, still func(ctx context.Context) error) (one *listen.Right, leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	held := r.all[key]
	if held == nil {
		held = &right{still: still}
		r.all[key] = held
	}
	held.users++
	return &held.Right, func() { r.leave(key, held) }
}

func (r *rights) leave(key string, held *right) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if held.users--; held.users == 0 && r.all[key] == held {
		delete(r.all, key)
	}
}

// run asks until ctx ends.
func (r *rights) run(ctx context.Context) {
	ticker := time.NewTicker(recheck)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			r.check(ctx)
		}
	}
}

// check takes back what is no right any more. What cannot be asked at the
// moment stays one.
func (r *rights) check(ctx context.Context) {
	r.mu.Lock()
	all := maps.Clone(r.all)
	r.mu.Unlock()
	for key, held := range all {
		if isOver(held.still(ctx)) {
			held.Revoke()
			r.forget(key, held)
		}
	}
}

// isOver reports whether an error says that somebody may not.
func isOver(err error) bool {
	code := music.CodeOf(err)
	return code == music.NotFound || code == music.Forbidden || code == music.Unauthenticated
}

// forget lets whoever comes back be asked anew.
func (r *rights) forget(key string, held *right) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all[key] == held {
		delete(r.all, key)
	}
}
