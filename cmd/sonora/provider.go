package main

import (
	"cmp"
	"encoding/json"
	"errors"

	"github.com/alecthomas/kong"

	"sonora/internal/oidc"
)

// providerFlags configure the identity providers for sign-in.
type providerFlags struct {
	GoogleClientID     string   `name:"google-client-id" help:"Client ID for sign-in with Google. At Google, enter PUBLIC-URL/api/auth/google/callback/ as the redirect address." placeholder:"ID"`
	GoogleClientSecret string   `name:"google-client-secret" help:"Client secret for sign-in with Google. Set it in the environment or the configuration file, since other users can see a command line." placeholder:"SECRET"`
	OIDCProviders      jsonText `name:"oidc-providers" help:"Other OpenID Connect providers: a JSON array of {\"id\", \"label\", \"issuer\", \"clientId\", \"clientSecret\"}. The redirect address of each is PUBLIC-URL/api/auth/ID/callback/." placeholder:"JSON"`
}

// providers returns the providers, Google first.
func (f *providerFlags) providers() ([]oidc.Config, error) {
	list, err := oidc.Parse([]byte(cmp.Or(f.OIDCProviders, "[]")))
	if err != nil {
		return nil, err
	}
	if f.GoogleClientID == "" && f.GoogleClientSecret == "" {
		return list, nil
	}
	if f.GoogleClientID == "" || f.GoogleClientSecret == "" {
		return nil, errors.New("sign-in with Google: set both --google-client-id and --google-client-secret")
	}
	return append([]oidc.Config{{ID: oidc.Google, ClientID: f.GoogleClientID, ClientSecret: f.GoogleClientSecret}}, list...), nil
}

// jsonText is JSON in a string, or as it stands in the configuration file. It
// is parsed later, because kong would print the whole text, with its secrets,
// next to an error.
type jsonText string

// Decode implements kong.MapperValue.
func (t *jsonText) Decode(ctx *kong.DecodeContext) error {
	token, err := ctx.Scan.PopValue("JSON")
	if err != nil {
		return err
	}
	if text, given := token.Value.(string); given {
		*t = jsonText(text)
		return nil
	}
	data, err := json.Marshal(token.Value)
	*t = jsonText(data)
	return err
}
