package api

import (
	"context"
	"net/http"
	"strings"

	"sonora/internal/music"
)

type contextKey int

const (
	callerKey contextKey = iota
	requestKey
	visitKey
)

// caller is who asks and how that is known.
type caller struct {
	viewer   music.Viewer
	byCookie bool
	err      error // why a token is not believed
}

func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey).(caller)
	return c
}

// viewer is who asks; the zero Viewer for visitors.
func viewer(ctx context.Context) music.Viewer { return callerOf(ctx).viewer }

const cookieName = "session"

// recognise finds out who asks. Without a bearer token the session cookie
// counts. A bad bearer is an error also where visitors are welcome, so that a
// client knows to refresh; a bad cookie is nobody.
func (a *API) recognise(r *http.Request) caller {
	if header := r.Header.Get("Authorization"); header != "" {
		v, err := a.authorized(r, header)
		return caller{viewer: v, err: err}
	}
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return caller{} // no cookie
	}
	v, err := a.auth.Cookie(r.Context(), cookie.Value)
	if music.CodeOf(err) == music.Unauthenticated {
		return caller{}
	}
	return caller{viewer: v, byCookie: true, err: err}
}

// authorized returns whom an Authorization header proves: with an access
// token, or with an app password.
func (a *API) authorized(r *http.Request, header string) (music.Viewer, error) {
	scheme, token, _ := strings.Cut(header, " ")
	if strings.EqualFold(scheme, "Bearer") {
		return a.auth.Bearer(r.Context(), strings.TrimSpace(token))
	}
	email, secret, ok := r.BasicAuth()
	if !ok {
		return music.Viewer{}, music.ErrUnauthenticated
	}
	v, err := a.auth.Basic(r.Context(), email, secret)
	if music.CodeOf(err) == music.Unauthenticated {
		return v, a.guessed(r, err)
	}
	return v, err
}

// guessesPerMinute is how many wrong app passwords an address may try before
// it is told to wait. They are far too long to be guessed.
const guessesPerMinute = 30

// guessed counts a wrong app password against the address it came from.
func (a *API) guessed(r *http.Request, err error) error {
	if wait := a.limits.take("basic "+network(clientOf(r.Context())), guessesPerMinute); wait > 0 {
		throttled := music.NewError(music.TooMany, "Request was throttled.")
		throttled.RetryAfter = wait
		return throttled
	}
	return err
}
