package ingest

import (
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/network"
)

const (
	maxWrong     = 10 // wrong passwords per address and window
	wrongWindow  = time.Minute
	maxKnown     = 100 // the same for an address from which a source was on air within a day
	knownFor     = 24 * time.Hour
	maxTracked   = 20_000 // addresses
	retryUnknown = 5 * time.Second
)

// throttle counts wrong passwords by address.
type throttle struct {
	now func() time.Time

	mu     sync.Mutex
	visits map[string]*visitor
}

// visitor is an address that tried a password.
type visitor struct {
	wrong int
	since time.Time // start of the window
	good  time.Time // last correct password
}

func newThrottle(now func() time.Time) *throttle {
	return &throttle{now: now, visits: map[string]*visitor{}}
}

// check returns a TooMany error with the time to wait if an address tried too
// many passwords. An address from which a source was on air may try more, so
// that a neighbor with an outdated password does not lock the DJ out.
func (b *throttle) check(address string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	v := b.visits[network.Of(address)]
	if v == nil || now.Sub(v.since) >= wrongWindow {
		return nil
	}
	limit := maxWrong
	if now.Sub(v.good) < knownFor {
		limit = maxKnown
	}
	if v.wrong < limit {
		return nil
	}
	return &music.Error{
		Code: music.TooMany, Detail: music.Say("There were too many wrong passwords. Wait a minute."), RetryAfter: max(retryUnknown, wrongWindow-now.Sub(v.since)),
	}
}

// note counts a correct or wrong password.
func (b *throttle) note(address string, right bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	b.sweep(now)
	key := network.Of(address)
	v := b.visits[key]
	if v == nil {
		v = &visitor{since: now}
		b.visits[key] = v
	}
	if now.Sub(v.since) >= wrongWindow {
		v.wrong, v.since = 0, now
	}
	if right {
		v.good = now
	} else {
		v.wrong++
	}
}

// sweep forgets addresses that were not seen for long, and all of them when the
// table is full.
func (b *throttle) sweep(now time.Time) {
	if len(b.visits) < maxTracked {
		return
	}
	for key, v := range b.visits {
		if now.Sub(v.since) >= wrongWindow && now.Sub(v.good) >= knownFor {
			delete(b.visits, key)
		}
	}
	if len(b.visits) >= maxTracked {
		clear(b.visits)
	}
}
