// Package mail writes messages to people and delivers them.
//
// A message is written to the outbox first, so that nothing waits for a mail
// server and nothing is lost with one. Without a server it stays there, where
// the operator reads it.
package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

// Config is what the service stands on.
type Config struct {
	Store     *store.Store
	Log       *slog.Logger
	Server    *Server               // nil keeps messages in the outbox
	Settings  func() music.Settings // as they are now
	PublicURL *url.URL
}

// Service writes and delivers. It is safe for concurrent use.
type Service struct {
	c    Config
	now  func() time.Time
	wake chan struct{} // there is something to deliver
}

// New returns the service.
func New(c Config) *Service {
	return &Service{c: c, now: time.Now, wake: make(chan struct{}, 1)}
}

// Delivers reports whether there is a mail server.
func (s *Service) Delivers() bool { return s.c.Server != nil }

var errRecipient = errors.New("the recipient is not an e-mail address")

// Send writes a message and puts it into the outbox, where it is safe when
// Send returns. It does not wait for the delivery.
func (s *Service) Send(ctx context.Context, m Message) error {
	var due time.Time
	if s.Delivers() {
		due = s.now()
	}
	if _, err := s.queue(ctx, m, due); err != nil {
		return err
	}
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
	return nil
}

// SendNow delivers a message while the caller waits, at one attempt, and
// returns why it failed.
func (s *Service) SendNow(ctx context.Context, m Message) error {
	if !s.Delivers() {
		return errors.New("there is no mail server; give one with --mail")
	}
	row, err := s.queue(ctx, m, s.now().Add(lease)) // not another server's until then
	if err != nil {
		return err
	}
	if cause := s.deliver(ctx, row); cause != nil {
		return errors.Join(cause, s.c.Store.MailFailed(context.WithoutCancel(ctx), row, time.Time{}, inWords(cause)))
	}
	return s.c.Store.MailSent(context.WithoutCancel(ctx), row.ID, s.now())
}

// queue puts a message into the outbox, due at a time or never.
func (s *Service) queue(ctx context.Context, m Message, due time.Time) (*people.Mail, error) {
	if !isAddress(m.To) {
		return nil, fmt.Errorf("write the message %s: %w", m.Kind, errRecipient)
	}
	row, err := s.write(m)
	if err != nil {
		return nil, fmt.Errorf("write the message %s: %w", m.Kind, err)
	}
	row.NextAt = due
	if err := s.c.Store.QueueMail(ctx, row); err != nil {
		return nil, fmt.Errorf("put the message %s into the outbox: %w", m.Kind, err)
	}
	return row, nil
}

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
	Digest          Kind = "digest"           // unread notifications: Items; Link, Detail is the page that ends them, Unsubscribe
	Test            Kind = "test"             // the operator tries the mail server
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
	Items     []string // each a line
	// Unsubscribe is where a mail program ends mails of this kind with one
	// click (RFC 8058); "" for those that have to be.
	Unsubscribe string
}
