package radio

import (
	"context"
	"maps"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/listen"
)

// recheck is how often listeners' permission is checked again.
const recheck = 15 * time.Second

// rights are the permissions by which people listen. Listeners with the same
// account, the same link, or neither share one.
type rights struct {
	mu  sync.Mutex
	all map[string]*right
}

type right struct {
	listen.Right
	still func(ctx context.Context) error
	users int
}

// join returns the right with a key until leave is called. still checks it from
// time to time; if its error is about the person, everybody with this right is
// disconnected.
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

// run checks rights until ctx ends.
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

// check revokes rights that no longer hold. A right that cannot be checked at
// the moment stays.
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

// isOver reports whether an error means that the person may not listen.
func isOver(err error) bool {
	code := music.CodeOf(err)
	return code == music.NotFound || code == music.Forbidden || code == music.Unauthenticated
}

// forget removes a right, so that it is checked anew when the person returns.
func (r *rights) forget(key string, held *right) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all[key] == held {
		delete(r.all, key)
	}
}
