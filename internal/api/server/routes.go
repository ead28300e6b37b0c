package server

import (
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// The server
	edge.Get(e, "/api", "about", "Name and version of the API", edge.Anyone, a.about)
	edge.Get(e, "/api/config", "config", "What the app needs to know at its start", edge.Anyone, a.config)
	edge.Get(e, "/api/welcome", "welcome", "A greeting", edge.Anyone, a.welcome)
	edge.Get(e, "/health", "health", "Whether the server works", edge.Anyone, a.health)

	// What a person does
	edge.Get(e, "/api/releases", "releases", "What changed in Sonora, newest version first", edge.Browser, a.releases)
}
