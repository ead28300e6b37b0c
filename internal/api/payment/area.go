// Package payment is the API of payments: people buy plans, and payment services report
// what was paid.
package payment

import (
	"sonora/internal/billing/subscription"
	"sonora/internal/edge"
)

// Config is what the area uses.
type Config struct {
	Subscriptions *subscription.Service
}

// API implements the operations in routes.go.
type API struct{ Config }

// New registers the operations.
func New(e *edge.Edge, c Config) *API {
	a := &API{c}
	a.routes(e)
	return a
}
