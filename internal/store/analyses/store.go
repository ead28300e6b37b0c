// Package analyses stores the results of analysing tracks, and the queue of
// tracks to analyse.
package analyses

import (
	"sonora/internal/store/kernel"
)

// Store is the analyses part of the database. It is safe for concurrent use.
type Store struct {
	db *kernel.DB
}

// New returns the analyses of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
