package event

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Bytes and streams
	edge.Raw(e, "/api/events", "events", "What happens, as server-sent events", edge.Member, a.streamEvents, "text/event-stream", e.Sends(eventsJSON{}), things.LanguageParameter, edge.Throttled(edge.Free), edge.Streaming)
}
