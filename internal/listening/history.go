package listening

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
)

// Forget removes a listen from the viewer's history. It returns NotFound if there
// is none.
func (s *Service) Forget(ctx context.Context, v music.Viewer, id string) error {
	return s.changed(v, s.Store.Forget(ctx, v, id, s.now()))
}

// Clear removes the viewer's whole history, including listens that began earlier
// and are reported later. The mixes made from it are made again.
func (s *Service) Clear(ctx context.Context, v music.Viewer) error {
	if err := s.changed(v, s.Store.ForgetAll(ctx, v, s.now())); err != nil {
		return err
	}
	s.Mixes.Forget(v.AccountID)
	return nil
}

// PutBack restores a listen removed by Forget. It does not count it again, because
// Forget leaves plays counted. Values out of range are limited. It returns
// NotFound if the viewer may not see the track.
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

// changed informs the viewer's other devices, unless there was an error.
func (s *Service) changed(v music.Viewer, err error) error {
	if err == nil {
		s.Events.Publish(music.Event{Type: music.EventPlay, Account: v.AccountID})
	}
	return err
}

// IsPaused reports whether an account has paused its history.
func (s *Service) IsPaused(ctx context.Context, accountID string) (bool, error) {
	at, err := s.Store.HistoryPausedAt(ctx, accountID)
	return !at.IsZero(), err
}

// Pause pauses or resumes the history. Pausing it again keeps the first pause. A
// listen that began during a pause is not stored, however late it is reported.
func (s *Service) Pause(ctx context.Context, accountID string, pause bool) error {
	if pause {
		return s.Store.PauseHistory(ctx, accountID, s.now())
	}
	return s.Store.ResumeHistory(ctx, accountID, s.now())
}
