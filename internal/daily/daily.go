// Package daily makes mixes for a person from what they really played and
// liked and from what sounds like it. They are other ones every day, and the
// same ones all day.
package daily

import (
	"context"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
)

// Similar finds music that sounds alike.
type Similar interface {
	// Groups splits tracks into up to most groups that are alike within.
	Groups(ctx context.Context, v music.Viewer, ids []string, most int) ([][]string, error)
	// Endless returns up to most tracks in the manner of the seeds, without those played.
	Endless(ctx context.Context, v music.Viewer, seedIDs, playedIDs []string, most int) (*sound.Selection, error)
}

// Config is what the service stands on. All fields are required.
type Config struct {
	Store   *store.Store
	Similar Similar
}

// Service makes mixes. It is safe for concurrent use.
type Service struct {
	Config
	now func() time.Time

	mu   sync.Mutex
	made map[string]made // by account
}

// made is what was made for somebody, for a while.
type made struct {
	at    time.Time
	day   int64
	mixes []music.MadeForYou
}

const (
	keepFor   = 10 * time.Minute // the opened list and its mixes agree so long at least
	mostKept  = 500              // accounts whose mixes are kept
	dayLength = 24 * time.Hour
)

// New returns the service.
func New(c Config) *Service { return &Service{Config: c, now: time.Now, made: map[string]made{}} }

// MadeForYou returns the viewer's mixes of the day, none before there is
// anything to make them from.
func (s *Service) MadeForYou(ctx context.Context, v music.Viewer) ([]music.MadeForYou, error) {
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
	if len(mixes) > 0 { // what comes first shows at once
		s.keep(v.AccountID, made{now, day, mixes})
	}
	return mixes, nil
}

func (s *Service) keep(accountID string, m made) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.made) >= mostKept {
		clear(s.made)
	}
	s.made[accountID] = m
}

// Forget has an account's mixes made again, when its history is another.
func (s *Service) Forget(accountID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.made, accountID)
}

// Tracks returns the tracks of one of the viewer's mixes of the day. NotFound
// when there is none.
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
