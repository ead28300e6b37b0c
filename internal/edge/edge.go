// Package edge is the kernel of an HTTP edge: it registers operations with
// what they allow and accept, puts every request through the same middleware,
// and words errors. It knows no feature; the packages below internal/api
// register theirs with it.
//
// The OpenAPI document is generated from the registered operations.
package edge

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/auth"
	"sonora/internal/music"
)

// Version is the version of the API, not of the program.
const Version = "1.0"

// Callers tells who presents credentials. *auth.Service implements it.
type Callers interface {
	Recognise(ctx context.Context, p auth.Proof) auth.Caller
	// PublicOrigin is the address of the server as people know it.
	PublicOrigin() string
}

// Settings are the operator's.
type Settings interface {
	Get() music.Settings
}

// Config is what an Edge needs.
type Config struct {
	Callers  Callers
	Settings Settings
	Pages    http.Handler // answers whatever is not an operation: the web app
	Log      *slog.Logger

	// Prefixes are the paths that belong to operations: with a slash at the end,
	// all below it. There the answer to an unknown path is an error and not a page.
	Prefixes []string
	// Aliases are older paths of operations.
	Aliases map[string]string
	// Policy is the Content-Security-Policy of every answer.
	Policy string
	// TrustedProxies may say on whose behalf they ask.
	TrustedProxies []netip.Prefix
	// Annotate adds what features want to know about a request to its context.
	Annotate func(ctx context.Context, userAgent, address string) context.Context
	// Expected reports errors that are part of normal operation and not logged.
	Expected func(*music.Error) bool
}

// Edge answers requests with the operations registered with it.
type Edge struct {
	Config
	mux     *http.ServeMux
	huma    huma.API
	routes  map[string]*Route // by pattern of the mux
	shared  map[string]*path  // by path, what all methods have in common
	limits  *limiter
	failure *huma.Response // the default response of every operation
}

// New returns an edge without operations.
func New(c Config) *Edge {
	if c.Annotate == nil {
		c.Annotate = func(ctx context.Context, _, _ string) context.Context { return ctx }
	}
	if c.Expected == nil {
		c.Expected = func(*music.Error) bool { return false }
	}
	e := &Edge{
		Config: c, mux: http.NewServeMux(), routes: map[string]*Route{}, shared: map[string]*path{}, limits: newLimiter(time.Now),
	}
	e.huma = humago.New(e.mux, documentConfig())
	e.failure = problemResponse(e.huma.OpenAPI().Components.Schemas)
	e.mux.HandleFunc("/", e.unmatched)
	return e
}

// Handler returns the edge with everything a request passes through.
func (e *Edge) Handler() http.Handler {
	var h http.Handler = e.mux
	h = e.compress(h)
	h = e.identify(h)
	h = e.allowOrigins(h)
	h = e.straighten(h)
	h = e.protect(h)
	return e.observe(h)
}

// Dispatch has another operation answer a request that passed the middleware.
func (e *Edge) Dispatch(w http.ResponseWriter, r *http.Request) { e.mux.ServeHTTP(w, r) }
