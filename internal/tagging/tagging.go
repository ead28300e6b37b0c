// Package tagging edits the tags of tracks, one or many at a time. It writes
// them to the files where possible, and otherwise to the database. Edits can be
// undone.
package tagging

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/store"
)

// MaxTracks is the maximum number of tracks in one edit.
const MaxTracks = 500

// Library knows what lies around the files of the library.
type Library interface {
	// Beside completes the tags of a file from the files next to it. It returns
	// the picture to show, or nil.
	Beside(ctx context.Context, root, folder, name string, audio *music.AudioFile) *music.CoverSource
	// ModTime returns the modification time of an object of a root, as stored
	// in the database.
	ModTime(root string, info blob.Info) int64
}

// Pictures stores pictures by hash.
type Pictures interface {
	Keep(picture []byte) (*music.Picture, error)
	Kept(hash string) ([]byte, error)
}

// Events receives changes of the library.
type Events interface{ Publish(e music.Event) }

// Config holds the dependencies of a Service. All fields are required.
type Config struct {
	Store    *store.Store
	Library  Library
	Pictures Pictures
	Events   Events
	Log      *slog.Logger
	Place    func(root string) (blob.Store, error) // finds the store of a library root
	Temp     string                                // folder for copies of objects in buckets
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

// New returns a Service.
func New(c Config) *Service {
	return &Service{
		store: c.Store, library: c.Library, pictures: c.Pictures, events: c.Events, log: c.Log,
		place: c.Place, temp: c.Temp, now: time.Now, disk: realDisk(),
	}
}

// Result is the outcome of an edit.
type Result struct {
	ID     string // ID of the edit, "" if nothing changed
	Tracks int    // number of changed tracks
	InFile int    // of those, written to the file
	Kept   int    // of those, stored in the database
	// Reasons explain why each kept change is not in the file; Failed explains
	// why each other track was not changed.
	Reasons, Failed []Reason
}

// Reason is a track, and why it or its file was not changed.
type Reason struct {
	ID     string
	Detail music.Message
}

// Edits returns the latest edits of the viewer, newest first.
func (s *Service) Edits(ctx context.Context, v music.Viewer) ([]music.TagEditSummary, error) {
	const maxEdits = 200
	return s.store.TagEdits(ctx, v.AccountID, maxEdits)
}
