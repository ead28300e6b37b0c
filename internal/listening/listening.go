// Package listening holds the rules for what listeners do: likes, ratings, plays,
// the history and its statistics, and the players on a person's devices. It
// stores every change and sends an event to the person's other devices.
package listening

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
	"sonora/internal/store"
)

// Events carries events to a person's devices.
type Events interface {
	Publish(e music.Event)
}

// Mixes makes the personal mixes from what people listened to.
type Mixes interface {
	// Forget drops the mixes of an account, so that they are made again.
	Forget(accountID string)
}

// Scrobbles tells other services what people play.
type Scrobbles interface {
	// Started takes a report of what a device plays, and does not wait.
	Started(v music.Viewer, d *player.Device)
}

// Config is what a Service needs. All fields are required.
type Config struct {
	Store     *store.Store
	Events    Events
	Mixes     Mixes
	Scrobbles Scrobbles
	Log       *slog.Logger
}

// Service records what listeners do. It is safe for concurrent use.
type Service struct {
	Config
	now     func() time.Time
	delay   time.Duration // before totals are updated, so that plays are rolled up together
	counted chan struct{} // holds a value when totals are due
}

// New returns a Service. Run updates the totals.
func New(c Config) *Service {
	return &Service{Config: c, now: time.Now, delay: rollUpDelay, counted: make(chan struct{}, 1)}
}

// Like adds a track to the viewer's liked tracks. Liking it twice changes nothing.
// It returns NotFound if the viewer may not see the track.
func (s *Service) Like(ctx context.Context, v music.Viewer, trackID string) error {
	changed, err := s.Store.Like(ctx, v, trackID, s.now())
	if err == nil && changed {
		s.tellLike(v, trackID, true)
	}
	return err
}

// Unlike removes a like. It returns NotFound if the viewer may not see the track.
func (s *Service) Unlike(ctx context.Context, v music.Viewer, trackID string) error {
	changed, err := s.Store.Unlike(ctx, v, trackID, s.now())
	if err == nil && changed {
		s.tellLike(v, trackID, false)
	}
	return err
}

func (s *Service) tellLike(v music.Viewer, trackID string, liked bool) {
	s.Events.Publish(music.Event{Type: music.EventLike, Account: v.AccountID, Data: music.LikeChange{TrackID: trackID, Liked: liked}})
}

// Rate sets the viewer's rating of a track, 1 to 5 stars, or removes it with 0.
// Repeating a rating changes nothing. It returns NotFound if the viewer may not
// see the track.
func (s *Service) Rate(ctx context.Context, v music.Viewer, trackID string, stars int) error {
	changed, err := s.Store.Rate(ctx, v, trackID, stars, s.now())
	if err == nil && changed {
		s.Events.Publish(music.Event{Type: music.EventRating, Account: v.AccountID, Data: music.RatingChange{TrackID: trackID, Stars: stars}})
	}
	return err
}
