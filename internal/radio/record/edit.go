package record

import (
	"context"
	"errors"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/station"
)

// Edit is a change of a recording by its owner. nil fields stay unchanged.
type Edit struct {
	Title, DJ, Description *string
	From, To               *time.Duration // positions in the whole file; To 0 is the end
	IsPublished            *bool          // whether members hear it
	IsPublic               *bool          // whether visitors hear it too
	Tracklist              *[]djmix.Entry
}

// Edit changes a recording and its mix for a viewer who may, and returns both. If the mix was deleted,
// Edit makes another one, which is not published unless e says so.
func (s *Service) Edit(ctx context.Context, v music.Viewer, id string, e Edit) (*station.Recording, *music.Mix, error) {
	r, err := s.Store.Recording(ctx, system, id)
	if err != nil {
		return nil, nil, err
	}
	if r.State != station.RecordingReady {
		return nil, nil, music.NewError(music.Conflict, "There is nothing to edit in this recording yet.")
	}
	if e.Tracklist != nil {
		if err := djmix.CheckTracklist(*e.Tracklist, r.Duration); err != nil {
			return nil, nil, err
		}
		if err := djmix.KeepTracks(*e.Tracklist, func(ids []string) ([]music.Track, error) { return s.Store.TracksByID(ctx, v, ids) }); err != nil {
			return nil, nil, err
		}
	}
	trim := r.Trim
	if e.From != nil || e.To != nil {
		if trim, err = s.trimmed(ctx, r, or(e.From, trim.From), or(e.To, trim.To)); err != nil {
			return nil, nil, err
		}
	}
	if r.MixID == "" {
		if r, err = s.mixAgain(ctx, r); err != nil {
			return nil, nil, err
		}
	}
	// The mix first, because its rules apply to both.
	changed := *r
	e.apply(&changed, trim)
	mix, err := s.Store.ChangeMix(ctx, r.MixID, func(m *music.Mix) {
		describe(m, &changed)
		m.Description = or(e.Description, m.Description)
		m.IsActive, m.IsPublic = or(e.IsPublished, m.IsActive), or(e.IsPublic, m.IsPublic)
	})
	if err != nil {
		return nil, nil, err
	}
	r, err = s.Store.ChangeRecording(ctx, id, func(r *station.Recording) error {
		e.apply(r, trim)
		return nil
	})
	s.tell() // the mix has changed even if this failed
	return r, mix, err
}

// mixAgain makes a mix of a recording whose mix was deleted.
func (s *Service) mixAgain(ctx context.Context, r *station.Recording) (*station.Recording, error) {
	mixID, err := s.makeMix(ctx, r)
	if err != nil {
		return nil, err
	}
	changed, err := s.Store.ChangeRecording(ctx, r.ID, func(r *station.Recording) error {
		r.MixID = mixID
		return nil
	})
	if errors.Is(err, music.ErrNotFound) { // deleted in the meantime
		return nil, errors.Join(err, s.withdraw(ctx, mixID))
	}
	s.tell()
	return changed, err
}

// trimmed returns where to cut a recording.
func (s *Service) trimmed(ctx context.Context, r *station.Recording, from, to time.Duration) (station.Trim, error) {
	sound, err := s.whole(ctx, r.ID)
	if err != nil {
		return station.Trim{}, err
	}
	defer sound.Close()
	return trimmed(sound, from, to, r.Duration)
}

func (e *Edit) apply(r *station.Recording, trim station.Trim) {
	r.Title, r.DJ, r.Trim = or(e.Title, r.Title), or(e.DJ, r.DJ), trim
	r.Tracklist = or(e.Tracklist, r.Tracklist)
}

func or[T any](wanted *T, is T) T {
	if wanted != nil {
		return *wanted
	}
	return is
}
