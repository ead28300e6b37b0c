// Package event sends server-sent events to browsers.
package event

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

// API implements the operations in routes.go. It receives no events before
// Listen.
type API struct {
	edge     *edge.Edge
	hub      *hub
	watchers *watchers
}

// New registers the operations. maxStreams limits the event streams that are
// open at once; 0 means usualStreams.
func New(e *edge.Edge, maxStreams int) *API {
	a := &API{edge: e, watchers: newWatchers(maxStreams)}
	a.routes(e)
	return a
}

// Listen starts to pass events on. It calls before with each event, before any stream
// receives it.
func (a *API) Listen(events things.Events, before func(music.Event)) (err error) {
	a.hub, err = newHub(events, before)
	return err
}

// Close ends every event stream.
func (a *API) Close() { a.hub.close() }
