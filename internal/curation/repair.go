package curation

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/stock"
)

// Library scans the music folders.
type Library interface {
	// Examine looks at these files again and reads them even if they look unchanged. It
	// returns Conflict while the library is scanned.
	Examine(ctx context.Context, files []stock.Place) error
}

// maxSuccessors is how many files a missing one is compared with by people.
const maxSuccessors = 10

// errGone is the error for a broken file that is no longer where the scan found it.
var errGone = music.NewError(music.NotFound, "The file is no longer there. Examine it again to take it off the list.")

// Examine reads broken files again and returns the IDs of those that are still broken. It
// returns Forbidden unless the viewer is an operator, and Conflict during a scan.
func (s *Service) Examine(ctx context.Context, v music.Viewer, ids []string) (broken map[string]bool, err error) {
	if !v.IsAdmin() {
		return nil, music.ErrForbidden
	}
	listed, err := s.Store.BrokenByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	var files []stock.Place
	for _, b := range listed {
		files = append(files, stock.Place{Root: b.Root, Path: b.Path})
	}
	if err := s.examine(ctx, files); err != nil {
		return nil, err
	}
	listed, err = s.Store.BrokenByID(ctx, ids)
	return asSet(listed), err
}

// LookAgain looks for missing files where they were and returns the IDs of the tracks
// whose file is still missing. It returns Forbidden unless the viewer is an operator, and
// Conflict during a scan.
func (s *Service) LookAgain(ctx context.Context, v music.Viewer, ids []string) (missing map[string]bool, err error) {
	if !v.IsAdmin() {
		return nil, music.ErrForbidden
	}
	places, err := s.Store.MissingFiles(ctx, ids)
	if err != nil {
		return nil, err
	}
	if err := s.examine(ctx, slices.Collect(maps.Values(places))); err != nil {
		return nil, err
	}
	places, err = s.Store.MissingFiles(ctx, ids)
	return asSet(places), err
}

func (s *Service) examine(ctx context.Context, files []stock.Place) error {
	if len(files) == 0 {
		return nil
	}
	return s.Library.Examine(ctx, files)
}

func asSet[V any](byID map[string]V) map[string]bool {
	ids := make(map[string]bool, len(byID))
	for id := range byID {
		ids[id] = true
	}
	return ids
}

// OpenBroken opens a broken file, which the caller closes. It returns Forbidden unless the
// viewer is an operator, and NotFound if the file is gone or a folder.
func (s *Service) OpenBroken(ctx context.Context, v music.Viewer, id string) (o *blob.Object, name string, err error) {
	b, place, err := s.broken(ctx, v, id)
	if err != nil {
		return nil, "", err
	}
	o, err = place.Open(ctx, b.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", errGone
	}
	if err != nil {
		return nil, "", explained(err)
	}
	return o, path.Base(b.Path), nil
}

// RemoveBroken deletes a broken file. It returns Forbidden unless the viewer is an
// operator, NotFound if the file is not listed, and Conflict if the file has changed
// since the scan or cannot be deleted.
func (s *Service) RemoveBroken(ctx context.Context, v music.Viewer, id string) error {
	b, place, err := s.broken(ctx, v, id)
	if err != nil {
		return err
	}
	if err := deleteFile(ctx, place, b.Path, b.Size); err != nil {
		return err
	}
	// Should this fail, the next scan finds that the file is gone.
	if err := s.Store.ForgetBroken(context.WithoutCancel(ctx), b); err != nil {
		return err
	}
	if err := s.Note(context.WithoutCancel(ctx), v.AccountID, people.FileDeleted, b.Path); err != nil {
		s.Log.Error("note deletion of a file in the audit log failed", "file", b.Path, "error", err)
	}
	s.Events.Publish(music.Event{Type: music.EventLibrary})
	return nil
}

func (s *Service) broken(ctx context.Context, v music.Viewer, id string) (*stock.Broken, blob.Store, error) {
	if !v.IsAdmin() {
		return nil, nil, music.ErrForbidden
	}
	listed, err := s.Store.BrokenByID(ctx, []string{id})
	if err != nil {
		return nil, nil, err
	}
	b, ok := listed[id]
	if !ok {
		return nil, nil, music.ErrNotFound
	}
	place, err := s.Place(b.Root)
	if err != nil {
		return nil, nil, explained(err)
	}
	return &b, place, nil
}

// Successors returns files that may be what a missing one was, best first. It returns
// Forbidden unless the viewer is an operator.
func (s *Service) Successors(ctx context.Context, v music.Viewer, id string) ([]stock.Copy, error) {
	if !v.IsAdmin() {
		return nil, music.ErrForbidden
	}
	return s.Store.Successors(ctx, v, id, maxSuccessors)
}

var errThere = music.NewError(music.Conflict, "The file of this song is there. Nothing was deleted.")

// PurgeOne deletes a track whose file is missing, with what belongs to it. It returns
// Forbidden unless the viewer is an operator, NotFound if there is no such track, and
// Conflict if its file is there, or if the track is the sound of a mix or an episode.
func (s *Service) PurgeOne(ctx context.Context, v music.Viewer, id string) error {
	if !v.IsAdmin() {
		return music.ErrForbidden
	}
	t, err := s.Store.Track(ctx, v, id)
	if err != nil {
		return err
	}
	if t.MissingAt.IsZero() {
		return errThere
	}
	return s.Remove(ctx, v, id)
}
