// Package station is the API for the people who run radio stations: owners, DJs
// and the operator. Package radio is the API for their listeners.
package station

import (
	"context"
	"log/slog"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/playlist"
	"sonora/internal/radio"
	"sonora/internal/radio/autodj"
	"sonora/internal/radio/directory"
	"sonora/internal/radio/ingest"
	"sonora/internal/radio/playout"
	"sonora/internal/radio/studio"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Radio plays the stations. Package radio implements it.
type Radio interface {
	// Status returns the current status of a station; false while unknown.
	Status(id string) (station.Status, bool)
	// Health returns the technical state of a station.
	Health(id string) playout.Health
	// Skip ends the AutoDJ's current item.
	Skip(ctx context.Context, id string) error
	// Disconnect disconnects the source on air.
	Disconnect(ctx context.Context, id string) error
	radio.Playouts
}

// Config is what the area uses.
type Config struct {
	Store      *store.Store
	Playlists  *playlist.Service
	Radio      Radio
	Planner    *autodj.Service
	Directory  *directory.Service
	Stations   *radio.Stations
	DJs        *radio.DJs
	Schedules  *radio.Schedules
	Studio     *studio.Studio
	Guard      *ingest.Guard
	RadioPorts func() ingest.Ports
	Log        *slog.Logger

	OneStation func(ctx context.Context, s *station.Station, err error) (*things.StationAnswer, error)
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
