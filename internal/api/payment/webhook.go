package payment

import (
	"io"
	"net/http"

	"sonora/internal/billing/recipe"
	"sonora/internal/edge"
)

// stripe answers as soon as the event is stored.
func (a *API) stripe(w http.ResponseWriter, r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if err := a.Subscriptions.FromStripe(r.Context(), body, r.Header.Get("Stripe-Signature")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// from returns the handler of another service.
func (a *API) from(source recipe.Source) edge.RawHandler {
	return func(w http.ResponseWriter, r *http.Request) error {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		if err := a.Subscriptions.From(r.Context(), source, recipe.Request{Header: r.Header, Body: body, Proof: r.PathValue("secret")}); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
}
