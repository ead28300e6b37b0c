// Package premium is the API of plans: what people have and can have, and what operators
// offer and give.
package premium

import (
	"sonora/internal/billing"
	"sonora/internal/edge"
)

// Config is what the area uses.
type Config struct {
	Billing *billing.Service
	// IsPayable reports whether people can pay for plans here.
	IsPayable func() bool
}

// API implements the operations in routes.go.
type API struct{ Config }

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{Config: c}
	a.routes(e)
	return a
}
