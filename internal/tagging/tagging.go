// Package tagging changes what the tags of tracks say: for one track or many
// at once, in their files where those can be written, else in the database;
// and takes changes back.
package tagging

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/store"
)

// MaxTracks is how many tracks one edit may change.
const MaxTracks = 500

// Library is what lies around the files of the library.
type Library interface {
	// Beside completes what a file says by what lies beside it, and returns the
	// picture to show, nil without one.
	Beside(ctx context.Context, root, folder, name string, audio *music.AudioFile) *music.CoverSource
	// ModTime is when an object of a root was changed, as the database has it.
	ModTime(root string, info blob.Info) int64
}

// Pictures keeps pictures by their hash.
type Pictures interface {
	Keep(picture []byte) (*music.Picture, error)
	Kept(hash string) ([]byte, error)
}

// Events is told that the library changed.
type Events interface{ Publish(e music.Event) }

// Config is what the service stands on. All fields are required.
type Config struct {
	Store    *store.Store
	Library  Library
	Pictures Pictures
	Events   Events
	Log      *slog.Logger
	Place    func(root string) (blob.Store, error) // where the bytes of a library folder are
	Temp     string                                // folder for copies of what lies in buckets
}

// Service edits tags. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	library  Library
	pictures Pictures
	events   Events
	log      *slog.Logger
	place    func(root string) (blob.Store, error)
	temp     string
	now      func() time.Time
	disk     disk
	locks    locks
}

// New returns the service.
func New(c Config) *Service {
	return &Service{
		store: c.Store, library: c.Library, pictures: c.Pictures, events: c.Events, log: c.Log,
		place: c.Place, temp: c.Temp, now: time.Now, disk: realDisk(),
	}
}

// Result is what an edit did.
type Result struct {
	ID     string // of the edit, "" when nothing changed
	Tracks int    // that changed
	InFile int    // of those, written to the file
	Kept   int    // the others: kept in the database
	// Reasons are why, for each that was kept; Failed what was not changed.
	Reasons, Failed []Reason
}

// Reason is a track and why its file, or all of it, was not changed, for a
// person.
type Reason struct{ ID, Detail string }

// Edits returns the last edits of the viewer, newest first.
func (s *Service) Edits(ctx context.Context, v music.Viewer) ([]music.TagEditSummary, error) {
	const most = 200
	return s.store.TagEdits(ctx, v.AccountID, most)
}
