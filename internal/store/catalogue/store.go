// Package catalogue stores what listeners browse: tracks, albums, artists,
// genres, years, folders and covers. It also provides the order of lists.
package catalogue

import (
	"sonora/internal/store/kernel"
)

// Store is the catalogue part of the database. It is safe for concurrent use.
type Store struct {
	db *kernel.DB
}

// New returns the catalogue of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
