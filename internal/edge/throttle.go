package edge

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"sonora/internal/music"
)

// Rate is a class of the rate limits.
type Rate int

// Classes of requests.
const (
	Usual   Rate = iota // a read or a write, by account or by address
	Free                // not counted: audio, pictures, event streams
	SignIn              // passwords, codes and secrets of links, which could be guessed
	Refresh             // refreshing tokens; many people may share an address
	Upload              // one of many files of an upload
)

const (
	readsPerWrite = 10 // a signed-in person may read ten times as often as write
	signInShare   = 60 // percent of a visitor's requests that may be sign-ins,
	minSignIns    = 60 // but at least this many, if so many requests are allowed
	limiterSweep  = 5 * time.Minute
	maxBuckets    = 50_000
)

// throttle counts a request against the limit of its account, or of its address
// for visitors. A refused request gets the headers of
// draft-ietf-httpapi-ratelimit-headers.
func (e *Edge) throttle(w http.ResponseWriter, r *http.Request, route *Route, v music.Viewer, writes bool) error {
	if route.rate == Free {
		return nil
	}
	limit := e.Settings.Get().RateLimitPerMinute
	client := Network(ClientOf(r.Context()))
	key := "visitor " + client
	switch {
	case writes && route.rate == SignIn:
		key, limit = "sign-in "+client, max(min(limit, minSignIns), limit*signInShare/100)
	case route.rate == Refresh:
		key, limit = "refresh "+client, limit*readsPerWrite
	case v.SignedIn() && writes && route.rate == Upload:
		key, limit = "upload "+v.AccountID, limit*readsPerWrite
	case v.SignedIn() && writes:
		key = "write " + v.AccountID
	case v.SignedIn():
		key, limit = "read "+v.AccountID, limit*readsPerWrite
	case CallerOf(r.Context()).Err != nil: // an expired token: the client has to be told so, and refresh it
		key, limit = "expired "+client, limit*readsPerWrite
	}
	wait := e.limits.take(key, limit)
	if wait == 0 {
		return nil
	}
	class, _, _ := strings.Cut(key, " ")
	w.Header().Set("RateLimit-Policy", fmt.Sprintf(`"%s";q=%d;w=60`, class, limit))
	w.Header().Set("RateLimit", fmt.Sprintf(`"%s";r=0;t=%d`, class, seconds(wait)))
	throttled := music.NewError(music.TooMany, "Request was throttled.")
	throttled.RetryAfter = wait
	return throttled
}

// Network returns an IPv4 address, or the /64 of an IPv6 address, which is what
// one subscriber has.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}

// limiter holds a token bucket for each key with recent requests.
type limiter struct {
	now func() time.Time

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
	swept   time.Time
}

func newLimiter(now func() time.Time) *limiter {
	return &limiter{now: now, buckets: map[string]*rate.Limiter{}, swept: now()}
}

// take uses a token of the key. If there is none, it returns how long to wait for
// the next.
func (l *limiter) take(key string, perMinute int) time.Duration {
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
func (l *limiter) sweep(now time.Time) {
	if len(l.buckets) >= maxBuckets {
		clear(l.buckets)
	}
	if now.Sub(l.swept) < limiterSweep {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if b.TokensAt(now) >= float64(b.Burst()) {
			delete(l.buckets, key)
		}
	}
}
