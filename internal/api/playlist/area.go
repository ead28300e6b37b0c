// Package playlist is the API of playlists: their entries, members, pictures,
// files and rules.
package playlist

import (
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/playlist"
	"sonora/internal/profile"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store     *store.Store
	Library   *library.Library
	Profile   *profile.Service
	Playlists *playlist.Service
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
