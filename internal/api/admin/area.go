// Package admin is for the operator: settings, accounts, the library, jobs and figures.
package admin

import (
	"sonora/internal/analysis"
	"sonora/internal/api/things"
	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/profile"
	"sonora/internal/radio"
	"sonora/internal/settings"
	"sonora/internal/store"
	"sonora/internal/stream"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Auth     *auth.Service
	Settings *settings.Service
	Library  *library.Library
	Profile  *profile.Service
	Analysis *analysis.Service
	Streams  *stream.Service
	Radio    things.Radio
	Air      *radio.Service
	Events   things.Events
}

// API answers the operations of routes.go.
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
