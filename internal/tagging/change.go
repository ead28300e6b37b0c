package tagging

import (
	"context"
	"errors"
	"slices"

	"sonora/internal/media/picture"
	"sonora/internal/music"
)

// Change edits one track. It returns NotFound for a track that the viewer may
// not see, Forbidden for one they may not change, Invalid with the fields that
// are not valid, and Conflict if the file is missing or has changed since the
// scan.
func (s *Service) Change(ctx context.Context, v music.Viewer, trackID string, e Edit) (Result, error) {
	e.tidy()
	if err := e.check(); err != nil {
		return Result{}, err
	}
	return s.one(ctx, v, trackID, target{edit: &e})
}

// Many is an edit of up to MaxTracks tracks.
type Many struct {
	TrackIDs []string
	Edit     Edit // of each
	// NumberFrom numbers the tracks in the order of TrackIDs, from this number on; 0
	// does not.
	NumberFrom int
}

// ChangeMany edits several tracks at once. Tracks that cannot be changed are listed in
// the result; the others are changed.
func (s *Service) ChangeMany(ctx context.Context, v music.Viewer, m Many) (Result, error) {
	m.Edit.tidy()
	if err := errors.Join(m.check(), m.Edit.check()); err != nil {
		return Result{}, err
	}
	numbers := m.numbers()
	return s.many(ctx, v, m.TrackIDs, func(id string) target {
		e := m.Edit
		if n, ok := numbers[id]; ok {
			e.Track = &n
		}
		return target{edit: &e}
	})
}

// numbers returns the positions that tracks get by their IDs. A track that is named
// twice keeps its first position.
func (m *Many) numbers() map[string]float64 {
	numbers := map[string]float64{}
	if m.NumberFrom == 0 {
		return numbers
	}
	for _, id := range m.TrackIDs {
		if _, known := numbers[id]; !known {
			numbers[id] = float64(m.NumberFrom + len(numbers))
		}
	}
	return numbers
}

func (m *Many) check() error {
	f := music.FieldErrors{}
	if len(m.TrackIDs) < 1 || len(m.TrackIDs) > MaxTracks {
		f.Add("ids", "Choose 1 to 500 tracks.")
	}
	if last := maxNumber - MaxTracks; m.NumberFrom < 0 || m.NumberFrom > last {
		f.Add("numberFrom", "Enter a number from %v to %v.", 0, last)
	}
	return f.Err()
}

// SetCover sets the picture of a track, or removes the track's own picture if
// data is empty. With album, it does so for all tracks of the album that the
// viewer may change. It returns Unsupported unless data is a JPEG, PNG or WebP,
// TooLarge above 10 MB, and Invalid for a picture that cannot be decoded.
func (s *Service) SetCover(ctx context.Context, v music.Viewer, trackID string, data []byte, album bool) (Result, error) {
	if err := s.changeable(ctx, v, trackID); err != nil {
		return Result{}, err
	}
	cover := &newCover{}
	if len(data) > 0 {
		data, err := s.decode(ctx, data)
		if err != nil {
			return Result{}, err
		}
		picture, err := s.pictures.Keep(data)
		if err != nil {
			return Result{}, err
		}
		cover = &newCover{data, picture}
	}
	w := target{cover: cover}
	if !album {
		return s.one(ctx, v, trackID, w)
	}
	ids, err := s.albumOf(ctx, v, trackID)
	if err != nil {
		return Result{}, err
	}
	return s.many(ctx, v, ids, func(string) target { return w })
}

// decode checks one picture at a time, because decoding needs much memory.
func (s *Service) decode(ctx context.Context, data []byte) ([]byte, error) {
	release := s.locks.take("picture")
	defer release()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return picture.Cover(data)
}

// changeable returns why the viewer may not change a track, or nil.
func (s *Service) changeable(ctx context.Context, v music.Viewer, trackID string) error {
	t, err := s.store.EditableTrack(ctx, v, trackID)
	if err == nil && !mayEdit(v, t) {
		err = music.ErrForbidden
	}
	return err
}

// albumOf returns the tracks of a track's album that the viewer may change.
func (s *Service) albumOf(ctx context.Context, v music.Viewer, trackID string) ([]string, error) {
	ids, err := s.store.AlbumOf(ctx, v, trackID)
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(ids, func(id string) bool {
		return music.CodeOf(s.changeable(ctx, v, id)) == music.Forbidden
	})
	return own[:min(len(own), MaxTracks)], nil
}

func (s *Service) one(ctx context.Context, v music.Viewer, trackID string, w target) (Result, error) {
	ctx = context.WithoutCancel(ctx) // finish the change even if the caller leaves
	result := Result{ID: music.NewID()}
	err := s.count(ctx, v, trackID, w, &result)
	return s.end(ctx, result), err
}

func (s *Service) many(ctx context.Context, v music.Viewer, ids []string, w func(id string) target) (Result, error) {
	ctx = context.WithoutCancel(ctx)
	result := Result{ID: music.NewID()}
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		if err := s.count(ctx, v, id, w(id), &result); err != nil {
			result.Failed = append(result.Failed, Reason{id, s.explain(id, err)})
		}
	}
	return s.end(ctx, result), nil
}

// count changes one track and counts the outcome.
func (s *Service) count(ctx context.Context, v music.Viewer, id string, w target, result *Result) error {
	kept, done, err := s.apply(ctx, v, id, w, music.TagEdit{ID: result.ID})
	switch {
	case err != nil || !done:
		return err
	case kept == nil:
		result.InFile++
	default:
		result.Kept++
		result.Reasons = append(result.Reasons, Reason{id, explainKept(kept)})
	}
	result.Tracks++
	return nil
}

// explain returns why a track was not changed.
func (s *Service) explain(id string, err error) music.Message {
	if e, ok := errors.AsType[*music.Error](err); ok && e.Code != music.Internal {
		return e.Detail
	}
	s.log.Error("change tags failed", "track", id, "error", err)
	return music.Say("The tags of this track could not be changed. The log has the details.")
}

// end updates the counts of the library and announces the change.
func (s *Service) end(ctx context.Context, result Result) Result {
	if result.Tracks == 0 {
		result.ID = ""
		return result
	}
	if err := s.store.FinishEdits(ctx); err != nil {
		s.log.Warn("update library counts failed; the next scan corrects them", "error", err)
	}
	s.events.Publish(music.Event{Type: music.EventLibrary})
	return result
}

// Undo restores what an edit changed. The viewer may undo their own edits, the
// operator any. Undo is an edit itself. It returns NotFound if there is no such
// edit, and Conflict if it was already undone.
func (s *Service) Undo(ctx context.Context, v music.Viewer, editID string) (Result, error) {
	edits, err := s.store.TakeBackTagEdit(ctx, v, editID, s.now())
	if err != nil {
		return Result{}, err
	}
	former := map[string]target{}
	var ids []string
	for _, e := range edits {
		former[e.TrackID] = target{restore: &e.Before}
		ids = append(ids, e.TrackID)
	}
	result, err := s.many(ctx, v, ids, func(id string) target { return former[id] })
	if err == nil && result.Tracks == 0 && len(result.Failed) > 0 {
		err = s.store.StandTagEdit(context.WithoutCancel(ctx), editID)
	}
	return result, err
}
