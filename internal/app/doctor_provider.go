package app

import (
	"context"

	"sonora/internal/oidc"
)

// checkProviders requests the metadata of every identity provider.
func checkProviders(ctx context.Context, list []oidc.Config) []Check {
	list, err := oidc.Complete(list)
	if err != nil {
		return []Check{{"sign-in", CheckBroken, err.Error() + ".", "Correct --oidc-providers or --google-client-id and --google-client-secret."}}
	}
	if len(list) == 0 {
		return []Check{{"sign-in", CheckOff, "No identity provider. People sign in with passwords and passkeys.", "Give one with --google-client-id and --google-client-secret, or --oidc-providers."}}
	}
	checks := make([]Check, len(list))
	for i, c := range list {
		checks[i] = checkProvider(ctx, c)
	}
	return checks
}

func checkProvider(ctx context.Context, c oidc.Config) Check {
	if err := oidc.New(c).Reach(ctx); err != nil {
		return Check{"sign-in", CheckBroken, c.Label + " cannot be used: " + err.Error() + ".", "Look at the issuer of " + c.ID + ", and whether this machine reaches it. Passwords work meanwhile."}
	}
	return Check{"sign-in", CheckOK, c.Label + " answers at " + c.Issuer + ".", ""}
}
