// Package admin is the operator's API: settings, accounts, the library, jobs and
// statistics.
package admin

import (
	"github.com/prometheus/client_golang/prometheus"

	"sonora/internal/ai/remote"
	"sonora/internal/analysis"
	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/library"
	"sonora/internal/profile"
	"sonora/internal/settings"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Config is what the area uses.
type Config struct {
	Store    *store.Store
	Auth     *auth.Service
	Settings *settings.Service
	Editor   *settings.Editor
	Library  *library.Library
	Profile  *profile.Service
	Analysis *analysis.Service
	Radio    Radio
	// Figures are the metrics of the server.
	Figures prometheus.Collector
	// Providers make AI music.
	Providers *remote.Service
}

// Radio plays the stations. Package radio implements it.
type Radio interface {
	// Statuses returns all known statuses.
	Statuses() []station.Status
	// Collector provides the metrics of the stations.
	prometheus.Collector
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
