// Package webhooks posts the events of people's accounts to the addresses that they chose.
// An event waits in the store until its webhook has it, also over restarts.
package webhooks

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/outgoing/hook"
	"sonora/internal/seal"
	"sonora/internal/store"
)

// Notifier tells people what happened.
type Notifier interface {
	Notify(ctx context.Context, list ...notice.Notification) error
}

// Config is what a Service needs. All fields are required.
type Config struct {
	Store    *store.Store
	Box      *seal.Box // encrypts the secrets
	Notifier Notifier
	Settings func() music.Settings
	Log      *slog.Logger
	Now      func() time.Time
}

const (
	sendEvery = 5 * time.Second
	tidyEvery = time.Hour
	keepFor   = 30 * 24 * time.Hour
	keep      = 200 // deliveries of each webhook
)

// Service posts events. It is safe for concurrent use.
type Service struct {
	Config
	posts *hook.Poster
}

// New returns a Service. Run posts the events.
func New(c Config) *Service {
	inside := func() bool { return c.Settings().RelayInside }
	return &Service{c, hook.NewPoster(hook.Config{Inside: inside, Now: c.Now})}
}

// Run posts events and deletes old deliveries until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, task := range []background.Task{
		{Name: "post events to webhooks", Every: sendEvery, Do: s.sendDue, Log: s.Log},
		{Name: "delete old deliveries to webhooks", Every: tidyEvery, Do: s.tidy, Log: s.Log},
	} {
		g.Go(func() error { return task.Run(ctx) })
	}
	return g.Wait()
}

func (s *Service) tidy(ctx context.Context) error {
	_, err := s.Store.TidyWebhookDeliveries(ctx, s.Now().Add(-keepFor), keep)
	return err
}
