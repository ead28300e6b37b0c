package server

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// The server
	edge.Get(e, "/api", "about", "Get the name and version of the API", edge.Anyone, a.about)
	edge.Get(e, "/api/config", "config", "Get what the app needs to start", edge.Anyone, a.config)
	edge.Get(e, "/api/welcome", "welcome", "Get a greeting", edge.Anyone, a.welcome)
	edge.Get(e, "/health", "health", "Check whether the server works", edge.Anyone, a.health, edge.AnyQuery)
	edge.Get(e, "/health/live", "live", "Check whether the process answers", edge.Anyone, a.live, edge.AnyQuery)
	edge.Get(e, "/health/ready", "ready", "Check whether the server can take requests", edge.Anyone, a.ready, edge.AnyQuery)

	// What changed
	edge.Get(e, "/api/releases", "releases", "List what changed in Sonora, newest version first", edge.Browser, a.releases)
}
