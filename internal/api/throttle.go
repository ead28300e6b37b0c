package api

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"sonora/internal/music"
)

const (
	readsPerWrite = 10 // a signed-in person may read ten times as often as write
	signingShare  = 60 // percent of a visitor's calls that may be sign-ins,
	signingFloor  = 60 // or this many, where there are as many calls
	limiterSweep  = 5 * time.Minute
	maxBuckets    = 50_000
)

// throttle counts calls by person, or by address for visitors, in three
// kinds: signing in, a person's reads, everything else. Pages, sound and
// pictures are free, and so is asking whether the server works.
func (a *API) throttle(r *http.Request, v music.Viewer, writes bool) error {
	p := r.URL.Path
	if isMedia(p) || isTus(p) && r.Method == http.MethodPatch {
		return nil
	}
	limit := a.settings.Get().RateLimitPerMinute
	key := network(clientOf(r.Context()))
	switch {
	case writes && isSigning(p):
		key, limit = "sign "+key, max(min(limit, signingFloor), limit*signingShare/100)
	case p == "/api/auth/token/refresh":
		// Many people may share an address with somebody who asks for much.
		key, limit = "refresh "+key, limit*readsPerWrite
	case v.SignedIn() && writes && isUploading(r):
		key, limit = "upload "+v.AccountID, limit*readsPerWrite // many files at once
	case v.SignedIn() && writes:
		key = "write " + v.AccountID
	case v.SignedIn():
		key, limit = "read "+v.AccountID, limit*readsPerWrite
	case callerOf(r.Context()).err != nil: // a token that has run out: its owner is to hear that, and refresh
		key, limit = "expired "+key, limit*readsPerWrite
	}
	if wait := a.limits.take(key, limit); wait > 0 {
		throttled := music.NewError(music.TooMany, "Request was throttled.")
		throttled.RetryAfter = wait
		return throttled
	}
	return nil
}

// isSigning reports whether a path takes passwords, codes or the secrets of
// links from people who are not signed in: what may be guessed at.
func isSigning(p string) bool {
	return strings.HasPrefix(p, "/api/auth/") && p != "/api/auth/token/refresh" && p != "/api/auth/logout"
}

// network is an address, or its /64 for IPv6: that is what one subscriber has.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}

// isUploading reports whether a request brings music. How many pieces a file
// has is not counted: their bytes are bounded.
func isUploading(r *http.Request) bool {
	p := r.URL.Path
	return isTus(p) || p == uploadPath || p == "/api/tracks"
}

func isMedia(p string) bool {
	if strings.HasSuffix(p, "/cover") && (strings.HasPrefix(p, "/api/albums/") || strings.HasPrefix(p, "/api/artists/") || strings.HasPrefix(p, "/api/playlists/")) {
		return true
	}
	if strings.HasPrefix(p, "/api/radios/") && strings.HasSuffix(p, "/logo") {
		return true
	}
	if strings.HasPrefix(p, "/api/shared/") && (strings.HasSuffix(p, "/stream") || strings.HasSuffix(p, "/cover") || strings.HasSuffix(p, "/radio")) {
		return true
	}
	return strings.HasPrefix(p, "/media/") || strings.HasPrefix(p, radioPath) || strings.HasPrefix(p, "/api/covers/") || strings.HasPrefix(p, "/api/avatars/") || p == "/api/events" || p == "/api/radios/events" || p == "/api/docs/style.css" ||
		strings.HasPrefix(p, "/api/tracks/") && (strings.HasSuffix(p, "/stream") || strings.HasSuffix(p, "/cover") && !strings.HasSuffix(p, "/lookup/cover"))
}

// limiter holds a token bucket for each key that asked of late.
type limiter struct {
	now func() time.Time

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
	swept   time.Time
}

func newLimiter(now func() time.Time) *limiter {
	return &limiter{now: now, buckets: map[string]*rate.Limiter{}, swept: now()}
}

// take uses one call of the key's perMinute; when none is left it says how
// long to wait for the next.
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

// sweep forgets buckets that are full again, and all of them when somebody
// comes from more addresses than there is room for.
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
