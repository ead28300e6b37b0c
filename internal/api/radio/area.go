// Package radio is the API for listeners of radio stations: lists, streams,
// history, schedule, requests and the chat.
package radio

import (
	"context"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/radio"
	"sonora/internal/radio/autodj"
	"sonora/internal/radio/hls"
	"sonora/internal/radio/listen"
	"sonora/internal/settings"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Radio plays the stations. Package radio implements it.
type Radio interface {
	// Status returns the current status of a station; false while unknown.
	Status(id string) (station.Status, bool)
	// ByMount returns the station with a mount, or NotFound if the viewer may not hear
	// it.
	ByMount(ctx context.Context, v music.Viewer, mount string) (*station.Station, error)
	// Serve sends a station to a listener.
	Serve(w http.ResponseWriter, r *http.Request, t radio.Tuning) error
	// Sessions returns the table of listeners in every format.
	Sessions() *listen.Sessions
}

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Settings *settings.Service
	Library  *library.Library
	Radio    Radio
	Planner  *autodj.Service
	Segments *hls.Service
	Chat     *radio.Chat
	Public   *radio.PublicStations

	ServeEvents func(w http.ResponseWriter, r *http.Request, stays func() bool, tell func(things.WriteEvent, music.Event) error) error
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
