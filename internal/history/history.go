// Package history is what a person listened to: the list of it, which they may
// thin out, clear and pause, and its figures by the days of their own calendar.
package history

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
)

// Events tells a person's other tabs that their history is another.
type Events interface {
	Publish(e music.Event)
}

// Config is what the service stands on. All fields are required.
type Config struct {
	Store  *store.Store
	Events Events
}

// Service keeps histories. It is safe for concurrent use.
type Service struct {
	Config
	now func() time.Time
}

// New returns the service.
func New(c Config) *Service { return &Service{Config: c, now: time.Now} }

// Forget removes a listen from the viewer's history; NotFound when there is none.
func (s *Service) Forget(ctx context.Context, v music.Viewer, id string) error {
	return s.changed(v, s.Store.Forget(ctx, v, id))
}

// Clear removes the viewer's whole history.
func (s *Service) Clear(ctx context.Context, v music.Viewer) error {
	return s.changed(v, s.Store.ForgetAll(ctx, v))
}

// PutBack takes Forget back. It counts nothing: what was forgotten stayed
// counted. NotFound when the viewer may not see the track.
func (s *Service) PutBack(ctx context.Context, v music.Viewer, p music.Play) error {
	now := s.now()
	if p.StartedAt.After(now) {
		p.StartedAt = now
	}
	return s.changed(v, s.Store.Remember(ctx, v, p))
}

// changed tells the viewer's other tabs, unless there was an error.
func (s *Service) changed(v music.Viewer, err error) error {
	if err == nil {
		s.Events.Publish(music.Event{Type: music.EventPlay, Account: v.AccountID})
	}
	return err
}

// IsPaused reports whether what an account listens to is not kept.
func (s *Service) IsPaused(ctx context.Context, accountID string) (bool, error) {
	at, err := s.Store.HistoryPausedAt(ctx, accountID)
	return !at.IsZero(), err
}

// Pause begins or ends a pause. One that has begun goes on as it is.
func (s *Service) Pause(ctx context.Context, accountID string, pause bool) error {
	is, err := s.IsPaused(ctx, accountID)
	if err != nil || is == pause {
		return err
	}
	at := time.Time{}
	if pause {
		at = s.now()
	}
	return s.Store.PauseHistory(ctx, accountID, at)
}
