package api

import "context"

// tokenInput is the secret of a link in a mail.
type tokenInput struct {
	Body struct {
		_     struct{} `json:"-" additionalProperties:"true"`
		Token string   `json:"token"`
	}
}

type emailInput struct {
	Body struct {
		_     struct{} `json:"-" additionalProperties:"true"`
		Email string   `json:"email"`
	}
}

func (a *API) verify(ctx context.Context, in *tokenInput) (*body[detailJSON], error) {
	if err := a.auth.Verify(ctx, in.Body.Token); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"Your e-mail address is verified."}}, nil
}

func (a *API) resendVerification(ctx context.Context, in *emailInput) (*body[detailJSON], error) {
	if err := a.auth.ResendVerification(ctx, in.Body.Email); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"If this address still has to be verified, we have sent it a new link."}}, nil
}
