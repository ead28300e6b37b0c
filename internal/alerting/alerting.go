// Package alerting tells operators what happens to their server: in the app, by
// mail and through webhooks. What happens is told by other features; the rest this
// package looks for itself.
package alerting

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/outgoing/hook"
	"sonora/internal/store"
	"sonora/internal/vitals"
)

// Events carries events between servers and to browsers.
type Events interface{ Publish(e music.Event) }

// Mailer sends mail.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
	SendNow(ctx context.Context, m mail.Message) error
}

// Config is what a Service needs. All fields but Inside are required.
type Config struct {
	Store     *store.Store
	Jobs      *job.Service // not shared with other packages, because webhooks may hang
	Mail      Mailer
	Events    Events
	Settings  func() music.Settings // current settings
	Log       *slog.Logger
	PublicURL *url.URL
	// Inside is the URL of a webhook in a private network, where webhooks are not
	// allowed otherwise. It may be nil.
	Inside *url.URL
	Server string // name of this machine
	Faults func() []music.Fault
	Disks  func() []vitals.Disk // those that this server writes to
	Now    func() time.Time
}

const (
	watchEvery = time.Minute
	tidyEvery  = time.Hour
	keepFor    = 90 * 24 * time.Hour
	keepAlerts = 1000
)

// Service tells operators. It is safe for concurrent use.
type Service struct {
	Config
	posts *hook.Poster
	seen  map[string]int // by topic of a trouble, in how many checks running it was there
}

// New returns a Service. Its deliveries run once Config.Jobs runs.
func New(c Config) *Service {
	s := &Service{Config: c, posts: hook.NewPoster(hook.Config{Named: c.Inside, Now: c.Now}), seen: map[string]int{}}
	c.Jobs.Register(deliverKind, s.deliverJob)
	return s
}

// Run looks for troubles, sends what waited for the end of its quiet time, and
// deletes old alerts, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, task := range []background.Task{
		{Name: "look for troubles of the server", Every: watchEvery, Do: s.watch, Log: s.Log},
		{Name: "delete old alerts", Every: tidyEvery, Do: s.tidy, Log: s.Log},
	} {
		g.Go(func() error { return task.Run(ctx) })
	}
	return g.Wait()
}

func (s *Service) tidy(ctx context.Context) error {
	_, err := s.Store.TidyAlerts(ctx, s.Now().Add(-keepFor), keepAlerts)
	return err
}
