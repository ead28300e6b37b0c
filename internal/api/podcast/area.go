// Package podcast is the API of podcasts, subscribed and published, with their
// episodes and feeds.
package podcast

import (
	"net/http"

	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/podcast"
	"sonora/internal/store"
	"sonora/internal/stream"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Library  *library.Library
	Podcasts *podcast.Service

	SendSource func(w http.ResponseWriter, r *http.Request, source *stream.Source) error
	SendOwn    func(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error
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
