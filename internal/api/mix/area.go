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

// Uploads knows the audio of mixes. *upload.Service implements it.
type Uploads interface {
	// MeasureMix makes a track of the mix's audio, which it fetches from other
	// servers, and sets what the file says.
	MeasureMix(ctx context.Context, v music.Viewer, m *music.Mix) error
	// MeasurePublished does so for a mix that the viewer publishes.
	MeasurePublished(ctx context.Context, v music.Viewer, m *music.Mix) error
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
