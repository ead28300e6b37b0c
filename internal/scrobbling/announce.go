package scrobbling

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/player"
	"sonora/internal/scrobble"
)

const (
	maxStarted   = 64     // that wait to be announced
	maxAnnounced = 10_000 // devices that are remembered
	// minRepeat is how long after an announcement the same track on the same device is
	// announced again, if it is not longer.
	minRepeat = time.Minute
)

// started is a track that somebody began to play.
type started struct {
	viewer  music.Viewer
	trackID string
}

// announced is the last track of a device.
type announced struct {
	trackID string
	until   time.Time // when it may be announced again
}

// Started tells services what a device of the viewer plays, unless it is known. It does
// not wait: announcements are lost if there are too many, since the next track replaces
// them anyway.
func (s *Service) Started(v music.Viewer, d *player.Device) {
	if d.State != player.Playing || d.TrackID == "" || !s.isNews(v.AccountID+"/"+d.ID, d) {
		return
	}
	select {
	case s.started <- started{v, d.TrackID}:
	default:
	}
}

// isNews reports whether a device plays another track than at its last report.
func (s *Service) isNews(device string, d *player.Device) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	if last := s.announced[device]; last.trackID == d.TrackID && now.Before(last.until) {
		return false
	}
	if len(s.announced) >= maxAnnounced {
		clear(s.announced)
	}
	s.announced[device] = announced{d.TrackID, now.Add(max(d.Duration, minRepeat))}
	return true
}

func (s *Service) announceAll(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case one := <-s.started:
			if err := s.announce(ctx, one); err != nil && ctx.Err() == nil {
				s.Log.Info("announce what plays failed", "error", err)
			}
		}
	}
}

// announce tells each service that the person connected. A failure is not repeated.
func (s *Service) announce(ctx context.Context, one started) error {
	list, err := s.Store.Connections(ctx, one.viewer.AccountID)
	if err != nil || len(list) == 0 {
		return err
	}
	pausedAt, err := s.Store.HistoryPausedAt(ctx, one.viewer.AccountID)
	if err != nil || !pausedAt.IsZero() {
		return err
	}
	song, err := s.Store.SongOf(ctx, one.viewer, one.trackID)
	if music.CodeOf(err) == music.NotFound { // an episode, or a track that was deleted
		return nil
	}
	if err != nil || song.Artist == "" {
		return err
	}
	for i := range list {
		if err := s.announceTo(ctx, &list[i], song); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) announceTo(ctx context.Context, c *scrobble.Connection, song *scrobble.Song) error {
	if c.Stopped || c.Failures > 0 {
		return nil // it would fail, too
	}
	secret, err := s.Box.Open(c.Secret)
	if err != nil {
		return err
	}
	return s.services[c.Service].Announce(ctx, c.Server, string(secret), song)
}
