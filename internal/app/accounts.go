package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"sonora/internal/ai/remote"
	"sonora/internal/auth"
	"sonora/internal/billing"
	"sonora/internal/billing/subscription"
	"sonora/internal/mail"
	"sonora/internal/maintenance"
	"sonora/internal/music"
	"sonora/internal/quota"
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

// openAccounts builds the settings, the mail and the accounts, which need each
// other.
func (a *App) openAccounts(ctx context.Context, c Config, db *store.Store, box *seal.Box, publicURL *url.URL) (err error) {
	if a.settings, err = settings.Open(ctx, db, a.bus, c.withDatabase().Settings, box); err != nil {
		return err
	}
	if names := a.settings.Unreadable(); len(names) > 0 {
		a.log.Warn("settings count as not set because secret.key is not the one that encrypted them; bring that one back, or enter them again", "settings", names)
	}
	for _, rule := range []settings.Rule{settings.CheckUsable, maintenance.CheckSettings, remote.CheckSettings} {
		a.settings.AddRule(rule)
	}
	server, err := mail.ParseServer(c.Mail)
	if err != nil {
		return err
	}
	a.mail = mail.New(mail.Config{Store: db.AccountStore, Log: a.log, Server: server, Settings: a.settings.Get, PublicURL: publicURL})
	if err := a.openAlerts(c, db, publicURL); err != nil {
		return err
	}
	a.accounts, err = auth.Open(ctx, auth.Config{
		Store: db, Settings: a.settings, Mail: a.mail, Box: box, Log: a.log, Audited: a.alerts.Audited, PublicURL: publicURL,
		Verified:   func(ctx context.Context, accountID string) { a.billing.Verified(ctx, accountID) },
		GuessedURL: c.guessedURL, Providers: providers(c.Providers), HashCost: c.HashCost,
	})
	if err != nil {
		return err
	}
	return a.openBilling(db, publicURL)
}

// openBilling builds the plans of people, and what they allow.
func (a *App) openBilling(db *store.Store, publicURL *url.URL) error {
	a.billing = billing.New(billing.Config{
		Store: db.BillingStore, Accounts: db, Audit: a.accounts, Limits: a.accounts, Mail: a.mail, Home: publicURL, Events: a.bus, Usage: db, Grace: a.grace, Log: a.log, Now: time.Now,
		Provider: subscription.Provider{Service: func() *subscription.Service { return a.payments }},
	})
	a.quotas = quota.New(db, a.billing, a.settings.Get)
	stop, err := a.billing.Listen()
	if err != nil {
		return fmt.Errorf("listen for changes of plans: %w", err)
	}
	a.onClose(stop)
	return nil
}

// grace is for how long people keep a plan when the next payment fails or is late.
func (a *App) grace() time.Duration {
	return time.Duration(a.settings.Get().PremiumGraceDays) * 24 * time.Hour
}
