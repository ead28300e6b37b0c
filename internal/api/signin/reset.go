package signin

import (
	"context"

	"sonora/internal/edge"
)

func (a *API) forgotPassword(ctx context.Context, in *emailInput) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.AskReset(ctx, in.Body.Email); err != nil {
		return nil, err
	}
	return edge.Say("If this address has an account, we have sent it a link to choose a new password.")
}

type resetInput struct {
	Body struct {
		Token     string `json:"token" doc:"The token in the link."`
		Password1 string `json:"password1" doc:"The new password."`
		Password2 string `json:"password2" doc:"The new password again."`
	}
}

func (a *API) resetPassword(ctx context.Context, in *resetInput) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.Reset(ctx, in.Body.Token, in.Body.Password1, in.Body.Password2); err != nil {
		return nil, err
	}
	return edge.Say("Your password has been changed. Sign in with the new one.")
}
