// Package mix is the API of DJ mixes and the recordings they come from.
package mix

import (
	"context"
	"net/http"

	"sonora/internal/automix"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/radio/record"
	"sonora/internal/store"
	"sonora/internal/stream"
)

// Config is what the area uses.
type Config struct {
	Store   *store.Store
	Records *record.Service
	// Automixes has the mixes that the server made.
	Automixes *automix.Service
	Uploads   Uploads

	SendSource func(w http.ResponseWriter, r *http.Request, source *stream.Source) error
}

// Uploads makes mixes of uploads. *upload.Service implements it.
type Uploads interface {
	// PublishMix creates a mix of one of the viewer's uploads.
	PublishMix(ctx context.Context, v music.Viewer, fill func(*music.Mix)) (*music.Mix, error)
	// WithdrawMix deletes a mix of the viewer, or any for an operator.
	WithdrawMix(ctx context.Context, v music.Viewer, id string) error
	// AddMix creates a mix for an operator.
	AddMix(ctx context.Context, v music.Viewer, fill func(*music.Mix)) (*music.Mix, error)
	// ChangeMix changes a mix for an operator.
	ChangeMix(ctx context.Context, v music.Viewer, id string, fill func(*music.Mix)) (*music.Mix, error)
}

// API implements the operations in routes.go.
type API struct {
	Config
	edge *edge.Edge
}

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{Config: c, edge: e}
	a.routes(e)
	return a
}
