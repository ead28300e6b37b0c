package listening

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
)

const (
	// rollUpDelay is how long it may take until counted plays appear in the totals.
	rollUpDelay = 3 * time.Second
	maxPlayID   = 64
	// maxPlaysAtOnce is how many plays of one person count that begin within
	// music.PlayCounts of each other: those of three devices, each of which may end
	// one track and begin the next.
	maxPlaysAtOnce = 5
	// settleTime limits the last roll-up when the server stops.
	settleTime = 10 * time.Second
)

// ReportPlay stores a listen of the viewer and reports whether it counts as a
// play: at least 30 seconds, or half of the track, and not more at once than a
// person hears (maxPlaysAtOnce). Reporting an ID again changes
// nothing. A listen that began while the viewer's history was paused, or before
// they cleared it, is neither stored nor counted, because counting it once would
// require storing it. ReportPlay returns Unauthenticated for visitors, NotFound
// for a track that the viewer may not see, and Invalid for impossible values.
func (s *Service) ReportPlay(ctx context.Context, v music.Viewer, play music.Play) (counted bool, err error) {
	if !v.SignedIn() {
		return false, music.ErrUnauthenticated
	}
	if err := checkPlay(play); err != nil {
		return false, err
	}
	track, err := s.Store.Track(ctx, v, play.TrackID)
	if err != nil {
		return false, fmt.Errorf("report a play: %w", err)
	}
	now := s.now()
	play.AccountID = v.AccountID
	play = play.Plausible(now.Add(-music.OldestReport), now, track.Duration)
	added, err := s.Store.AddPlay(ctx, v, play, maxPlaysAtOnce)
	if err != nil {
		return false, fmt.Errorf("report a play: %w", err)
	}
	// The store decides, also about reports sent again and those that are not to be stored.
	if counted, err = s.Store.HasCounted(ctx, v, play.ID); err != nil {
		return false, err
	}
	if added {
		s.Events.Publish(music.Event{Type: music.EventPlay, Account: v.AccountID})
	}
	if added && counted {
		s.rollUpSoon()
	}
	return counted, nil
}

// rollUpSoon has Run update the totals.
func (s *Service) rollUpSoon() {
	select {
	case s.counted <- struct{}{}:
	default: // totals are due already
	}
}

func checkPlay(play music.Play) error {
	f := music.FieldErrors{}
	if len(play.ID) > maxPlayID || !isPlain(play.ID) {
		f.Add("id", "Enter an id of 1 to 64 letters, digits, dashes and underscores.")
	}
	if play.StartedAt.IsZero() {
		f.Add("startedAt", "Enter when the track began.")
	}
	if play.Listened < 0 {
		f.Add("listened", "Enter a number of seconds, 0 or more.")
	}
	return f.Err("id", "startedAt", "listened")
}

func isPlain(id string) bool {
	return id != "" && !strings.ContainsFunc(id, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_'
	})
}

// Run rolls counted plays up into the totals of tracks shortly after they arrive,
// and once more when ctx ends.
func (s *Service) Run(ctx context.Context) error {
	for {
		select {
		case <-s.counted:
		case <-ctx.Done():
			return s.rollUpLast(ctx)
		}
		select {
		case <-time.After(s.delay):
		case <-ctx.Done():
			return s.rollUpLast(ctx)
		}
		if _, err := s.Store.RollUpPlays(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("roll up plays failed", "error", err)
		}
	}
}

func (s *Service) rollUpLast(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	_, err := s.Store.RollUpPlays(ctx)
	return err
}
