// Package edge is the kernel of an HTTP edge: it registers operations with their
// access rules and limits, passes every request through the same middleware, and
// converts errors to responses. It contains no feature; the packages below
// internal/api register their operations with it.
//
// The OpenAPI document is generated from the registered operations.
package edge

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"

	"sonora/internal/auth"
	"sonora/internal/edge/compress"
	"sonora/internal/edge/limit"
	"sonora/internal/edge/proxy"
	"sonora/internal/edge/timing"
	"sonora/internal/edge/trace"
	"sonora/internal/music"
)

// Version is the version of the API, which differs from that of the program.
const Version = "1.0"

// Callers authenticates credentials. *auth.Service implements it.
type Callers interface {
	Recognise(ctx context.Context, p auth.Proof) auth.Caller
	// PublicOrigin returns the public address of the server.
	PublicOrigin() string
}

// Settings provides the operator's settings.
type Settings interface {
	Get() music.Settings
}

// Config is what an Edge needs.
type Config struct {
	Callers  Callers
	Settings Settings
	Replays  Replays      // nil: Idempotency-Key is ignored
	Box      Box          // for Replays
	Pages    http.Handler // the web app, which serves everything that is not an operation
	Log      *slog.Logger

	// Prefixes are the paths of operations; one with a trailing slash includes all
	// paths below it. Unknown paths there get an error and not a page.
	Prefixes []string
	// Aliases maps older paths to those of operations.
	Aliases map[string]string
	// Policy is the Content-Security-Policy of every answer.
	Policy string
	// Traces records every request; nil for none.
	Traces *trace.Recorder
	// TrustedProxies are believed when they name the client's address.
	TrustedProxies proxy.Trusted
	// Annotate adds to the context of a request what features need of it.
	Annotate func(ctx context.Context, userAgent, address string) context.Context
	// CheckChange returns an error while nobody may change anything, operators included.
	CheckChange func() error
	// NoAdmin hides operations with the access Admin, as if they did not exist.
	NoAdmin bool
	// Expected reports errors that are part of normal operation and not logged.
	Expected func(*music.Error) bool
}

// Edge handles requests with the operations registered with it.
type Edge struct {
	Config
	mux     *http.ServeMux
	huma    huma.API          // for the document
	routes  map[string]*Route // by pattern of the mux
	shared  map[string]*path  // by path: what all of its methods share
	limits  *limit.Limiter
	answers *timing.Answers

	documenting  sync.Mutex
	undocumented []func(huma.API) // operations that the document does not contain yet
	texts        []string         // see Describe
}

// New returns an edge without operations.
func New(c Config) *Edge {
	if c.Annotate == nil {
		c.Annotate = func(ctx context.Context, _, _ string) context.Context { return ctx }
	}
	if c.CheckChange == nil {
		c.CheckChange = func() error { return nil }
	}
	if c.Expected == nil {
		c.Expected = func(*music.Error) bool { return false }
	}
	e := &Edge{
		Config: c, mux: http.NewServeMux(), routes: map[string]*Route{}, shared: map[string]*path{}, limits: limit.New(time.Now), answers: timing.New(),
	}
	e.huma = humago.New(http.NewServeMux(), documentConfig())
	components := e.huma.OpenAPI().Components
	components.Responses = refusals(problemResponse(components.Schemas))
	e.mux.HandleFunc("/", e.unmatched)
	return e
}

// Metrics returns the metrics of all requests.
func (e *Edge) Metrics() prometheus.Collector { return e.answers }

// Handler returns the edge with all of its middleware.
func (e *Edge) Handler() http.Handler {
	var h http.Handler = e.mux
	h = e.replay(h)
	h = compress.Documents(h, e.isMetered)
	h = e.identify(h)
	h = e.allowOrigins(h)
	h = e.canonicalize(h)
	h = e.protect(h)
	return e.Observe(h)
}

// isMetered reports whether a request is for an operation that counts against a
// limit: others send sounds and pictures, which are compressed already.
func (e *Edge) isMetered(r *http.Request) bool {
	return e.isOperation(r.URL.Path) && requestOf(r.Context()).route.rate != Free
}

// Dispatch passes a request that went through the middleware to another
// operation.
func (e *Edge) Dispatch(w http.ResponseWriter, r *http.Request) { e.mux.ServeHTTP(w, r) }
