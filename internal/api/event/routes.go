package event

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	edge.Raw(e, "/api/events", "events", "Receive events as they happen (server-sent events)", edge.Member, a.streamEvents, "text/event-stream", e.Sends(eventsJSON{}), things.LanguageParameter, edge.Throttled(edge.Free), edge.Streaming)
}
