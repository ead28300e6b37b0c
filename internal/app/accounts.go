package app

import (
	"context"
	"fmt"
	"log/slog"

	"sonora/internal/auth"
	"sonora/internal/music"
	"sonora/internal/settings"
	"sonora/internal/store"
)

// Accounts is what the operator's command line needs of a server.
type Accounts struct {
	Store *store.Store
	Auth  *auth.Service
	log   *slog.Logger
}

// OpenAccounts opens the database for work on accounts.
func OpenAccounts(ctx context.Context, c Config, log *slog.Logger) (*Accounts, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, c.Database, store.Options{})
	if err != nil {
		return nil, err
	}
	a := &Accounts{Store: db, log: log}
	rules, err := settings.Open(ctx, db, noEvents{}, c.Settings, c.Data)
	if err == nil {
		a.Auth, err = auth.Open(ctx, db, rules, log)
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// ByEmail finds an account. The error names the address.
func (a *Accounts) ByEmail(ctx context.Context, email string) (*music.Account, error) {
	account, err := a.Store.AccountByEmail(ctx, auth.NormalizeEmail(email))
	if music.CodeOf(err) == music.NotFound {
		return nil, fmt.Errorf("there is no account %s", email)
	}
	return account, err
}

// Close closes the database.
func (a *Accounts) Close() { closing(a.Store, a.log) }
