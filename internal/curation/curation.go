// Package curation lets operators look after the music of a server: it deletes songs
// with their files, and makes one of several files of the same recording.
package curation

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"sync"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

// Uploads knows the rules of tracks that people uploaded, and who may hear a track.
type Uploads interface {
	SetPublic(ctx context.Context, v music.Viewer, id string, public bool) (*music.TrackDetail, error)
	Remove(ctx context.Context, v music.Viewer, id string) error
}

// Events receives changes of the library.
type Events interface{ Publish(e music.Event) }

// Config holds the dependencies of a Service. All fields are required.
type Config struct {
	Store   *store.Store
	Uploads Uploads
	Sounds  Sounds
	Library Library
	Events  Events
	Place   func(root string) (blob.Store, error) // finds the store of a library root
	Log     *slog.Logger
	// Note adds an entry to the audit log.
	Note func(ctx context.Context, actor string, kind people.AuditKind, detail string) error
}

// Service looks after the music. It is safe for concurrent use.
type Service struct {
	Config
	merging sync.Mutex // is held while files of one recording are merged
}

// New returns a Service.
func New(c Config) *Service { return &Service{Config: c} }

var (
	errOtherFile = music.NewError(music.Conflict, "The file of this song has changed since the last scan. Scan the library first.")
	errProtected = music.NewError(music.Conflict, "The file is read-only.")
	errNotOurs   = music.NewError(music.Conflict, "The server may not delete files in this folder of the library. Delete the file there, then scan the library.")
	errSilent    = music.NewError(music.Unavailable, "The storage of this file does not respond. Try again later.")
)

// SetPublic lets visitors hear a track, or members only. It reports whether that was
// different before.
func (s *Service) SetPublic(ctx context.Context, v music.Viewer, id string, public bool) (changed bool, err error) {
	before, err := s.Store.Track(ctx, v, id)
	if err != nil {
		return false, err
	}
	_, err = s.Uploads.SetPublic(ctx, v, id, public)
	return before.IsPublic != public, err
}

// Remove deletes a track with its file, its likes, its plays and its places in
// playlists, also in a folder of the library. It returns Forbidden unless the viewer
// is an operator, NotFound if there is no such track, and Conflict if the track is the
// sound of a mix or an episode, or if its file cannot be deleted.
func (s *Service) Remove(ctx context.Context, v music.Viewer, id string) error {
	if !v.IsAdmin() {
		return music.ErrForbidden
	}
	t, err := s.Store.Track(ctx, v, id)
	if err != nil {
		return err
	}
	remove := s.removeScanned
	if t.OwnerID != "" {
		remove = func(ctx context.Context, t *music.TrackDetail) error { return s.Uploads.Remove(ctx, v, t.ID) }
	}
	if err := remove(ctx, t); err != nil {
		return err
	}
	s.note(ctx, v, people.TrackDeleted, t)
	return nil
}

// note adds what happened to a track to the audit log.
func (s *Service) note(ctx context.Context, v music.Viewer, kind people.AuditKind, t *music.TrackDetail) {
	if err := s.Note(context.WithoutCancel(ctx), v.AccountID, kind, t.Title); err != nil {
		s.Log.Error("note change of a track in the audit log failed", "track", t.ID, "error", err)
	}
}

// removeScanned deletes a track in a folder of the library with its file.
func (s *Service) removeScanned(ctx context.Context, t *music.TrackDetail) error {
	if err := s.Store.CheckUnused(ctx, t.ID); err != nil {
		return err
	}
	if t.MissingAt.IsZero() {
		if err := s.removeFile(ctx, t); err != nil {
			return err
		}
	}
	// Should this fail, the next scan finds that the file is missing.
	if err := s.Store.ForgetFile(context.WithoutCancel(ctx), t.ID); err != nil {
		return err
	}
	s.Events.Publish(music.Event{Type: music.EventLibrary})
	return nil
}

// removeFile deletes the file of a track of the library, if it is the one that was
// scanned.
func (s *Service) removeFile(ctx context.Context, t *music.TrackDetail) error {
	f, err := s.Store.StockFile(ctx, t.ID)
	if err != nil {
		return err
	}
	place, err := s.Place(f.Root)
	if err != nil {
		return explained(err)
	}
	return deleteFile(ctx, place, f.Path, f.Size)
}

// deleteFile deletes a file of the library unless it has another size than the scan
// found. A file that is gone is no error.
func deleteFile(ctx context.Context, place blob.Store, name string, size int64) error {
	info, err := place.Stat(ctx, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return explained(err)
	case info.Size != size:
		return errOtherFile
	case isProtected(place.LocalPath(name)):
		return errProtected
	}
	return explained(place.Delete(ctx, name))
}

// isProtected reports whether a file on this machine is marked as read-only.
func isProtected(local string) bool {
	info, err := os.Stat(local)
	return err == nil && info.Mode().Perm()&0o200 == 0
}

// explained says why a file could not be deleted.
func explained(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, blob.ErrUnavailable):
		return errSilent.Because(err)
	default:
		return errNotOurs.Because(err)
	}
}
