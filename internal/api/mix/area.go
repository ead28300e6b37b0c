// Package mix is the API of DJ mixes and the recordings they come from.
package mix

import (
	"context"
	"net/http"

	"sonora/internal/automix"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/mix"
	"sonora/internal/music"
	"sonora/internal/radio/record"
	"sonora/internal/store"
	"sonora/internal/stream"
	"sonora/internal/upload"
)

// Config is what the area uses.
type Config struct {
	Store *store.Store
	Mixes *mix.Service
	// Searches finds the tracks of mixes in their sound.
	Searches *mix.Searches
	Library  *library.Library
	Records  *record.Service
	// Automixes has the mixes that the server made.
	Automixes *automix.Service
	Uploads   Uploads

	SendSource func(w http.ResponseWriter, r *http.Request, source *stream.Source) error
	// SendUpload serves the audio of an upload as long as permit allows it.
	SendUpload func(w http.ResponseWriter, r *http.Request, v music.Viewer, id string, permit func(context.Context) error) error
	// Listen lets a viewer play or save sound, as their plan allows.
	Listen     func(ctx context.Context, v music.Viewer, item string, source *stream.Source, o stream.Options) (*stream.Source, error)
	OpenUpload func(ctx context.Context, v music.Viewer, id string, o stream.Options) (*stream.Source, error)
}

// Uploads makes mixes of uploads. *upload.Service implements it.
type Uploads interface {
	// PublishMix creates a mix of a part of one of the viewer's uploads.
	PublishMix(ctx context.Context, v music.Viewer, part upload.Part, fill func(*music.Mix)) (*music.Mix, error)
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
