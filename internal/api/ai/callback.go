package ai

import (
	"context"
)

// callbackInput is the address that a service was given with an order.
type callbackInput struct {
	ID     string `path:"id" maxLength:"64" doc:"The order."`
	Secret string `path:"secret" maxLength:"64" doc:"Its secret."`
}

// callback ignores what the service sends: the server asks it itself.
func (a *API) callback(_ context.Context, in *callbackInput) (*struct{}, error) {
	return nil, a.Providers.CalledBack(in.ID, in.Secret)
}
