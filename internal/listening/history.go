package listening

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
)

// Forget removes a listen from the viewer's history; NotFound when there is none.
func (s *Service) Forget(ctx context.Context, v music.Viewer, id string) error {
	return s.changed(v, s.Store.Forget(ctx, v, id, s.now()))
}

// Clear removes the viewer's whole history, also what is reported later and
// began before. The mixes made from it are made again.
func (s *Service) Clear(ctx context.Context, v music.Viewer) error {
	if err := s.changed(v, s.Store.ForgetAll(ctx, v, s.now())); err != nil {
		return err
	}
	s.Mixes.Forget(v.AccountID)
	return nil
}

// PutBack takes Forget back. It counts nothing: what was forgotten stayed
// counted. A listen that cannot be is put back as far as it can. NotFound when
// the viewer may not see the track.
func (s *Service) PutBack(ctx context.Context, v music.Viewer, p music.Play) error {
	track, err := s.Store.Track(ctx, v, p.TrackID)
	if err != nil {
		return fmt.Errorf("restore play: %w", err)
	}
	account, err := s.Store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return fmt.Errorf("restore play: %w", err)
	}
	earliest := account.CreatedAt.Add(-music.OldestReport)
	if epoch := time.Unix(0, 0); earliest.Before(epoch) {
		earliest = epoch
	}
	return s.changed(v, s.Store.Remember(ctx, v, p.Plausible(earliest, s.now(), track.Duration)))
}

// changed tells the viewer's other devices, unless there was an error.
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

// Pause begins or ends a pause of the history. Pausing twice keeps the first
// pause. A listen that began during a pause is not kept, however late it is
// reported.
func (s *Service) Pause(ctx context.Context, accountID string, pause bool) error {
	if pause {
		return s.Store.PauseHistory(ctx, accountID, s.now())
	}
	return s.Store.ResumeHistory(ctx, accountID, s.now())
}
