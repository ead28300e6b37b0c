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

// SessionCookie is the name of the cookie that proves a session.
const SessionCookie = "session"

// Caller is who sends a request, and how that is known.
type Caller = auth.Caller

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

// Recognise finds out who sends a request: it collects the credentials, and
// Callers judges them.
func (e *Edge) Recognise(r *http.Request) Caller {
	p := auth.Proof{Authorization: r.Header.Get("Authorization"), Network: Network(ClientOf(r.Context()))}
	if cookie, err := r.Cookie(SessionCookie); err == nil {
		p.Cookie = cookie.Value
	}
	return e.Callers.Recognise(r.Context(), p)
}
