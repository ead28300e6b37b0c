package signin

import (
	"context"

	"sonora/internal/edge"
)

type changeEmailInput struct {
	Body struct {
		Email    string `json:"email" doc:"The new email address."`
		Password string `json:"password" doc:"The account's password; empty if it has none and you signed in a moment ago."`
	}
}

type changedEmailJSON struct {
	Detail  string `json:"detail" doc:"What to do next, in one sentence."`
	Applied bool   `json:"applied" doc:"Whether the address has already changed, because the server cannot send mail to confirm it."`
}

func (a *API) changeEmail(ctx context.Context, in *changeEmailInput) (*edge.Body[changedEmailJSON], error) {
	applied, err := a.Auth.ChangeEmail(ctx, edge.Viewer(ctx), in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	detail := "We have written to both addresses. Follow the links in the mails to confirm the change."
	if applied {
		detail = "Your email address has been changed."
	}
	return edge.Reply(changedEmailJSON{detail, applied})
}

func (a *API) cancelEmail(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.Auth.CancelEmail(ctx, edge.Viewer(ctx))
}

type confirmedEmailJSON struct {
	Detail string `json:"detail" doc:"What to do next, in one sentence."`
	Done   bool   `json:"done" doc:"Whether the address has changed now."`
}

func (a *API) confirmEmail(ctx context.Context, in *tokenInput) (*edge.Body[confirmedEmailJSON], error) {
	done, err := a.Auth.ConfirmEmail(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	detail := "Thank you. Now follow the link in the mail to the other address."
	if done {
		detail = "Your email address has been changed."
	}
	return edge.Reply(confirmedEmailJSON{detail, done})
}
