// Package share is the API of links that let people without an account listen.
package share

import (
	"context"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/radio"
	"sonora/internal/settings"
	"sonora/internal/share"
	"sonora/internal/store"
	"sonora/internal/stream"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Auth     *auth.Service
	Settings *settings.Service
	Library  *library.Library
	Shares   *share.Service
	Streams  *stream.Service
	Radio    Radio
	Policy   string
	Pages    Pages

	PictureOfPlaylist things.PictureOf
	SendShared        func(w http.ResponseWriter, r *http.Request, v music.Viewer, id string, permit func(context.Context) error) error
	SendMix           func(w http.ResponseWriter, r *http.Request, v music.Viewer, m *music.Mix, permit func(context.Context) error) error
}

// Radio plays the stations. Package radio implements it.
type Radio interface {
	// Serve sends a station to a listener.
	Serve(w http.ResponseWriter, r *http.Request, t radio.Tuning) error
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

// Pages is the web app.
type Pages interface {
	http.Handler
	// ServeHead serves the app's page with the given title and meta elements.
	ServeHead(w http.ResponseWriter, r *http.Request, status int, head string)
	// ServeEmbed serves the page of the small player.
	ServeEmbed(w http.ResponseWriter, r *http.Request)
}
