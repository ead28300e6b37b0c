package scrobbling

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/account/scrobbling", "scrobbling", "List the services that your listens can be sent to", edge.Person, a.list)
	edge.Put(e, "/api/account/scrobbling/listenbrainz", "connectListenBrainz", "Send your listens to ListenBrainz", edge.Person, a.connectListenBrainz)
	edge.Post(e, "/api/account/scrobbling/lastfm/request", "requestLastFm", "Ask Last.fm for a token to connect with", edge.Person, a.requestLastFM, edge.Refuses(409))
	edge.Put(e, "/api/account/scrobbling/lastfm", "connectLastFm", "Send your listens to Last.fm", edge.Person, a.connectLastFM, edge.Refuses(409))
	edge.Remove(e, "/api/account/scrobbling/{service}", "disconnectService", "Stop sending your listens to a service", edge.Person, a.disconnect)
}
