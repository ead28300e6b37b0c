package auth

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/people"
)

// Security describes how a person can sign in.
type Security struct {
	Account        *music.Account
	Factors        people.Factors
	Passkeys       []people.Passkey
	Identities     []people.Identity
	FactorRequired bool // the operator requires second factors
}

// Security returns how the viewer can sign in.
func (a *Service) Security(ctx context.Context, v music.Viewer) (*Security, error) {
	account, err := a.store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	s := &Security{Account: account, FactorRequired: a.settings.Get().EnableTwoFactor}
	if s.Factors, err = a.store.Factors(ctx, account.ID); err != nil {
		return nil, fmt.Errorf("read second factors: %w", err)
	}
	if s.Passkeys, err = a.store.Passkeys(ctx, account.ID); err != nil {
		return nil, fmt.Errorf("read passkeys: %w", err)
	}
	if s.Identities, err = a.store.Identities(ctx, account.ID); err != nil {
		return nil, fmt.Errorf("read identities: %w", err)
	}
	return s, nil
}
