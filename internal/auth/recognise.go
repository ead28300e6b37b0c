package auth

import (
	"context"
	"encoding/base64"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"sonora/internal/music"
)

// Proof holds a request's credentials. Each edge collects them according to its
// protocol.
type Proof struct {
	Authorization string // "Bearer TOKEN" or "Basic BASE64", as in the HTTP header
	Email, Secret string // an app password sent without a header
	Cookie        string // the value of the session cookie
	Network       string // client network, for the rate limit on wrong guesses
}

// Caller is the sender of a request.
type Caller struct {
	Viewer   music.Viewer // zero for a visitor
	ByCookie bool
	Err      error // why the credentials are rejected
}

// Recognise identifies the sender of a request. It uses the session cookie only
// if there is neither an Authorization header nor an app password. A bad token
// or password is an error even where visitors are allowed, so that clients know
// to refresh it; with a bad cookie the caller is a visitor. It returns TooMany,
// with a time to wait, for a network that guesses passwords.
func (a *Service) Recognise(ctx context.Context, p Proof) Caller {
	switch {
	case p.Authorization != "":
		v, err := a.authorized(ctx, p)
		return Caller{Viewer: v, Err: err}
	case p.Email != "" || p.Secret != "":
		v, err := a.basic(ctx, p.Email, p.Secret, p.Network)
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
// token or an app password.
func (a *Service) authorized(ctx context.Context, p Proof) (music.Viewer, error) {
	scheme, token, _ := strings.Cut(p.Authorization, " ")
	switch {
	case strings.EqualFold(scheme, "Bearer"):
		return a.Bearer(ctx, strings.TrimSpace(token))
	case strings.EqualFold(scheme, "Basic"):
		pair, err := base64.StdEncoding.DecodeString(token)
		email, secret, ok := strings.Cut(string(pair), ":")
		if err == nil && ok {
			return a.basic(ctx, email, secret, p.Network)
		}
	}
	return music.Viewer{}, music.ErrUnauthenticated
}

// basic is Basic with a rate limit on wrong guesses.
func (a *Service) basic(ctx context.Context, email, secret, network string) (music.Viewer, error) {
	v, err := a.Basic(ctx, email, secret)
	if music.CodeOf(err) != music.Unauthenticated {
		return v, err
	}
	if wait := a.guesses.take(network, a.now()); wait > 0 {
		throttled := music.NewError(music.TooMany, "Request was throttled.")
		throttled.RetryAfter = wait
		return v, throttled
	}
	return v, err
}

const (
	// maxGuesses is how many wrong app passwords a network may try per minute.
	// App passwords are far too long to guess; the limit saves work.
	maxGuesses = 30
	// maxGuessers is the maximum number of networks that are counted.
	maxGuessers = 10_000
)

// guesses counts wrong app passwords per network.
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
