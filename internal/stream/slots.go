package stream

import (
	"context"
	"sync"
	"time"

	"sonora/internal/music"
)

const (
	// maxPerListener is how many conversions one listener may run at the same
	// time: the current track, the next one, and a jump or two.
	maxPerListener = 4
	// patience is how long a conversion waits for the machine.
	patience = 10 * time.Second
)

var (
	errTooManyOwn = &music.Error{Code: music.TooMany, Detail: music.Say("You are having too much music converted at once. Please wait a moment."), RetryAfter: 5 * time.Second}
	errBusy       = &music.Error{Code: music.Unavailable, Detail: music.Say("The server is converting too much music at the moment. Please try again soon."), RetryAfter: 10 * time.Second}
)

// slots limit the number of running conversions, per listener and in total.
type slots struct {
	places chan struct{}
	mu     sync.Mutex
	own    map[string]int
}

func newSlots(n int) *slots {
	return &slots{places: make(chan struct{}, n), own: map[string]int{}}
}

// place is one conversion's permission to run.
type place struct {
	slots    *slots
	listener string
	taken    bool
	counted  bool
}

// claim counts a conversion for its listener. A conversion ahead does not start
// while the machine is busy.
func (s *slots) claim(listener string, ahead bool) (*place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own[listener] >= maxPerListener {
		return nil, errTooManyOwn
	}
	p := &place{slots: s, listener: listener, counted: true}
	if ahead {
		select {
		case s.places <- struct{}{}:
			p.taken = true
		default:
			return nil, errBusy
		}
	}
	s.own[listener]++
	return p, nil
}

// wait waits for the machine.
func (p *place) wait(ctx context.Context) error {
	if p.taken {
		return nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errBusy)
	defer cancel()
	select {
	case p.slots.places <- struct{}{}:
		p.taken = true
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// leave returns the permission.
func (p *place) leave() {
	p.slots.forgive(p)
	if p.taken {
		<-p.slots.places
	}
}

// forgive stops counting a conversion that is about to end.
func (s *slots) forgive(p *place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !p.counted {
		return
	}
	p.counted = false
	if s.own[p.listener]--; s.own[p.listener] == 0 {
		delete(s.own, p.listener)
	}
}

// state returns whether a listener has reached their limit, and whether the
// machine has.
func (s *slots) state(listener string) (own, full bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.own[listener] >= maxPerListener, len(s.places) == cap(s.places)
}
