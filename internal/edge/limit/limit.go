// Package limit counts requests against limits per minute.
package limit

import (
	"math"
	"net/http"
	"strconv"
	"strings"
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
	buckets map[string]*bucket
	swept   time.Time
}

// bucket holds the requests that are left for a key.
type bucket struct {
	*rate.Limiter
	class  string
	policy []string // the header RateLimit-Policy
}

// Taken is the result of Take: what is left in the bucket of a request.
type Taken struct {
	Wait   time.Duration // until the next request may come, if this one is refused; otherwise 0
	left   int           // requests
	next   time.Duration // until there is one more
	bucket *bucket
}

// New returns an empty Limiter. now is its clock.
func New(now func() time.Time) *Limiter {
	return &Limiter{now: now, buckets: map[string]*bucket{}, swept: now()}
}

// Take uses a token of the key, whose first word is the class of its limit.
func (l *Limiter) Take(key string, perMinute int) Taken {
	now := l.now()
	every := rate.Limit(float64(perMinute) / 60)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	b := l.buckets[key]
	if b == nil || b.Burst() != perMinute {
		class, _, _ := strings.Cut(key, " ")
		b = &bucket{rate.NewLimiter(every, perMinute), class, []string{`"` + class + `";q=` + strconv.Itoa(perMinute) + ";w=60"}}
		l.buckets[key] = b
	}
	allowed := b.AllowN(now, 1)
	whole, part := math.Modf(b.TokensAt(now))
	taken := Taken{left: int(whole), next: time.Duration((1 - part) / float64(every) * float64(time.Second)), bucket: b}
	if !allowed {
		taken.Wait = taken.next
	}
	return taken
}

// Tell sets the headers of draft-ietf-httpapi-ratelimit-headers. Almost every answer
// has them, so Tell avoids fmt, and uses the names under which http.Header stores
// headers.
func (t *Taken) Tell(h http.Header) {
	h["Ratelimit-Policy"] = t.bucket.policy
	var room [48]byte
	b := append(room[:0], '"')
	b = append(b, t.bucket.class...)
	b = append(b, `";r=`...)
	b = strconv.AppendInt(b, int64(t.left), 10)
	b = append(b, ";t="...)
	b = strconv.AppendInt(b, int64(math.Ceil(t.next.Seconds())), 10)
	h["Ratelimit"] = []string{string(b)}
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
