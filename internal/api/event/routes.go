package event

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Raw(e, "/api/events", "events", "Receive events as they happen (server-sent events)", edge.Member, a.streamEvents, "text/event-stream", e.Sends(eventsJSON{}), things.LanguageParameter, edge.AnyQuery, edge.Throttled(edge.Free), edge.Listening)
}
