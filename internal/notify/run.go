package notify

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
)

const (
	// settle is how long to wait for further events, so that a scan, or a
	// person filling a playlist, is one piece of news.
	settle    = 2 * time.Second
	everyHour = time.Hour

	keepRead      = 90 * 24 * time.Hour
	keepUnread    = 365 * 24 * time.Hour
	keepDismissed = 7 * 24 * time.Hour // longer than lookBack
)

// looker collects which news to look for.
type looker struct {
	log  *slog.Logger
	wake chan struct{}

	mu        sync.Mutex
	library   bool
	playlists map[string]bool // IDs
}

func newLooker(log *slog.Logger) *looker {
	return &looker{log: log, wake: make(chan struct{}, 1), library: true, playlists: map[string]bool{}}
}

// hear records what an event may be news of.
func (l *looker) hear(e music.Event) {
	switch e.Type {
	case music.EventLibrary, music.EventGap:
		l.mu.Lock()
		l.library = true
		l.mu.Unlock()
	case music.EventPlaylist:
		var change music.PlaylistChange
		if err := e.Decode(&change); err != nil {
			l.log.Warn("decode change of playlist failed", "error", err)
			return
		}
		if change.ID == "" || change.Deleted {
			return
		}
		l.mu.Lock()
		l.playlists[change.ID] = true
		l.mu.Unlock()
	default:
		return
	}
	select {
	case l.wake <- struct{}{}:
	default: // already awake
	}
}

// take returns what was recorded, and clears it.
func (l *looker) take() (library bool, playlists []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	library, l.library = l.library, false
	for id := range l.playlists {
		playlists = append(playlists, id)
	}
	clear(l.playlists)
	return library, playlists
}

// Run looks for news after events, and sends digests, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	unsubscribe, err := s.Events.Subscribe(s.look.hear)
	if err != nil {
		return err
	}
	defer unsubscribe()
	hourly := time.NewTicker(everyHour)
	defer hourly.Stop()
	s.hourly(ctx)
	for {
		s.lookNow(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-hourly.C:
			s.hourly(ctx)
			continue
		case <-s.look.wake:
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(settle):
		}
	}
}

// lookNow turns what was recorded into notifications.
func (s *Service) lookNow(ctx context.Context) {
	library, playlists := s.look.take()
	if library {
		s.logFailure(ctx, "notify of new music", s.newMusic(ctx))
	}
	for _, id := range playlists {
		s.logFailure(ctx, "notify of a playlist change", s.playlistChanged(ctx, id))
	}
}

// hourly sends due digests and deletes old notifications.
func (s *Service) hourly(ctx context.Context) {
	s.logFailure(ctx, "send digests", s.sendDigests(ctx))
	now := s.now()
	_, err := s.Store.TidyNotifications(ctx, store.NoticeAges{Read: now.Add(-keepRead), Unread: now.Add(-keepUnread), Dismissed: now.Add(-keepDismissed)})
	s.logFailure(ctx, "delete old notifications", err)
}

func (s *Service) logFailure(ctx context.Context, what string, err error) {
	music.LogFailure(ctx, s.Log, slog.LevelWarn, what, err)
}
