// Package event sends browsers what happens, as server-sent events.
package event

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

// API answers the operations of routes.go. It hears of events once it listens.
type API struct {
	edge *edge.Edge
	hub  *hub
}

// New registers the operations.
func New(e *edge.Edge) *API {
	a := &API{edge: e}
	a.routes(e)
	return a
}

// Listen begins to hand events on. libraryChanged is called when tracks may
// have moved.
func (a *API) Listen(events things.Events, libraryChanged func()) (err error) {
	a.hub, err = newHub(events, libraryChanged)
	return err
}

// Close ends every event stream.
func (a *API) Close() { a.hub.close() }
