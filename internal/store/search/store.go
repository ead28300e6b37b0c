// Package search searches everything that a viewer may see.
package search

import (
	"sonora/internal/store/kernel"
)

// Store is the search part of the database. It is safe for concurrent use.
type Store struct {
	db    *kernel.DB
	words vocabulary
}

// New returns the search of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
