// Package listening is what a listener does besides hearing: likes, ratings,
// reports of plays, the history and its figures, and the players on a person's
// devices. Every change is stored and told to the person's other devices by an
// event.
package listening

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
)

// Events carries events to a person's devices.
type Events interface {
	Publish(e music.Event)
}

// Mixes are made from what a person listened to.
type Mixes interface {
	// Forget has the mixes of an account made again.
	Forget(accountID string)
}

// Config is what the service stands on. All fields are required.
type Config struct {
	Store  *store.Store
	Events Events
	Mixes  Mixes
	Log    *slog.Logger
}

// Service does what listeners ask for. It is safe for concurrent use.
type Service struct {
	Config
	now     func() time.Time
	delay   time.Duration // before totals are brought up to date, so that plays share the work
	counted chan struct{} // holds a token when totals are due
}

// New returns the service. Run brings the totals up to date.
func New(c Config) *Service {
	return &Service{Config: c, now: time.Now, delay: rollUpDelay, counted: make(chan struct{}, 1)}
}

// Like adds a track to the viewer's liked ones; liking twice changes nothing.
// NotFound when the viewer may not see the track.
func (s *Service) Like(ctx context.Context, v music.Viewer, trackID string) error {
	changed, err := s.Store.Like(ctx, v, trackID, s.now())
	if err == nil && changed {
		s.tellLike(v, trackID, true)
	}
	return err
}

// Unlike takes Like back. NotFound when the viewer may not see the track.
func (s *Service) Unlike(ctx context.Context, v music.Viewer, trackID string) error {
	changed, err := s.Store.Unlike(ctx, v, trackID)
	if err == nil && changed {
		s.tellLike(v, trackID, false)
	}
	return err
}

func (s *Service) tellLike(v music.Viewer, trackID string, liked bool) {
	s.Events.Publish(music.Event{Type: music.EventLike, Account: v.AccountID, Data: music.LikeChange{TrackID: trackID, Liked: liked}})
}

// Rate gives a track the viewer's stars, 1 to 5; 0 takes them back. The same
// stars again change nothing. NotFound when the viewer may not see the track.
func (s *Service) Rate(ctx context.Context, v music.Viewer, trackID string, stars int) error {
	changed, err := s.Store.Rate(ctx, v, trackID, stars, s.now())
	if err == nil && changed {
		s.Events.Publish(music.Event{Type: music.EventRating, Account: v.AccountID, Data: music.RatingChange{TrackID: trackID, Stars: stars}})
	}
	return err
}
