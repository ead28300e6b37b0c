package app

import (
	"context"

	"sonora/internal/diagnostics"
	"sonora/internal/oidc"
)

// checkProviders requests the metadata of every identity provider.
func checkProviders(ctx context.Context, list []oidc.Config) []diagnostics.Check {
	list, err := oidc.Complete(list)
	if err != nil {
		return []diagnostics.Check{isBroken("sign-in", err.Error()+".", "Correct --oidc-providers or --google-client-id and --google-client-secret.")}
	}
	if len(list) == 0 {
		return []diagnostics.Check{isOff("sign-in", "No identity provider. People sign in with passwords and passkeys.", "Give one with --google-client-id and --google-client-secret, or --oidc-providers.")}
	}
	checks := make([]diagnostics.Check, len(list))
	for i, c := range list {
		checks[i] = checkProvider(ctx, c)
	}
	return checks
}

func checkProvider(ctx context.Context, c oidc.Config) diagnostics.Check {
	if err := oidc.New(c).Reach(ctx); err != nil {
		return isBroken("sign-in", c.Label+" cannot be used: "+err.Error()+".", "Look at the issuer of "+c.ID+", and whether this machine reaches it. Passwords work meanwhile.")
	}
	return works("sign-in", c.Label+" answers at "+c.Issuer+".")
}
