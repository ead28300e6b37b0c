// Package limit counts requests against limits per minute.
package limit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	sweepEvery = 5 * time.Minute
	maxBuckets = 50_000
)

// Limiter holds a token bucket for each key with recent requests.
type Limiter struct {
	now func() time.Time

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
	swept   time.Time
}

// New returns an empty Limiter. now is its clock.
func New(now func() time.Time) *Limiter {
	return &Limiter{now: now, buckets: map[string]*rate.Limiter{}, swept: now()}
}

// Take uses a token of the key. If there is none, it returns how long to wait for
// the next.
func (l *Limiter) Take(key string, perMinute int) time.Duration {
	now := l.now()
	every := rate.Limit(float64(perMinute) / 60)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	b := l.buckets[key]
	if b == nil || b.Burst() != perMinute {
		b = rate.NewLimiter(every, perMinute)
		l.buckets[key] = b
	}
	if b.AllowN(now, 1) {
		return 0
	}
	return time.Duration((1 - b.TokensAt(now)) / float64(every) * float64(time.Second))
}

// sweep drops buckets that are full again, or all of them if an attacker fills
// the table from many addresses.
func (l *Limiter) sweep(now time.Time) {
	if len(l.buckets) >= maxBuckets {
		clear(l.buckets)
	}
	if now.Sub(l.swept) < sweepEvery {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if b.TokensAt(now) >= float64(b.Burst()) {
			delete(l.buckets, key)
		}
	}
}
