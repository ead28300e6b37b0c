// Package podcast lets people subscribe to podcasts. It reads each feed at its
// own rhythm, downloads episodes for those who want that, relays their audio,
// and writes the feeds of podcasts published here.
//
// It treats feeds as hostile: their size and time are limited, their HTML is
// sanitized, and it does not connect to private networks unless the operator
// allows that.
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

	"sonora/internal/background"
	"sonora/internal/blob"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/seal"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Events publishes events to a person's other tabs.
type Events interface{ Publish(e music.Event) }

// Covers stores pictures.
type Covers interface {
	Give(picture []byte) (name string, err error)
}

// Notifier notifies people of new episodes.
type Notifier interface {
	Notify(ctx context.Context, list ...notice.Notification) error
}

// Config is what the service needs. All fields but the last two are required.
type Config struct {
	Store     *store.Store
	Jobs      *job.Service
	Events    Events
	Covers    Covers
	Notify    Notifier
	Box       *seal.Box
	Log       *slog.Logger
	Files     blob.Store // for downloaded episodes
	PublicURL *url.URL
	Version   string
	// Inside reports whether feeds may be in private networks; nil for never.
	Inside func() bool
	// OnAir returns the current status of a station, and which show in the calendar
	// it broadcasts live, nil for none; OnAir is nil if there are no stations.
	OnAir func(ctx context.Context, stationID string) (status station.Status, show *station.ShowTime)
}

const (
	atOnce    = 4 // feeds that are read at the same time
	pollEvery = 20 * time.Second
	pollLease = 5 * time.Minute
	tidyEvery = 6 * time.Hour
)

// Service manages podcasts. It is safe for concurrent use.
type Service struct {
	Config
	now         func() time.Time
	jitter      func() float64 // random number from 0 to 1
	client      *http.Client
	parsing     *semaphore.Weighted // limits memory, which large feeds need
	relays      *semaphore.Weighted
	wakePolling chan struct{}
	wakeKeeping chan struct{}
	counter     *counter
	texts       *texts
	key         []byte // for hashing listeners
}

// New returns the service and registers its kinds of jobs.
func New(ctx context.Context, c Config) (*Service, error) {
	s := &Service{
		Config: c, now: time.Now, jitter: rand.Float64, client: newClient(c.Inside), parsing: semaphore.NewWeighted(2),
		relays: semaphore.NewWeighted(maxRelays), wakePolling: make(chan struct{}, 1), wakeKeeping: make(chan struct{}, 1), texts: newTexts(),
	}
	s.counter = newCounter(func() time.Time { return s.now() })
	if err := s.openKey(ctx); err != nil {
		return nil, err
	}
	c.Jobs.Register(importKind, s.importJob)
	return s, nil
}

// Run reads feeds and downloads episodes until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, task := range []background.Task{
		{Name: "read feeds", Every: pollEvery, Wake: s.wakePolling, Do: s.poll, Log: s.Log},
		{Name: "download episodes", Every: pollEvery, Wake: s.wakeKeeping, Do: s.keepAll, Log: s.Log},
		{Name: "tidy podcasts", Every: tidyEvery, Do: s.tidy, Log: s.Log},
	} {
		g.Go(func() error { return task.Run(ctx) })
	}
	return g.Wait()
}

// nudge wakes the loop behind a channel.
func nudge(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default: // it is awake already
	}
}

const (
	keepPlays   = 400 * 24 * time.Hour
	keepWho     = 25 * time.Hour
	keepUnheard = 24 * time.Hour // a feed without subscribers
)

func (s *Service) tidy(ctx context.Context) error {
	now := s.now()
	if err := s.Store.TidyPodcasts(ctx, now.Add(-keepUnheard), now.Add(-keepPlays), now.Add(-keepWho)); err != nil {
		return err
	}
	return s.sweep(ctx)
}

// agent returns the User-Agent for requests.
func (s *Service) agent() string {
	return fmt.Sprintf("Sonora/%s (podcasts; +%s)", s.Version, s.PublicURL)
}
