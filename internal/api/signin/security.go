package signin

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/people"
)

// securityJSON lists the ways in which a person can sign in.
type securityJSON struct {
	HasPassword       bool            `json:"hasPassword" doc:"Whether the account has a password."`
	TOTP              bool            `json:"totp" doc:"Whether an authenticator app is set up."`
	RecoveryCodesLeft int             `json:"recoveryCodesLeft" doc:"Number of recovery codes that were not used."`
	Passkeys          []passkeyJSON   `json:"passkeys" doc:"The passkeys."`
	Identities        []identityJSON  `json:"identities" doc:"Connected accounts at identity providers."`
	FactorRequired    bool            `json:"factorRequired" doc:"Whether the operator requires a second factor."`
	FactorDueAt       edge.TimeOrNull `json:"factorDueAt" doc:"When sign-in starts to require it."`
	IsVerified        bool            `json:"isVerified" doc:"Whether the email address is verified."`
	PendingEmail      *string         `json:"pendingEmail" doc:"The new email address, once it is confirmed."`
	DeleteAt          edge.TimeOrNull `json:"deleteAt" doc:"When the account will be deleted."`
}

// identityJSON is an account's identity at a provider.
type identityJSON struct {
	Provider  string    `json:"provider" doc:"ID of the provider."`
	Label     string    `json:"label" doc:"Name of the provider."`
	Email     string    `json:"email" doc:"Email address there."`
	CreatedAt edge.Time `json:"createdAt" doc:"When it was connected."`
}

func (a *API) encodeIdentity(i *people.Identity) identityJSON {
	return identityJSON{Provider: i.Provider, Label: a.Auth.LabelOf(i.Provider), Email: i.Email, CreatedAt: edge.Time(i.CreatedAt)}
}

func (a *API) security(ctx context.Context, _ *struct{}) (*edge.Body[securityJSON], error) {
	s, err := a.Auth.Security(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	m := s.Account
	return edge.Reply(securityJSON{
		HasPassword: m.PasswordHash != "", TOTP: s.Factors.TOTP, RecoveryCodesLeft: s.Factors.RecoveryCodes,
		Passkeys: edge.EncodeAll(s.Passkeys, encodePasskey), Identities: edge.EncodeAll(s.Identities, a.encodeIdentity),
		FactorRequired: s.FactorRequired, FactorDueAt: edge.TimeOrNull(m.FactorDueAt),
		IsVerified: !m.VerifiedAt.IsZero(), PendingEmail: edge.OrNull(m.PendingEmail), DeleteAt: edge.TimeOrNull(m.DeleteAt),
	})
}
