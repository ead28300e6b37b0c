// Package subscription sells plans through Stripe and takes the messages of all payment
// services. A message only says that something changed: what changed is asked from
// Stripe and stored, so that messages may come late, twice and in any order.
package subscription

import (
	"context"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"sonora/internal/background"
	"sonora/internal/billing/stripe"
	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
	"sonora/internal/store"
)

// Config is what a Service uses.
type Config struct {
	Store   *store.Store
	Billing Billing
	Audit   Audit
	Mail    Mailer
	Jobs    *job.Service
	// StripeJobs wait for Stripe, for a day if it is down. They are not among Jobs, so that
	// nothing else waits with them.
	StripeJobs *job.Service
	Settings   func() music.Settings
	Home       *url.URL // address of the web app, to which Stripe sends people back
	// Grace is for how long a plan stays when the next payment fails or is late.
	Grace func() time.Duration
	Log   *slog.Logger
	Now   func() time.Time
}

// Billing decides which plan each person has. Package billing implements it.
type Billing interface {
	// Receive takes a payment that a service reported.
	Receive(ctx context.Context, p *premium.Payment) error
	// MatchFor matches the payments that wait for a person, and returns how many these are.
	MatchFor(ctx context.Context, accountID string) (found int, err error)
	// MatchAll matches the payments that wait for anybody who is known as the payer.
	MatchAll(ctx context.Context) error
	// Offered returns the plans that people can choose.
	Offered(ctx context.Context) ([]premium.Plan, error)
	// Renewed tells that the memberships of a person changed.
	Renewed(ctx context.Context, accountID string) error
}

// Audit keeps the audit log. Package auth implements it.
type Audit interface {
	NoteBy(ctx context.Context, actor string, kind people.AuditKind, accountID, detail string) error
}

// Mailer sends mail. Package mail implements it.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Service sells plans. It is safe for concurrent use.
type Service struct {
	Config
	syncing  *semaphore.Weighted // one customer at a time
	patience time.Duration       // of a person who waits for Stripe

	mu     sync.Mutex
	client *stripe.Client
	config stripe.Config // of client
}

// Kinds of jobs.
const (
	jobMessage   = "payment-message"
	jobStripe    = "stripe-message"
	jobLeave     = "subscription-leave"
	JobReconcile = "payment-reconciliation"
)

// New returns a Service and registers its jobs.
func New(c Config) *Service {
	s := &Service{Config: c, syncing: semaphore.NewWeighted(1), patience: patience}
	c.Jobs.Register(jobMessage, s.processJob)
	c.StripeJobs.Register(jobStripe, s.processJob)
	c.StripeJobs.Register(jobLeave, s.leaveJob)
	c.StripeJobs.Register(JobReconcile, s.reconcileJob)
	return s
}

const (
	sweepEvery = 5 * time.Minute
	waitFor    = 2 * time.Minute     // before a message without a job gets another one
	keepFor    = 90 * 24 * time.Hour // of messages that were processed
	askEvery   = 24 * time.Hour
	patience   = 25 * time.Second // less than an answer of this server may take
)

// Run looks for messages that no job works on and for the payers of payments that wait, and
// asks Stripe once a day for what no message told, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, task := range []background.Task{
		{Name: "ask for subscriptions", Every: askEvery, Do: s.ask, Log: s.Log},
		{Name: "look for messages of payment services", Every: sweepEvery, Do: s.sweep, Log: s.Log},
		{Name: "look for payers", Every: sweepEvery, Do: s.Billing.MatchAll, Log: s.Log},
	} {
		g.Go(func() error { return task.Run(ctx) })
	}
	return g.Wait()
}

// ErrNotConfigured is returned while the operator has entered no key of Stripe.
var ErrNotConfigured = music.NewError(music.Conflict, "This server takes no payments yet. Ask its operator.").Coded(premium.CodePaymentsNotConfigured)

// IsConfigured reports whether people can pay here.
func (s *Service) IsConfigured() bool { return s.Settings().StripeSecretKey != "" }

// stripe returns a client with the settings of now, or ErrNotConfigured.
func (s *Service) stripe() (*stripe.Client, error) {
	settings := s.Settings()
	if settings.StripeSecretKey == "" {
		return nil, ErrNotConfigured
	}
	c := stripe.Config{Key: settings.StripeSecretKey, URL: settings.StripeAPIURL, AutomaticTax: settings.StripeAutomaticTax}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.client == nil || s.config != c {
		client, err := stripe.New(c)
		if err != nil {
			return nil, err
		}
		s.client, s.config = client, c
	}
	return s.client, nil
}
