package app

import (
	"context"
	"fmt"
	"log/slog"

	"sonora/internal/auth"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/seal"
	"sonora/internal/settings"
	"sonora/internal/store"
)

// Accounts is what the command line needs of a server to manage accounts.
type Accounts struct {
	Store *store.Store
	Auth  *auth.Service
	Mail  *mail.Service
	log   *slog.Logger
}

// OpenAccounts opens the database to manage accounts.
func OpenAccounts(ctx context.Context, c Config, log *slog.Logger) (*Accounts, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	if version, err := store.Inspect(ctx, c.Database); err != nil {
		return nil, err
	} else if version == 0 && !c.MayCreate {
		return nil, fmt.Errorf("there is no database in %s; name the server's data folder with --data, or create the first account with sonora user create", c.Data)
	}
	if err := c.makeFolders(); err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, c.Database, store.Options{New: c.mayBegin})
	if err != nil {
		return nil, err
	}
	a := &Accounts{Store: db, log: log}
	if err := a.open(ctx, c); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func (a *Accounts) open(ctx context.Context, c Config) error {
	publicURL, err := c.publicURL()
	if err != nil {
		return err
	}
	box, err := seal.Open(c.Data)
	if err != nil {
		return err
	}
	rules, err := settings.Open(ctx, a.Store, noEvents{}, c.Settings, box)
	if err != nil {
		return err
	}
	server, err := mail.ParseServer(c.Mail)
	if err != nil {
		return err
	}
	a.Mail = mail.New(mail.Config{Store: a.Store.AccountStore, Log: a.log, Server: server, Settings: rules.Get, PublicURL: publicURL})
	a.Auth, err = auth.Open(ctx, auth.Config{Store: a.Store, Settings: rules, Mail: a.Mail, Box: box, Log: a.log, PublicURL: publicURL})
	return err
}

// ByEmail returns an account. The error names the address.
func (a *Accounts) ByEmail(ctx context.Context, email string) (*music.Account, error) {
	account, err := a.Store.AccountByEmail(ctx, auth.NormalizeEmail(email))
	if music.CodeOf(err) == music.NotFound {
		return nil, fmt.Errorf("there is no account %s", email)
	}
	return account, err
}

// Close closes the database.
func (a *Accounts) Close() { closing(a.Store, a.log) }
