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

// Proof is what a request says about who sent it. An edge collects it from
// wherever its protocol keeps such things.
type Proof struct {
	Authorization string // "Bearer TOKEN" or "Basic BASE64", as in the HTTP header
	Email, Secret string // an app password that does not come in a header
	Cookie        string // the value of the session cookie
	Network       string // where the request comes from, for the limit on guesses
}

// Caller is who sent a request, and how that is known.
type Caller struct {
	Viewer   music.Viewer // zero for a visitor
	ByCookie bool
	Err      error // why the proof is not believed
}

// Recognise finds out who sent a request. Without an Authorization or an app
// password the session cookie counts. A bad token or password is an error even
// where visitors are welcome, so that a client knows to refresh it; a bad cookie
// is nobody. TooMany, with a time to wait, for a network that guesses.
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

// authorized returns whom an Authorization header proves: with an access token,
// or with an app password.
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

// basic is Basic with a limit on wrong guesses.
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
	// maxGuesses is how many wrong app passwords a network may try in a minute
	// before it is told to wait. They are far too long to be guessed.
	maxGuesses = 30
	// maxGuessers is how many networks are counted at a time.
	maxGuessers = 10_000
)

// guesses counts wrong app passwords by the network they came from.
type guesses struct {
	mu sync.Mutex
	by map[string]*rate.Limiter
}

// take counts a guess; when there were too many it says how long to wait.
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
