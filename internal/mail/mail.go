// Package mail writes messages to people and delivers them.
//
// It stores each message in the outbox first, so that nothing waits for a mail
// server and nothing is lost without one. Without a mail server, messages stay
// in the outbox, where the operator can read them.
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
	"sonora/internal/store/accounts"
)

// Config holds the dependencies of a Service.
type Config struct {
	Store     *accounts.Store
	Log       *slog.Logger
	Server    *Server               // nil leaves messages in the outbox
	Settings  func() music.Settings // current settings
	PublicURL *url.URL
}

// Service writes and delivers messages. It is safe for concurrent use.
type Service struct {
	c    Config
	now  func() time.Time
	wake chan struct{} // signals that there is something to deliver
}

// New returns a Service.
func New(c Config) *Service {
	return &Service{c: c, now: time.Now, wake: make(chan struct{}, 1)}
}

// Delivers reports whether there is a mail server.
func (s *Service) Delivers() bool { return s.c.Server != nil }

var errRecipient = errors.New("the recipient is not an email address")

// Send writes a message and puts it into the outbox. When Send returns nil, the
// message is stored. Send does not wait for delivery.
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
	default: // already awake
	}
	return nil
}

// SendNow makes one attempt to deliver a message while the caller waits, and
// returns why it failed.
func (s *Service) SendNow(ctx context.Context, m Message) error {
	if !s.Delivers() {
		return errors.New("no mail server is configured; set one with --mail")
	}
	row, err := s.queue(ctx, m, s.now().Add(lease)) // not due for other servers until then
	if err != nil {
		return err
	}
	if cause := s.deliver(ctx, row); cause != nil {
		return errors.Join(cause, s.c.Store.MailFailed(context.WithoutCancel(ctx), row, time.Time{}, reasonOf(cause)))
	}
	return s.c.Store.MailSent(context.WithoutCancel(ctx), row.ID, s.now())
}

// queue puts a message into the outbox, due at the given time. The zero time is
// never.
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

// Kind is the subject matter of a message. Each kind has a template in each
// language.
type Kind string

// The kinds of messages, with the fields that each uses.
const (
	Verify          Kind = "verify"           // verify your address: Link, Expires
	Welcome         Kind = "welcome"          // the address is verified
	ResetPassword   Kind = "reset_password"   // choose a new password: Link, Expires
	NoAccount       Kind = "no_account"       // someone asked for a reset with an address that has no account
	PasswordChanged Kind = "password_changed" // Device, Address, At
	ChangeEmailOld  Kind = "change_email_old" // confirm a change of address: Detail is the new address; Link, Expires
	ChangeEmailNew  Kind = "change_email_new" // verify the new address: Link, Expires
	EmailChanged    Kind = "email_changed"    // to the old address: Detail is the new address
	NewDevice       Kind = "new_device"       // Device, Address, At
	FactorChanged   Kind = "factor_changed"   // Detail says how, as an action of the audit log
	SessionsEnded   Kind = "sessions_ended"   // a used token was presented again: Device, Address, At
	Deletion        Kind = "deletion"         // the account will be deleted at Expires; Link cancels it
	Deleted         Kind = "deleted"          // the account has been deleted
	ExportReady     Kind = "export_ready"     // Link, Expires
	Invitation      Kind = "invitation"       // Link, Expires
	FamilyInvited   Kind = "family_invited"   // to share the plan of Detail, an address: Link, Expires
	PlanEnded       Kind = "plan_ended"       // the account is kept, but its subscription ended at At: Link
	Digest          Kind = "digest"           // unread notifications: Items; Link; Detail is the unsubscribe page; Unsubscribe
	Alert           Kind = "alert"            // for operators: Detail is the heading, Items the sentence; Link
	Test            Kind = "test"             // the operator tests the mail server
)

// Message is a mail to one person.
type Message struct {
	Kind      Kind
	AccountID string // "" for people without an account
	To        string // address
	Name      string // used in the greeting; "" greets without a name
	Language  string // one of music.Languages; "" is the first
	Link      string // absolute URL
	Expires   time.Time
	Device    music.Message // such as Firefox on Linux
	Address   string        // IP address
	At        time.Time
	Detail    string
	Items     []string // one line each
	// Unsubscribe is the URL with which mail programs unsubscribe in one click
	// (RFC 8058). It is "" for messages that people cannot turn off.
	Unsubscribe string
}
