package edge

import (
	"context"
	"net/http"

	"sonora/internal/auth"
	"sonora/internal/music"
)

type contextKey int

const (
	callerKey contextKey = iota
	requestKey
)

// SessionCookie is the name of the cookie that authenticates a session.
const SessionCookie = "session"

// Caller is who sent a request, and how they authenticated.
type Caller = auth.Caller

// CallerOf returns who sent the request of a context.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey).(Caller)
	return c
}

// Viewer returns the account that sent the request of a context; the zero
// Viewer for visitors.
func Viewer(ctx context.Context) music.Viewer { return CallerOf(ctx).Viewer }

// As returns a copy of the request with another viewer and item.
func As(r *http.Request, v music.Viewer, itemID string) *http.Request {
	r = r.WithContext(context.WithValue(r.Context(), callerKey, Caller{Viewer: v}))
	r.SetPathValue("id", itemID)
	return r
}

// Recognise collects the credentials of a request and returns the caller they
// authenticate.
func (e *Edge) Recognise(r *http.Request) Caller {
	p := auth.Proof{Authorization: r.Header.Get("Authorization")}
	if cookie, err := r.Cookie(SessionCookie); err == nil {
		p.Cookie = cookie.Value
	}
	return e.Callers.Recognise(r.Context(), p)
}
