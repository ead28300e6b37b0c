// Package listening is the API for what listeners do: likes, ratings, plays,
// history, statistics, follows, mixes made for them, and players on devices.
package listening

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/daily"
	"sonora/internal/edge"
	"sonora/internal/edge/delta"
	"sonora/internal/listening"
	"sonora/internal/music"
	"sonora/internal/notify"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store     *store.Store
	Listening *listening.Service
	Daily     *daily.Service
	Notify    *notify.Service

	StationEncoder func(ctx context.Context, stations []station.Station) (func(*station.Station) things.StationJSON, error)
	TrackPage      func(ctx context.Context, paging *delta.Paging, filter music.TrackFilter) (*delta.PageOf[things.TrackJSON], error)
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
