package stream

import (
	"context"
	"sync"
	"time"

	"sonora/internal/music"
)

const (
	// maxOwn is how many conversions one listener may have run at once: what
	// plays, what comes next, and a jump or two.
	maxOwn = 4
	// patience is how long one waits in line for the machine.
	patience = 10 * time.Second
)

var (
	errTooManyOwn = &music.Error{Code: music.TooMany, Detail: music.Say("You are having too much music converted at once. Please wait a moment."), RetryAfter: 5 * time.Second}
	errBusy       = &music.Error{Code: music.Unavailable, Detail: music.Say("The server is converting too much music at the moment. Please try again soon."), RetryAfter: 10 * time.Second}
)

// slots bound how many conversions run at once, for each listener and in all.
type slots struct {
	places chan struct{}
	mu     sync.Mutex
	own    map[string]int
}

func newSlots(n int) *slots {
	return &slots{places: make(chan struct{}, n), own: map[string]int{}}
}

// place is the right of one conversion to run.
type place struct {
	slots    *slots
	listener string
	taken    bool
	counted  bool
}

// claim counts a conversion against its listener. One that is prepared ahead
// is not begun when the machine is busy.
func (s *slots) claim(listener string, ahead bool) (*place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own[listener] >= maxOwn {
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

// wait waits in line for the machine.
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

// leave gives the right back.
func (p *place) leave() {
	p.slots.forgive(p)
	if p.taken {
		<-p.slots.places
	}
}

// forgive counts a conversion that is about to end against nobody.
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

// state says whether a listener has as many conversions as they may, and
// whether the machine does.
func (s *slots) state(listener string) (own, full bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.own[listener] >= maxOwn, len(s.places) == cap(s.places)
}
