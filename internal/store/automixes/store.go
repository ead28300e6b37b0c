// Package automixes stores the sets that the server mixes for people.
package automixes

import (
	"sonora/internal/store/kernel"
)

// Store is the automixes part of the database. It is safe for concurrent use.
type Store struct {
	db *kernel.DB
}

// New returns the automixes of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
