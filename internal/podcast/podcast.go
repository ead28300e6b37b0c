// Package podcast has people subscribe to podcasts, reads their feeds at each
// feed's own rhythm, keeps episodes here for who wants that, passes their
// sound on, and writes the feeds of podcasts that are published here.
//
// What a feed says is taken for hostile: it is bounded in size and time, its
// HTML is cleaned, and no address inside a private network is ever asked.
package podcast

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"sonora/internal/blob"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/seal"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Events is told what a person's other tabs want to know.
type Events interface{ Publish(e music.Event) }

// Covers keeps pictures.
type Covers interface {
	Give(picture []byte) (name string, err error)
}

// Notifier tells people of new episodes.
type Notifier interface {
	Notify(ctx context.Context, list ...notice.Notification) error
}

// Config is what the service stands on. All fields but the last two are required.
type Config struct {
	Store     *store.Store
	Jobs      *job.Service
	Events    Events
	Covers    Covers
	Notify    Notifier
	Box       *seal.Box
	Log       *slog.Logger
	Files     blob.Store // for the episodes that are kept
	PublicURL *url.URL
	Version   string
	// Inside tells whether feeds may be in private networks; nil is for never.
	Inside func() bool
	// OnAir is what a station does now; nil when there are no stations.
	OnAir func(stationID string) station.Status
}

const (
	atOnce    = 4 // feeds being read
	pollEvery = 20 * time.Second
	pollLease = 5 * time.Minute
	tidyEvery = 6 * time.Hour
)

// Service is all there is to podcasts. It is safe for concurrent use.
type Service struct {
	Config
	now     func() time.Time
	jitter  func() float64 // 0 to 1
	client  *http.Client
	parsing *semaphore.Weighted // a large feed takes memory
	relays  *semaphore.Weighted
	wake    chan struct{}
	fetch   chan struct{}
	counter *counter
	texts   *texts
	key     []byte // of the hashes of who listens
}

// New returns the service and takes on the work of its kinds from the jobs.
func New(ctx context.Context, c Config) (*Service, error) {
	s := &Service{
		Config: c, now: time.Now, jitter: rand.Float64, client: newClient(c.Inside), parsing: semaphore.NewWeighted(2),
		relays: semaphore.NewWeighted(maxRelays), wake: make(chan struct{}, 1), fetch: make(chan struct{}, 1), texts: newTexts(),
	}
	s.counter = newCounter(func() time.Time { return s.now() })
	if err := s.openKey(ctx); err != nil {
		return nil, err
	}
	c.Jobs.Register(importKind, s.importJob)
	return s, nil
}

// Run reads feeds and keeps episodes until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { s.every(ctx, pollEvery, s.wake, s.poll); return nil })
	g.Go(func() error { s.every(ctx, pollEvery, s.fetch, s.keepAll); return nil })
	g.Go(func() error { s.every(ctx, tidyEvery, nil, s.tidy); return nil })
	return g.Wait()
}

// every does something now, when it is woken, and every so often.
func (s *Service) every(ctx context.Context, period time.Duration, wake <-chan struct{}, do func(context.Context) error) {
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for {
		if err := do(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("podcasts: something is left for later", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-wake:
		}
	}
}

// nudge has the work behind a channel begin soon.
func nudge(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default: // it is about to
	}
}

const (
	keepPlays   = 400 * 24 * time.Hour
	keepWho     = 25 * time.Hour
	keepUnheard = 24 * time.Hour // a feed nobody subscribes to
)

func (s *Service) tidy(ctx context.Context) error {
	now := s.now()
	if err := s.Store.TidyPodcasts(ctx, now.Add(-keepUnheard), now.Add(-keepPlays), now.Add(-keepWho)); err != nil {
		return err
	}
	return s.sweep(ctx)
}

// agent is how others see who asks.
func (s *Service) agent() string {
	return fmt.Sprintf("Sonora/%s (podcasts; +%s)", s.Version, s.PublicURL)
}
