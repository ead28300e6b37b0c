// Package uploads stores the tracks that people upload and the tags that they
// change.
package uploads

import (
	"sonora/internal/store/kernel"
)

// Store is the uploads part of the database. It is safe for concurrent use.
type Store struct {
	db *kernel.DB
}

// New returns the uploads of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
