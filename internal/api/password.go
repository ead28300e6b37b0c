package api

import "context"

type changePasswordInput struct {
	Body struct {
		_         struct{} `json:"-" additionalProperties:"true"`
		Current   string   `json:"current" doc:"Empty when there is no password yet and the session is new."`
		Password1 string   `json:"password1"`
		Password2 string   `json:"password2"`
	}
}

func (a *API) changePassword(ctx context.Context, in *changePasswordInput) (*body[detailJSON], error) {
	b := in.Body
	if err := a.auth.ChangePassword(ctx, viewer(ctx), b.Current, b.Password1, b.Password2); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"Your password has been changed. Your other devices are signed out."}}, nil
}
