package listening

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"sonora/internal/music"
	"sonora/internal/origin"
)

// Heard is a track that an app says somebody heard, without saying for how long.
type Heard struct {
	TrackID string
	At      time.Time // when it began; zero if it just ended
}

// MaxHeard is how many tracks an app may report at once.
const MaxHeard = 1000

var errTooMuchHeard = music.NewError(music.Invalid, "Report at most %d songs at a time.", MaxHeard)

// ReportHeard counts tracks as heard to their end. Reporting the same beginning of a
// track again counts once. It leaves out those that began longer ago than
// music.OldestReport, because it is not known any more whether the person removed them,
// and those in the future. It returns NotFound if the viewer may see none of them.
func (s *Service) ReportHeard(ctx context.Context, v music.Viewer, heard []Heard) error {
	if len(heard) > MaxHeard {
		return errTooMuchHeard
	}
	now, from, anyVisible, anyAdded := s.now(), origin.Of(ctx), false, false
	for _, h := range heard { // each in a transaction of its own, which looks at those before
		track, err := s.Store.PlayedTrack(ctx, v, h.TrackID)
		if music.CodeOf(err) == music.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		anyVisible = true
		length := track.Length
		play := music.Play{ID: playIDOf(v, h), AccountID: v.AccountID, TrackID: h.TrackID, StartedAt: h.At, Listened: length, UserAgent: from.UserAgent, Country: from.Country}
		if h.At.IsZero() {
			play.ID, play.StartedAt = music.NewID(), now.Add(-length)
		}
		play = play.Plausible(now.Add(-music.OldestReport), now, length)
		if !h.At.IsZero() && !play.StartedAt.Equal(h.At) {
			continue // it cannot have begun then
		}
		added, err := s.Store.AddPlayOf(ctx, v, track, play, maxPlaysAtOnce)
		if err != nil {
			return err
		}
		anyAdded = anyAdded || added
	}
	if !anyVisible {
		return music.ErrNotFound
	}
	if anyAdded {
		s.Events.Publish(music.Event{Type: music.EventPlay, Account: v.AccountID})
		s.rollUpSoon()
	}
	return nil
}

// playIDOf returns an ID that is the same whenever an app reports the same play.
func playIDOf(v music.Viewer, h Heard) string {
	sum := sha256.Sum256([]byte(v.AccountID + h.TrackID + strconv.FormatInt(h.At.UnixMilli(), 10)))
	return hex.EncodeToString(sum[:16])
}
