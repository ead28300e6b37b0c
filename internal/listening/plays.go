package listening

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
)

const (
	// rollUpDelay is how long counted plays may take to show in the totals.
	rollUpDelay = 3 * time.Second
	maxPlayID   = 64
	// settleTime bounds how long the last roll-up may take when the server stops.
	settleTime = 10 * time.Second
)

// ReportPlay notes a listen of a viewer and says whether it counts as a play: 30
// seconds of sound, or half of the track. Reporting an ID again changes
// nothing. A listen that began while the viewer's history was paused, or before
// they cleared it, is neither kept nor counted, whenever it is reported: to
// count it only once it would have to be kept.
// Unauthenticated for visitors, NotFound for a track the viewer may not see,
// Invalid for a listen that cannot be.
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
	added, err := s.Store.AddPlay(ctx, v, play)
	if err != nil {
		return false, fmt.Errorf("report a play: %w", err)
	}
	if !added { // there already, or not to be kept
		if has, err := s.Store.HasPlay(ctx, v, play.ID); err != nil || !has {
			return false, err
		}
	}
	counted = music.CountsAsPlay(play.Listened, track.Duration)
	if added {
		s.Events.Publish(music.Event{Type: music.EventPlay, Account: v.AccountID})
	}
	if added && counted {
		select {
		case s.counted <- struct{}{}:
		default: // totals are due already
		}
	}
	return counted, nil
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

// Run rolls counted plays up into the tracks' totals, soon after they came in
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
