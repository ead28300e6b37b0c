package upload

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"sonora/internal/generation"
	"sonora/internal/intake"
	"sonora/internal/music"
)

// Copies finds copies of music that AI made on this server. Package likeness implements it.
type Copies interface {
	// Note stores how the file of a generation sounds.
	Note(ctx context.Context, generationID, file string) error
	// Find returns the music that a file is a copy of, and whether an operator has approved
	// that; nil if it is none.
	Find(ctx context.Context, file string) (like *generation.Likeness, isFree bool, err error)
}

// hold has an operator review an upload that sounds like music that AI made here and that no
// operator has approved, and reports whether it did. Exact copies are refused before; how
// alike other files sound is never certain, so that an operator decides. A file that cannot
// be compared is not held. A copy is labelled as made by AI.
func (s *Service) hold(ctx context.Context, v music.Viewer, u *intake.Upload, t *Track) (bool, error) {
	_, err := s.store.GenerationByID(ctx, u.ID)
	if err == nil { // keeping it was interrupted
		t.IsAIGenerated = true
		return true, s.store.HideGeneration(ctx, u.ID)
	}
	if music.CodeOf(err) != music.NotFound {
		return false, err
	}
	like, isFree, err := s.original(ctx, u)
	if err != nil {
		s.log.Warn("compare upload with music by AI failed", "upload", u.ID, "error", err)
		return false, ctx.Err()
	}
	if like == nil {
		return false, nil
	}
	t.IsAIGenerated = true
	if isFree {
		return false, nil
	}
	x, err := toReview(u, t, like)
	if err != nil {
		return false, err
	}
	x.OwnerID, x.CreatedAt = v.AccountID, s.now()
	if err := s.store.AddGeneration(ctx, x); err != nil {
		return false, err
	}
	return true, s.store.HideGeneration(ctx, x.ID) // it is none of the pieces that its owner asked for
}

// original returns the music that an upload is a copy of, as Copies.Find does. The file is in
// the store already if keeping it was interrupted: what was found before is lost.
func (s *Service) original(ctx context.Context, u *intake.Upload) (like *generation.Likeness, isFree bool, err error) {
	file := s.staging.path(u.ID)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		if file = s.blobs.LocalPath(u.Place); file == "" {
			file = s.staging.path(u.ID) + fetchedSuffix
			defer func() { s.warn(removed(file)) }()
			if err := s.fetchKept(ctx, u, file); err != nil {
				return nil, false, err
			}
		}
	}
	return s.copies.Find(ctx, file)
}

// fetchKept writes the bytes of an upload, which are in a store elsewhere, to a file.
func (s *Service) fetchKept(ctx context.Context, u *intake.Upload, path string) error {
	if err := s.checkDisk(u.Length); err != nil {
		return err
	}
	object, err := s.blobs.Open(ctx, u.Place)
	if err != nil {
		return storeError(fmt.Errorf("read an upload: %w", err))
	}
	defer object.Close()
	file, err := os.Create(path)
	if err != nil {
		return diskError(err)
	}
	_, err = io.Copy(file, object)
	return diskError(errors.Join(err, file.Close()))
}

// removed removes a file, which may be gone.
func removed(file string) error {
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// toReview returns an upload as operators review it.
func toReview(u *intake.Upload, t *Track, like *generation.Likeness) (*generation.Generation, error) {
	found, err := json.Marshal([]*generation.Likeness{like})
	if err != nil {
		return nil, err
	}
	wish, err := json.Marshal(generation.Hold{IsPublic: t.IsPublic})
	if err != nil {
		return nil, err
	}
	return &generation.Generation{
		ID: u.ID, Provider: generation.Uploaded, Title: t.Title, Style: t.Genre, State: generation.Ready, Progress: 1, Duration: u.Audio.Duration, Remote: wish,
		Review: generation.Review{Verdict: generation.Pending, Score: generation.NoScore, Likeness: found},
	}, nil
}

// keepHeld turns an upload into a track that only its owner and operators hear.
func (s *Service) keepHeld(ctx context.Context, v music.Viewer, u *intake.Upload, t Track) (*music.TrackDetail, error) {
	t.IsPublic = false
	kept, err := s.keep(ctx, v, u, t)
	if err != nil {
		return nil, err
	}
	x, err := s.store.GenerationByID(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	s.held(ctx, x)
	return kept, nil
}
