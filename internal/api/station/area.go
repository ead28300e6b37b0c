// Package station answers for radio stations: for listeners, for their owners and DJs, and for
// the operator.
package station

import (
	"log/slog"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/playlist"
	"sonora/internal/radio"
	"sonora/internal/radio/autodj"
	"sonora/internal/radio/directory"
	"sonora/internal/radio/hls"
	"sonora/internal/radio/ingest"
	"sonora/internal/radio/studio"
	"sonora/internal/settings"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store      *store.Store
	Settings   *settings.Service
	Library    *library.Library
	Chat       *radio.Chat
	Lists      *playlist.Service
	Radio      things.Radio
	Air        *radio.Service
	Pieces     *hls.Service
	Program    *autodj.Service
	Directory  *directory.Service
	Studio     *studio.Studio
	Guard      *ingest.Guard
	RadioPorts func() ingest.Ports
	Log        *slog.Logger

	ServeEvents func(w http.ResponseWriter, r *http.Request, stays func() bool, tell func(things.WriteEvent, music.Event) error) error
}

// API answers the operations of routes.go.
type API struct {
	Config
	edge *edge.Edge

	watchers *watchers
	public   *publicStations
}

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{Config: c, edge: e, watchers: &watchers{from: map[string]int{}}, public: &publicStations{store: c.Store, known: map[string]publicStation{}}}
	a.routes(e)
	return a
}
