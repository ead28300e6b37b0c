package signin

import (
	"context"
	"encoding/json"

	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/people"
)

type beginPasskeyLoginInput struct {
	Body *struct {
		Challenge string `json:"challenge,omitempty" doc:"Set if the passkey is the second factor."`
	}
}

// ceremonyJSON starts a WebAuthn ceremony, which continues in the browser.
type ceremonyJSON struct {
	Ceremony string          `json:"ceremony" doc:"Send it back with the authenticator's response within five minutes."`
	Options  json.RawMessage `json:"options" doc:"For PublicKeyCredential.parseRequestOptionsFromJSON or parseCreationOptionsFromJSON."`
}

func encodeCeremony(c *auth.Ceremony) *edge.Secret[ceremonyJSON] {
	return edge.Secretly(ceremonyJSON{c.Token, c.Options})
}

func (a *API) beginPasskeyLogin(ctx context.Context, in *beginPasskeyLoginInput) (*edge.Secret[ceremonyJSON], error) {
	challenge := ""
	if in.Body != nil {
		challenge = in.Body.Challenge
	}
	c, err := a.Auth.BeginPasskeyLogin(ctx, challenge)
	if err != nil {
		return nil, err
	}
	return encodeCeremony(c), nil
}

type passkeyLoginInput struct {
	Body struct {
		Ceremony   string          `json:"ceremony" doc:"The ceremony from the start."`
		Credential json.RawMessage `json:"credential" doc:"The browser's credential as JSON."`
	}
}

func (a *API) passkeyLogin(ctx context.Context, in *passkeyLoginInput) (*grantOutput, error) {
	grant, err := a.Auth.PasskeyLogin(ctx, in.Body.Ceremony, in.Body.Credential)
	if err != nil {
		return nil, err
	}
	return a.grantOutput(ctx, grant), nil
}

func (a *API) beginPasskey(ctx context.Context, in *passwordInput) (*edge.Secret[ceremonyJSON], error) {
	c, err := a.Auth.BeginPasskey(ctx, edge.Viewer(ctx), in.Body.Password)
	if err != nil {
		return nil, err
	}
	return encodeCeremony(c), nil
}

// passkeyJSON is a passkey as its owner sees it.
type passkeyJSON struct {
	ID         string          `json:"id" doc:"ID of the passkey."`
	Name       string          `json:"name" doc:"Name that its owner gave it."`
	CreatedAt  edge.Time       `json:"createdAt" doc:"When it was added."`
	LastUsedAt edge.TimeOrNull `json:"lastUsedAt" doc:"When it was last used; null for never."`
}

func encodePasskey(p *people.Passkey) passkeyJSON {
	return passkeyJSON{ID: p.ID, Name: p.Name, CreatedAt: edge.Time(p.CreatedAt), LastUsedAt: edge.TimeOrNull(p.LastUsedAt)}
}

type addPasskeyInput struct {
	Body struct {
		Ceremony   string          `json:"ceremony" doc:"The ceremony from the start."`
		Name       string          `json:"name" doc:"A name for its owner, such as Phone."`
		Credential json.RawMessage `json:"credential" doc:"The browser's credential as JSON."`
	}
}

// addedPasskeyJSON is a passkeyJSON with recovery codes, which are shown only
// once.
type addedPasskeyJSON struct {
	ID            string          `json:"id" doc:"ID of the passkey."`
	Name          string          `json:"name" doc:"Name that its owner gave it."`
	CreatedAt     edge.Time       `json:"createdAt" doc:"When it was added."`
	LastUsedAt    edge.TimeOrNull `json:"lastUsedAt" doc:"Always null."`
	RecoveryCodes []string        `json:"recoveryCodes" doc:"Shown only once, with the first second factor of an account; otherwise empty."`
}

func (a *API) addPasskey(ctx context.Context, in *addPasskeyInput) (*edge.Secret[addedPasskeyJSON], error) {
	p, codes, err := a.Auth.AddPasskey(ctx, edge.Viewer(ctx), in.Body.Ceremony, in.Body.Name, in.Body.Credential)
	if err != nil {
		return nil, err
	}
	return edge.Secretly(addedPasskeyJSON{p.ID, p.Name, edge.Time(p.CreatedAt), edge.TimeOrNull{}, append([]string{}, codes...)}), nil
}

type renamePasskeyInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the passkey."`
	Body struct {
		Name string `json:"name" doc:"The new name."`
	}
}

func (a *API) renamePasskey(ctx context.Context, in *renamePasskeyInput) (*edge.Body[passkeyJSON], error) {
	p, err := a.Auth.RenamePasskey(ctx, edge.Viewer(ctx), in.ID, in.Body.Name)
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodePasskey(p))
}

type removePasskeyInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the passkey."`
	Body *struct {
		Password string `json:"password,omitempty" doc:"The account's password; omit if it has none and you signed in a moment ago."`
	}
}

func (a *API) removePasskey(ctx context.Context, in *removePasskeyInput) (*struct{}, error) {
	password := ""
	if in.Body != nil {
		password = in.Body.Password
	}
	return nil, a.Auth.RemovePasskey(ctx, edge.Viewer(ctx), in.ID, password)
}
