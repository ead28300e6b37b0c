package signin

import (
	"context"

	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/people"
)

// appPasswordJSON is an app password as its owner sees it.
type appPasswordJSON struct {
	ID          string          `json:"id" doc:"ID of the app password."`
	Name        string          `json:"name" doc:"What it is for."`
	Scope       string          `json:"scope" enum:"stream,full" doc:"stream: browse and listen. full: everything a listener may do."`
	CreatedAt   edge.Time       `json:"createdAt" doc:"When it was made."`
	LastUsedAt  edge.TimeOrNull `json:"lastUsedAt" doc:"When it was last used; null for never."`
	LastAddress string          `json:"lastAddress" doc:"The address from which it was last used."`
}

func encodeAppPassword(p *people.AppPassword) appPasswordJSON {
	return appPasswordJSON{
		ID: p.ID, Name: p.Name, Scope: string(p.Scope), CreatedAt: edge.Time(p.CreatedAt), LastUsedAt: edge.TimeOrNull(p.LastUsedAt), LastAddress: p.LastAddress,
	}
}

func (a *API) appPasswords(ctx context.Context, in *edge.Part) (*edge.PageOf[appPasswordJSON], error) {
	list, err := a.Auth.AppPasswords(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, list, err, encodeAppPassword)
}

type makeAppPasswordInput struct {
	Body struct {
		Name     string `json:"name" doc:"What it is for, such as Car."`
		Scope    string `json:"scope" enum:"stream,full" doc:"stream: browse and listen. full: everything a listener may do. Neither gives access to the account."`
		Password string `json:"password" doc:"The account's password; empty if it has none and you signed in a moment ago."`
	}
}

// newAppPasswordJSON is a new app password with its secret, which is shown only
// once.
type newAppPasswordJSON struct {
	ID         string          `json:"id" doc:"ID of the app password."`
	Name       string          `json:"name" doc:"What it is for."`
	Scope      string          `json:"scope" enum:"stream,full" doc:"stream: browse and listen. full: everything a listener may do."`
	CreatedAt  edge.Time       `json:"createdAt" doc:"When it was made."`
	LastUsedAt edge.TimeOrNull `json:"lastUsedAt" doc:"Always null."`
	Secret     string          `json:"secret" doc:"The password for HTTP Basic authentication with the email address. Shown only once."`
}

func (a *API) makeAppPassword(ctx context.Context, in *makeAppPasswordInput) (*edge.Secret[newAppPasswordJSON], error) {
	p, secret, err := a.Auth.MakeAppPassword(ctx, edge.Viewer(ctx), auth.NewAppPassword{
		Name: in.Body.Name, Scope: music.Scope(in.Body.Scope), Password: in.Body.Password,
	})
	if err != nil {
		return nil, err
	}
	return edge.Secretly(newAppPasswordJSON{ID: p.ID, Name: p.Name, Scope: string(p.Scope), CreatedAt: edge.Time(p.CreatedAt), Secret: secret}), nil
}

func (a *API) removeAppPassword(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Auth.RemoveAppPassword(ctx, edge.Viewer(ctx), in.ID)
}
