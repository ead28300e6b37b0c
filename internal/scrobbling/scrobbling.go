// Package scrobbling sends what people listen to, to the services that they connected.
// A listen waits in the store until its service has it, also over restarts.
package scrobbling

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/scrobble"
	"sonora/internal/scrobbling/lastfm"
	"sonora/internal/scrobbling/listenbrainz"
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
	Box      *seal.Box // encrypts the secrets of connections
	Notifier Notifier
	Settings func() music.Settings
	Version  string // of the program
	Log      *slog.Logger
	Now      func() time.Time
}

// remoteService is a service to which listens are sent. server is the address of
// another server with its API, "" for the service itself.
type remoteService interface {
	// MaxBatch returns how many listens Send takes.
	MaxBatch() int
	// Send sends listens. It returns how many of them, from the first, are done, and how
	// many of these the service did not want. Its error is Unauthenticated if the person has
	// to connect again, Invalid if nothing was taken because of one of the listens, and
	// something else if it may work later.
	Send(ctx context.Context, server, secret string, listens []scrobble.Listen) (done, refused int, err error)
	// Announce tells what the person plays now.
	Announce(ctx context.Context, server, secret string, song *scrobble.Song) error
}

const (
	sendEvery  = 10 * time.Second
	announcers = 2 // at once
)

// Service sends listens. It is safe for concurrent use.
type Service struct {
	Config
	listenBrainz *listenbrainz.Client
	lastFM       *lastfm.Client
	services     map[scrobble.Service]remoteService
	started      chan started // what began to play

	mu        sync.Mutex
	announced map[string]announced // by device
}

// New returns a Service. Run sends the listens.
func New(c Config) *Service {
	s := &Service{Config: c, started: make(chan started, maxStarted), announced: map[string]announced{}}
	inside := func() bool { return c.Settings().RelayInside }
	s.listenBrainz, s.lastFM = listenbrainz.New(c.Version, inside), lastfm.New(c.Version, s.accessToLastFM, inside)
	s.services = map[scrobble.Service]remoteService{scrobble.ListenBrainz: s.listenBrainz, scrobble.LastFM: s.lastFM}
	return s
}

func (s *Service) accessToLastFM() lastfm.Access {
	set := s.Settings()
	return lastfm.Access{Key: set.LastFMAPIKey, Secret: set.LastFMAPISecret, URL: set.LastFMAPIURL}
}

// Run sends listens and what plays now until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		return background.Task{Name: "send listens", Every: sendEvery, Do: s.sendDue, Log: s.Log}.Run(ctx)
	})
	for range announcers {
		g.Go(func() error { return s.announceAll(ctx) })
	}
	return g.Wait()
}
