package signin

import (
	"context"

	"sonora/internal/edge"
)

// tokenInput is the secret of a link in a mail.
type tokenInput struct {
	Body struct {
		Token string `json:"token" doc:"The token in the link."`
	}
}

type emailInput struct {
	Body struct {
		Email string `json:"email" doc:"Email address of the account."`
	}
}

func (a *API) verify(ctx context.Context, in *tokenInput) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.Verify(ctx, in.Body.Token); err != nil {
		return nil, err
	}
	return edge.Say("Your email address is verified.")
}

func (a *API) resendVerification(ctx context.Context, in *emailInput) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.ResendVerification(ctx, in.Body.Email); err != nil {
		return nil, err
	}
	return edge.Say("If this address still has to be verified, we have sent it a new link.")
}
