// Package store keeps everything that Sonora remembers in SQLite or PostgreSQL.
//
// The same SQL serves both engines; package kernel holds what differs. Every
// method that takes a music.Viewer returns only what that viewer may see, by
// the rules in kernel/visible.go. Failures that a caller may show are
// *music.Error; ErrNotFound also stands for what the viewer may not see.
package store

import (
	"context"

	"sonora/internal/store/kernel"
)

// Store is the database. It is safe for concurrent use.
type Store struct {
	db    *kernel.DB
	words vocabulary
}

// Options tune a Store; the zero value suits a server.
type Options = kernel.Options

// NewerError is an ErrNewer with the schema versions.
type NewerError = kernel.NewerError

// What Open and Inspect refuse.
var (
	ErrNewer   = kernel.ErrNewer
	ErrForeign = kernel.ErrForeign
)

// Open opens the database that a URL names, "sqlite:PATH" or "postgres://…",
// creates it or migrates it forward, and returns it ready; see kernel.Open.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	db, err := kernel.Open(ctx, url, o)
	if err != nil {
		return nil, err
	}
	return &Store{db: db}, nil
}

// LatestVersion is the schema version this program writes.
func LatestVersion() int64 { return kernel.LatestVersion() }

// Inspect returns the schema version of the database at a URL without
// changing anything; see kernel.Inspect.
func Inspect(ctx context.Context, url string) (version int64, err error) {
	return kernel.Inspect(ctx, url)
}

// Close closes every connection. The Store must not be used afterwards.
func (s *Store) Close() error { return s.db.Close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

// Engine is "sqlite" or "postgres".
func (s *Store) Engine() string { return s.db.Engine() }

// Version is the schema version of the open database.
func (s *Store) Version(ctx context.Context) (int64, error) { return s.db.Version(ctx) }
