package signin

import (
	"context"
	"time"

	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/people"
)

// APIKeyJSON is an API key as its owner and operators see it.
type APIKeyJSON struct {
	ID          string          `json:"id" doc:"ID of the API key."`
	Name        string          `json:"name" doc:"What it is for."`
	Scopes      []music.Scope   `json:"scopes" enum:"listen,read,write,admin" doc:"What it allows."`
	CreatedAt   edge.Time       `json:"createdAt" doc:"When it was made."`
	ExpiresAt   edge.TimeOrNull `json:"expiresAt" doc:"When it expires; null for never."`
	LastUsedAt  edge.TimeOrNull `json:"lastUsedAt" doc:"When it was last used; null for never."`
	LastAddress string          `json:"lastAddress" doc:"The address from which it was last used."`
}

// encodeAPIKey returns an API key as JSON.
func encodeAPIKey(k *people.APIKey) APIKeyJSON {
	return APIKeyJSON{
		ID: k.ID, Name: k.Name, Scopes: k.Scopes.List(), CreatedAt: edge.Time(k.CreatedAt), ExpiresAt: edge.TimeOrNull(k.ExpiresAt),
		LastUsedAt: edge.TimeOrNull(k.LastUsedAt), LastAddress: k.LastAddress,
	}
}

func (a *API) apiKeys(ctx context.Context, in *edge.Part) (*edge.PageOf[APIKeyJSON], error) {
	list, err := a.Auth.APIKeys(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, list, err, encodeAPIKey)
}

type makeAPIKeyInput struct {
	Body struct {
		Name      string        `json:"name" doc:"What it is for, such as Car."`
		Scopes    []music.Scope `json:"scopes" enum:"listen,read,write,admin" doc:"What it allows. listen: what music apps do, also with the Subsonic API. read: read everything but the account. write: read and change everything but the account. admin: for operators, extends read and write to the admin area."`
		ExpiresAt time.Time     `json:"expiresAt,omitzero" doc:"When it expires; absent for never."`
		Password  string        `json:"password" doc:"The account's password; empty if it has none and you signed in a moment ago."`
	}
}

// newAPIKeyJSON is a new API key with its secret, which is shown only once.
type newAPIKeyJSON struct {
	APIKeyJSON

	Secret string `json:"secret" doc:"The key itself, for Authorization: Bearer, and instead of a password beside the email address. Shown only once."`
}

func (a *API) makeAPIKey(ctx context.Context, in *makeAPIKeyInput) (*edge.Secret[newAPIKeyJSON], error) {
	k, secret, err := a.Auth.MakeAPIKey(ctx, edge.Viewer(ctx), auth.NewAPIKey{
		Name: in.Body.Name, Scopes: in.Body.Scopes, ExpiresAt: in.Body.ExpiresAt, Password: in.Body.Password,
	})
	if err != nil {
		return nil, err
	}
	return edge.Secretly(newAPIKeyJSON{encodeAPIKey(k), secret}), nil
}

func (a *API) revokeAPIKey(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Auth.RevokeAPIKey(ctx, edge.Viewer(ctx), in.ID)
}

func (a *API) userAPIKeys(ctx context.Context, in *edge.ItemPart) (*edge.PageOf[APIKeyJSON], error) {
	list, err := a.Auth.APIKeysOf(ctx, in.ID)
	return edge.PartOf(&in.Part, list, err, encodeAPIKey)
}

type userAPIKeyInput struct {
	ID  string `path:"id" maxLength:"64" doc:"ID of the account."`
	Key string `path:"key" maxLength:"64" doc:"ID of the API key."`
}

func (a *API) revokeUserAPIKey(ctx context.Context, in *userAPIKeyInput) (*struct{}, error) {
	return nil, a.Auth.RevokeAPIKeyOf(ctx, edge.Viewer(ctx).AccountID, in.ID, in.Key)
}
