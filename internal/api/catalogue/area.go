// Package catalogue is the API of the music: tracks, albums, artists, folders,
// search, tags and analysis.
package catalogue

import (
	"context"

	"sonora/internal/analysis"
	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/feed"
	"sonora/internal/online"
	"sonora/internal/similarity"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/tagging"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Analysis *analysis.Service
	Similar  *similarity.Service
	Tags     *tagging.Service
	Online   *online.Service

	PodcastFor func(ctx context.Context) func(*feed.Podcast) things.PodcastJSON
	StationsOf func(ctx context.Context, stations []station.Station) ([]things.StationJSON, error)
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
