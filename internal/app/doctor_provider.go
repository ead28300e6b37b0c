package app

import (
	"context"

	"sonora/internal/diagnostics"
	"sonora/internal/music"
	"sonora/internal/oidc"
)

// checkProviders requests the metadata of every identity provider.
func checkProviders(ctx context.Context, list []oidc.Config) []diagnostics.Check {
	list, err := oidc.Complete(list)
	if err != nil {
		return []diagnostics.Check{isBroken("sign-in", music.Verbatim(sentence(err)), music.Say("Correct --oidc-providers or --google-client-id and --google-client-secret."))}
	}
	if len(list) == 0 {
		return []diagnostics.Check{isOff("sign-in", music.Say("No identity provider. People sign in with passwords and passkeys."), music.Say("Give one with --google-client-id and --google-client-secret, or --oidc-providers."))}
	}
	checks := make([]diagnostics.Check, len(list))
	for i, c := range list {
		checks[i] = checkProvider(ctx, c)
	}
	return checks
}

func checkProvider(ctx context.Context, c oidc.Config) diagnostics.Check {
	if err := oidc.New(c).Reach(ctx); err != nil {
		return isBroken("sign-in", music.Say("%s cannot be used: %s", c.Label, sentence(err)), music.Say("Look at the issuer of %s, and whether this machine reaches it. Passwords work meanwhile.", c.ID))
	}
	return works("sign-in", music.Say("%s answers at %s.", c.Label, c.Issuer))
}
