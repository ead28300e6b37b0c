package listen

import (
	"runtime"
	"sync"
	"time"

	"sonora/internal/radio/hub"
)

// room holds the listeners of one hub. It exists while there are any.
type room struct {
	server *Server
	hub    *hub.Hub
	people int // guarded by the server's lock

	mu     sync.Mutex
	shards []*shard
}

// listenersPerShard is how many listeners one goroutine serves before another is started.
const listenersPerShard = 4000

// join assigns a listener to a shard.
func (r *room) join(l *listener) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var smallest *shard
	for _, s := range r.shards {
		if smallest == nil || s.people < smallest.people {
			smallest = s
		}
	}
	if smallest == nil || smallest.people >= listenersPerShard && len(r.shards) < runtime.GOMAXPROCS(0) {
		smallest = &shard{room: r, knock: make(chan struct{}, 1)}
		r.shards = append(r.shards, smallest)
		r.server.working.Add(1)
		go smallest.run()
	}
	smallest.people++
	smallest.joining = append(smallest.joining, l)
	select {
	case smallest.knock <- struct{}{}:
	default:
	}
}

// retire removes an empty shard; false if somebody joined in the meantime.
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

// interval returns how often listeners are written to: at every chunk while
// there are few of them, and up to once every two seconds when there are many.
// A write of a second of sound costs about as much as one of a quarter, and
// bursts are longer than the interval.
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
	// parts divides the longest interval, so that the work is spread over it.
	parts = int(seldom / hub.Tick)
)

// isDue reports whether a part of the listeners, last written to some time ago,
// is due now.
func isDue(part int, ago, interval time.Duration, now time.Time) bool {
	if ago >= interval {
		return true
	}
	ticks := int(interval / hub.Tick)
	return ago >= hub.Tick && part%ticks == int(now.UnixMilli()/hub.Tick.Milliseconds())%ticks
}
