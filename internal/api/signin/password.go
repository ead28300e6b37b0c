package signin

import (
	"context"

	"sonora/internal/edge"
)

type changePasswordInput struct {
	Body struct {
		Current   string `json:"current" doc:"Empty if the account has no password yet and you signed in a moment ago."`
		Password1 string `json:"password1" doc:"The new password."`
		Password2 string `json:"password2" doc:"The new password again."`
	}
}

func (a *API) changePassword(ctx context.Context, in *changePasswordInput) (*edge.Body[edge.Detail], error) {
	b := in.Body
	if err := a.Auth.ChangePassword(ctx, edge.Viewer(ctx), b.Current, b.Password1, b.Password2); err != nil {
		return nil, err
	}
	return edge.Say("Your password has been changed. Your other devices are signed out.")
}
