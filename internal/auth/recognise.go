package auth

import (
	"context"
	"encoding/base64"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"sonora/internal/music"
	"sonora/internal/network"
)

// Proof holds a request's credentials. Each edge collects them according to its
// protocol.
type Proof struct {
	Authorization string // "Bearer TOKEN", "Bearer KEY" or "Basic BASE64", as in the HTTP header
	Cookie        string // the value of the session cookie
}

// Caller is the sender of a request.
type Caller struct {
	Viewer   music.Viewer // zero for a visitor
	ByCookie bool
	Err      error // why the credentials are rejected
}

// Recognise identifies the sender of a request. It uses the session cookie only
// if there is no Authorization header. A bad token or API key is an error even
// where visitors are allowed, so that clients know to refresh it; with a bad cookie
// the caller is a visitor. It returns TooMany, with a time to wait, for a network
// that guesses keys.
func (a *Service) Recognise(ctx context.Context, p Proof) Caller {
	switch {
	case p.Authorization != "":
		v, err := a.authorized(ctx, p.Authorization)
		return Caller{Viewer: v, Err: err}
	case p.Cookie == "":
		return Caller{}
	}
	v, err := a.Cookie(ctx, p.Cookie)
	if music.CodeOf(err) == music.Unauthenticated {
		return Caller{}
	}
	return Caller{Viewer: v, ByCookie: true, Err: err}
}

// authorized returns the viewer for an Authorization header with an access
// token or an API key.
func (a *Service) authorized(ctx context.Context, header string) (music.Viewer, error) {
	scheme, proof, _ := strings.Cut(header, " ")
	proof = strings.TrimSpace(proof)
	switch {
	case strings.EqualFold(scheme, "Bearer") && isAPISecret(proof):
		v, err := a.byKey(ctx, "", proof)
		return v, a.slowGuesses(ctx, err)
	case strings.EqualFold(scheme, "Bearer"):
		return a.Bearer(ctx, proof)
	case strings.EqualFold(scheme, "Basic"):
		pair, err := base64.StdEncoding.DecodeString(proof)
		email, secret, ok := strings.Cut(string(pair), ":")
		if err == nil && ok {
			v, err := a.Basic(ctx, email, secret)
			return v, a.slowGuesses(ctx, err)
		}
	}
	return music.Viewer{}, music.ErrUnauthenticated
}

// slowGuesses replaces the error for a wrong API key by TooMany for a network that
// sends many.
func (a *Service) slowGuesses(ctx context.Context, err error) error {
	if music.CodeOf(err) != music.Unauthenticated {
		return err
	}
	if wait := a.guesses.take(network.Of(deviceOf(ctx).Address), a.now()); wait > 0 {
		return retryIn(errThrottled, wait)
	}
	return err
}

var errThrottled = music.NewError(music.TooMany, "Request was throttled.")

const (
	// maxGuesses is how many wrong API keys a network may try per minute. Keys are
	// far too long to guess; the limit saves work.
	maxGuesses = 30
	// maxGuessers is the maximum number of networks that are counted.
	maxGuessers = 10_000
)

// guesses counts wrong API keys per network.
type guesses struct {
	mu sync.Mutex
	by map[string]*rate.Limiter
}

// take counts a guess. It returns how long to wait after too many, otherwise 0.
func (g *guesses) take(network string, now time.Time) time.Duration {
	const every = rate.Limit(maxGuesses) / 60
	g.mu.Lock()
	defer g.mu.Unlock()
	left := g.by[network]
	if left == nil {
		if g.by == nil || len(g.by) >= maxGuessers {
			g.by = map[string]*rate.Limiter{}
		}
		left = rate.NewLimiter(every, maxGuesses)
		g.by[network] = left
	}
	if left.AllowN(now, 1) {
		return 0
	}
	return time.Duration((1 - left.TokensAt(now)) / float64(every) * float64(time.Second))
}
