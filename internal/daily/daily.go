// Package daily makes personal mixes from what a person played and liked and
// from similar music. The mixes change every day and stay the same all day.
package daily

import (
	"context"
	"sync"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/listening"
)

// Similar finds music that sounds alike.
type Similar interface {
	// Groups divides tracks into up to maxCount groups of similar tracks.
	Groups(ctx context.Context, v music.Viewer, ids []string, maxCount int) ([][]string, error)
	// Endless returns up to maxCount tracks similar to the seeds, except those
	// already played.
	Endless(ctx context.Context, v music.Viewer, seedIDs, playedIDs []string, maxCount int) (*sound.Selection, error)
}

// Config holds the dependencies of a Service. All fields are required.
type Config struct {
	Store   *listening.Store
	Similar Similar
}

// Service makes mixes. It is safe for concurrent use.
type Service struct {
	Config
	now func() time.Time

	mu   sync.Mutex
	made map[string]made // by account
}

// made holds a person's mixes for a while.
type made struct {
	at    time.Time
	day   int64
	mixes []history.MadeForYou
}

const (
	keepFor   = 10 * time.Minute // an opened list and its mixes stay consistent for at least this long
	maxKept   = 500              // accounts whose mixes are kept
	dayLength = 24 * time.Hour
)

// New returns a Service.
func New(c Config) *Service { return &Service{Config: c, now: time.Now, made: map[string]made{}} }

// MadeForYou returns the viewer's mixes of the day, or none if there is too
// little data.
func (s *Service) MadeForYou(ctx context.Context, v music.Viewer) ([]history.MadeForYou, error) {
	now := s.now()
	day := now.Unix() / int64(dayLength/time.Second)
	s.mu.Lock()
	m, known := s.made[v.AccountID]
	s.mu.Unlock()
	if known && m.day == day && now.Sub(m.at) < keepFor {
		return m.mixes, nil
	}
	mixes, err := s.make(ctx, v, day)
	if err != nil {
		return nil, err
	}
	if len(mixes) > 0 { // the first mix is shown at once
		s.keep(v.AccountID, made{now, day, mixes})
	}
	return mixes, nil
}

func (s *Service) keep(accountID string, m made) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.made) >= maxKept {
		clear(s.made)
	}
	s.made[accountID] = m
}

// Forget drops an account's mixes, after its history changed.
func (s *Service) Forget(accountID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.made, accountID)
}

// Tracks returns the tracks of one of the viewer's mixes of the day, or
// NotFound if there is no such mix.
func (s *Service) Tracks(ctx context.Context, v music.Viewer, id string) ([]music.Track, error) {
	mixes, err := s.MadeForYou(ctx, v)
	if err != nil {
		return nil, err
	}
	for _, m := range mixes {
		if m.ID == id {
			return s.Store.TracksByID(ctx, v, m.Tracks)
		}
	}
	return nil, music.ErrNotFound
}
