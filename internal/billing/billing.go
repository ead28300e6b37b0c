// Package billing decides which plan each person has. People get a plan in four ways:
// an operator grants it, they redeem a code, they join the family of somebody who pays,
// or they pay.
package billing

import (
	"context"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"sonora/internal/intake"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
	"sonora/internal/store"
)

// Events carries the news that plans changed to all servers. Package bus implements it.
type Events interface {
	Publish(e music.Event)
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Audit keeps the audit log. Package auth implements it.
type Audit interface {
	// NoteBy records what actor, an account, did to an account.
	NoteBy(ctx context.Context, actor string, kind people.AuditKind, accountID, detail string) error
}

// Limits are what a person may only do so often, on all servers together. Package auth
// implements it.
type Limits interface {
	// Guess tries a secret of a kind. A try that returns NotFound was wrong; after too many
	// of these, Guess returns TooMany without another try.
	Guess(ctx context.Context, kind, accountID string, try func() error) error
	// Spend counts one more of something, unless perDay of it were counted in the last day.
	Spend(ctx context.Context, key string, perDay int) (isLeft bool, err error)
}

// Mailer sends mail. Package mail implements it.
type Mailer interface {
	// Delivers reports whether there is a mail server.
	Delivers() bool
	Send(ctx context.Context, m mail.Message) error
}

// Accounts finds accounts.
type Accounts interface {
	AccountByID(ctx context.Context, id string) (*music.Account, error)
}

// Config is what a Service uses.
type Config struct {
	Store    *store.BillingStore
	Accounts Accounts
	Audit    Audit
	Limits   Limits
	Mail     Mailer
	Home     *url.URL // address of the web app
	Events   Events
	Usage    Usage
	// Provider ends subscriptions; nil without one.
	Provider Provider
	// Grace is for how long a plan stays after the time that was paid for, in case that
	// the next payment is late.
	Grace func() time.Duration
	Log   *slog.Logger
	Now   func() time.Time
}

// Usage tells how much people have used.
type Usage interface {
	// GenerationsSince returns how many pieces an account has asked for since a moment.
	GenerationsSince(ctx context.Context, accountID string, since time.Time) (int64, error)
	// AutomixMinutesSince returns how many minutes the mixes last that an account has
	// asked for since a moment.
	AutomixMinutesSince(ctx context.Context, accountID string, since time.Time) (int64, error)
	// UploadUse returns how much an account's uploads and automixes take.
	UploadUse(ctx context.Context, accountID string) (intake.Usage, error)
	// StationsOwned returns how many stations an account has.
	StationsOwned(ctx context.Context, accountID string) (int64, error)
}

// Provider runs subscriptions. Package stripe implements it.
type Provider interface {
	// Cancel ends a subscription at once.
	Cancel(ctx context.Context, m *premium.Membership) error
}

// Service decides. It is safe for concurrent use.
type Service struct {
	Config
	mu     sync.RWMutex
	known  map[string]premium.Standing
	plans  []premium.Plan // nil if they have to be read
	change uint64         // counts what made known data stale
}

// New returns a Service.
func New(c Config) *Service {
	return &Service{Config: c, known: map[string]premium.Standing{}}
}

// Listen forgets what events say has changed, until the returned function is called.
func (s *Service) Listen() (stop func(), err error) {
	return s.Events.Subscribe(func(e music.Event) {
		switch {
		case e.Type == music.EventGap, e.Type == premium.Changed && e.Account == "":
			s.forgetAll()
		case e.Type == premium.Changed:
			s.forget(e.Account)
		}
	})
}

// changed tells every server and the open pages of a person that their plan may have
// changed; "" for everybody.
func (s *Service) changed(accountIDs ...string) {
	for _, id := range accountIDs {
		if id == "" {
			s.forgetAll()
		} else {
			s.forget(id)
		}
		s.Events.Publish(music.Event{Type: premium.Changed, Account: id})
	}
}
