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
		scheme, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			return caller{err: music.ErrUnauthenticated}
		}
		v, err := a.auth.Bearer(r.Context(), strings.TrimSpace(token))
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
