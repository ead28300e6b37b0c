package edge

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

// SessionCookie is the name of the cookie that proves a session.
const SessionCookie = "session"

// Caller is who sends a request, and how that is known.
type Caller struct {
	Viewer   music.Viewer
	ByCookie bool
	Err      error // why a credential was refused
}

// CallerOf returns who sent the request of a context.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey).(Caller)
	return c
}

// Viewer returns the account that sent the request of a context; the zero
// Viewer for visitors.
func Viewer(ctx context.Context) music.Viewer { return CallerOf(ctx).Viewer }

// As returns the request as another person would send it, for another item.
func As(r *http.Request, v music.Viewer, itemID string) *http.Request {
	r = r.WithContext(context.WithValue(r.Context(), callerKey, Caller{Viewer: v}))
	r.SetPathValue("id", itemID)
	return r
}

// Recognise finds out who sends a request. Without an Authorization header the
// session cookie counts. A bad token is an error also where visitors are
// welcome, so that a client knows to refresh; a bad cookie makes a visitor.
func (e *Edge) Recognise(r *http.Request) Caller {
	if header := r.Header.Get("Authorization"); header != "" {
		v, err := e.authorized(r, header)
		return Caller{Viewer: v, Err: err}
	}
	cookie, err := r.Cookie(SessionCookie)
	if err != nil {
		return Caller{} // no cookie
	}
	v, err := e.Callers.Cookie(r.Context(), cookie.Value)
	if music.CodeOf(err) == music.Unauthenticated {
		return Caller{}
	}
	return Caller{Viewer: v, ByCookie: true, Err: err}
}

// authorized returns whom an Authorization header proves: by an access token
// or an app password.
func (e *Edge) authorized(r *http.Request, header string) (music.Viewer, error) {
	scheme, token, _ := strings.Cut(header, " ")
	if strings.EqualFold(scheme, "Bearer") {
		return e.Callers.Bearer(r.Context(), strings.TrimSpace(token))
	}
	email, secret, ok := r.BasicAuth()
	if !ok {
		return music.Viewer{}, music.ErrUnauthenticated
	}
	v, err := e.Callers.Basic(r.Context(), email, secret)
	if music.CodeOf(err) == music.Unauthenticated {
		// A guess counts against the address it comes from.
		if throttled := e.take("basic "+Network(ClientOf(r.Context())), guessesPerMinute); throttled != nil {
			return v, throttled
		}
	}
	return v, err
}
