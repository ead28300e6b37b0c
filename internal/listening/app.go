package listening

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/people"
	"sonora/internal/player"
)

// This file has what music apps do beyond the web app.

// LikeItems likes albums or artists, or no longer likes them. It returns NotFound if
// the viewer may see none of them.
func (s *Service) LikeItems(ctx context.Context, v music.Viewer, kind people.Liked, ids []string, like bool) error {
	var at time.Time
	if like {
		at = s.now()
	}
	return s.Store.LikeItems(ctx, v, kind, ids, at)
}

var errStars = music.FieldError(music.Invalid, "rating", music.Say("A rating is from 0 to 5."))

// RateItem rates an album or an artist with 1 to 5 stars, or removes the rating
// with 0.
func (s *Service) RateItem(ctx context.Context, v music.Viewer, kind people.Liked, id string, stars int) error {
	if stars < 0 || stars > 5 {
		return errStars
	}
	return s.Store.RateItem(ctx, v, kind, id, stars)
}

// LikeAll likes tracks, or no longer likes them. It leaves out those that the viewer
// may not see, and returns NotFound for a single one.
func (s *Service) LikeAll(ctx context.Context, v music.Viewer, trackIDs []string, like bool) error {
	switch {
	case len(trackIDs) == 1 && like:
		return s.Like(ctx, v, trackIDs[0])
	case len(trackIDs) == 1:
		return s.Unlike(ctx, v, trackIDs[0])
	}
	changed, err := s.Store.LikeAll(ctx, v, trackIDs, like, s.now())
	for _, id := range changed {
		s.tellLike(v, id, like)
	}
	return err
}

// Heard is a track that an app says somebody heard, without saying for how long.
type Heard struct {
	TrackID string
	At      time.Time // when it began; zero if it just ended
}

// MaxHeard is how many tracks an app may report at once.
const MaxHeard = 1000

var errTooMuchHeard = music.NewError(music.Invalid, "Report at most %d songs at a time.", MaxHeard)

// ReportHeard counts tracks as heard to their end. Reporting the same beginning of a
// track again counts once. It returns NotFound if the viewer may see none of them.
func (s *Service) ReportHeard(ctx context.Context, v music.Viewer, heard []Heard) error {
	if len(heard) > MaxHeard {
		return errTooMuchHeard
	}
	ids := make([]string, len(heard))
	for i, h := range heard {
		ids[i] = h.TrackID
	}
	lengths, err := s.Store.TrackLengths(ctx, v, ids)
	if err != nil {
		return err
	}
	if len(lengths) == 0 {
		return music.ErrNotFound
	}
	now, from, anyAdded := s.now(), origin.Of(ctx), false
	for _, h := range heard { // each in a transaction of its own, which looks at those before
		length, visible := lengths[h.TrackID]
		if !visible {
			continue
		}
		play := music.Play{ID: playIDOf(v, h), AccountID: v.AccountID, TrackID: h.TrackID, StartedAt: h.At, Listened: length, UserAgent: from.UserAgent, Country: from.Country}
		if h.At.IsZero() {
			play.ID, play.StartedAt = music.NewID(), now.Add(-length)
		}
		play = play.Plausible(now.Add(-music.OldestReport), now, length)
		added, err := s.Store.AddPlay(ctx, v, play, maxPlaysAtOnce)
		if err != nil {
			return err
		}
		anyAdded = anyAdded || added
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

// Playing is what an app says that it plays.
type Playing struct {
	App      string // its name
	TrackID  string
	State    player.State
	Position time.Duration
}

// ReportPlaying shows what an app plays to the viewer's other devices. It returns
// NotFound if the viewer may not see the track.
func (s *Service) ReportPlaying(ctx context.Context, v music.Viewer, p Playing) error {
	tracks, err := s.Store.TracksByID(ctx, v, []string{p.TrackID})
	if err != nil {
		return err
	}
	if len(tracks) == 0 {
		return music.ErrNotFound
	}
	sum := sha256.Sum256([]byte(p.App))
	return s.ReportPlayer(ctx, v, &player.Device{
		ID: "app-" + hex.EncodeToString(sum[:8]), Name: p.App, TrackID: p.TrackID, Title: tracks[0].Title, Artist: tracks[0].Artist,
		Position: p.Position, Duration: tracks[0].Duration, State: p.State, Volume: 1,
	})
}

// SaveQueue stores what a person wants to hear next; without tracks, nothing.
func (s *Service) SaveQueue(ctx context.Context, v music.Viewer, q *player.Queue) error {
	q.ChangedAt = s.now()
	return s.Store.SaveQueue(ctx, v.AccountID, q)
}

// Queue returns what the viewer wants to hear next, with the tracks that they may
// still hear. It returns NotFound if they saved no queue.
func (s *Service) Queue(ctx context.Context, v music.Viewer) (*player.Queue, []music.Track, error) {
	q, err := s.Store.Queue(ctx, v.AccountID)
	if err != nil {
		return nil, nil, err
	}
	found, err := s.Store.TracksByID(ctx, v, q.TrackIDs)
	if err != nil {
		return nil, nil, err
	}
	byID := make(map[string]*music.Track, len(found))
	for i := range found {
		byID[found[i].ID] = &found[i]
	}
	tracks, current := make([]music.Track, 0, len(q.TrackIDs)), 0
	for i, id := range q.TrackIDs {
		if i == q.Current {
			current = len(tracks)
		}
		if t := byID[id]; t != nil {
			tracks = append(tracks, *t)
		} else if i == q.Current {
			q.Position = 0 // of a track that is gone
		}
	}
	q.Current = min(current, max(0, len(tracks)-1))
	return q, tracks, nil
}

// SaveBookmark keeps a place in a track.
func (s *Service) SaveBookmark(ctx context.Context, v music.Viewer, trackID string, position time.Duration, comment string) error {
	return s.Store.SaveBookmark(ctx, v, trackID, position, comment, s.now())
}
