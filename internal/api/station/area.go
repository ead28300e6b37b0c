// Package station answers those who run radio stations: owners, DJs and the
// operator. Package radio answers their listeners.
package station

import (
	"context"
	"log/slog"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/playlist"
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
	// Status is what a station does now; false while nobody knows.
	Status(id string) (station.Status, bool)
	// Health is how a station does, in technical figures.
	Health(id string) playout.Health
	// Changed is called when a station was added, changed or deleted.
	Changed(id string)
	// Skip ends what the AutoDJ plays.
	Skip(ctx context.Context, id string) error
	// PutOff takes whoever is on air off, PutOffDJ only a certain DJ.
	PutOff(ctx context.Context, id string) error
	PutOffDJ(ctx context.Context, dj *station.DJ) error
}

// Config is what the area uses.
type Config struct {
	Store      *store.Store
	Playlists  *playlist.Service
	Radio      Radio
	Planner    *autodj.Service
	Directory  *directory.Service
	Studio     *studio.Studio
	Guard      *ingest.Guard
	RadioPorts func() ingest.Ports
	Log        *slog.Logger

	OneStation func(ctx context.Context, s *station.Station, err error) (*edge.Body[things.StationJSON], error)
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
