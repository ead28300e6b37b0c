// Package system is the operator's API of the running server: how it is doing, its
// jobs, and a search of everything on it.
package system

import (
	"sonora/internal/edge"
	"sonora/internal/operator"
)

// API implements the operations in routes.go.
type API struct {
	operator *operator.Service
	version  string
}

// New registers the operations. version is that of the program.
func New(e *edge.Edge, o *operator.Service, version string) *API {
	a := &API{operator: o, version: version}
	a.routes(e)
	return a
}
