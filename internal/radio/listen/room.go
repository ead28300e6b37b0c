package listen

import (
	"runtime"
	"sync"
	"time"

	"sonora/internal/radio/hub"
)

// room is everybody who listens to one hub. It lasts while somebody does.
type room struct {
	server *Server
	hub    *hub.Hub
	people int // the server's lock

	mu     sync.Mutex
	shards []*shard
}

// ofShard is how many listeners one goroutine writes to before another helps.
const ofShard = 4000

// join has a shard write to a listener from now on.
func (r *room) join(l *listener) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var least *shard
	for _, s := range r.shards {
		if least == nil || s.people < least.people {
			least = s
		}
	}
	if least == nil || least.people >= ofShard && len(r.shards) < runtime.GOMAXPROCS(0) {
		least = &shard{room: r, knock: make(chan struct{}, 1)}
		r.shards = append(r.shards, least)
		r.server.working.Add(1)
		go least.run()
	}
	least.people++
	least.joining = append(least.joining, l)
	select {
	case least.knock <- struct{}{}:
	default:
	}
}

// retire takes a shard away that has nobody left; false when somebody joined
// in the meantime.
func (r *room) retire(s *shard) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.people > 0 {
		return false
	}
	for i, other := range r.shards {
		if other == s {
			r.shards = append(r.shards[:i], r.shards[i+1:]...)
			break
		}
	}
	return true
}

// interval is how often listeners are written to: at every chunk while they
// are few, each once a second or in two when they are many. A write costs much
// the same for a second of sound as for a quarter, and bursts are longer than
// that.
func (r *room) interval() time.Duration {
	switch people := r.server.count(r); {
	case people <= fewPeople:
		return 0
	case people <= manyPeople:
		return often
	}
	return seldom
}

const (
	fewPeople  = 64
	manyPeople = 512
	often      = time.Second
	seldom     = 2 * time.Second
	// parts of the longest interval, so that its work is spread over it.
	parts = int(seldom / hub.Tick)
)

// isDue reports whether a part of the listeners, to whom was written so long
// ago, has its turn.
func isDue(part int, ago, interval time.Duration, now time.Time) bool {
	if ago >= interval {
		return true
	}
	turns := int(interval / hub.Tick)
	return ago >= hub.Tick && part%turns == int(now.UnixMilli()/hub.Tick.Milliseconds())%turns
}
