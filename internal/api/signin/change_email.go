package signin

import (
	"context"

	"sonora/internal/edge"
)

type changeEmailInput struct {
	Body struct {
		_        struct{} `json:"-" additionalProperties:"true"`
		Email    string   `json:"email"`
		Password string   `json:"password" doc:"Of the account; empty when it has none and the session is new."`
	}
}

type changedEmailJSON struct {
	Detail  string `json:"detail"`
	Applied bool   `json:"applied" doc:"The account has the new address already, because there is no mail server to ask by."`
}

func (a *API) changeEmail(ctx context.Context, in *changeEmailInput) (*edge.Body[changedEmailJSON], error) {
	applied, err := a.Auth.ChangeEmail(ctx, edge.Viewer(ctx), in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	detail := "We have written to both addresses. Follow the links in the mails to confirm the change."
	if applied {
		detail = "Your e-mail address has been changed."
	}
	return edge.Reply(changedEmailJSON{detail, applied})
}

func (a *API) cancelEmail(ctx context.Context, _ *struct{}) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.CancelEmail(ctx, edge.Viewer(ctx)); err != nil {
		return nil, err
	}
	return edge.Say("Your e-mail address stays as it is.")
}

type confirmedEmailJSON struct {
	Detail string `json:"detail"`
	Done   bool   `json:"done" doc:"The account has the new address now."`
}

func (a *API) confirmEmail(ctx context.Context, in *tokenInput) (*edge.Body[confirmedEmailJSON], error) {
	done, err := a.Auth.ConfirmEmail(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	detail := "Thank you. Now follow the link in the mail to the other address."
	if done {
		detail = "Your e-mail address has been changed."
	}
	return edge.Reply(confirmedEmailJSON{detail, done})
}
