// Package generations stores the music that people ask the server for, their
// conversations with the composer, and what it cost.
package generations

import (
	"sonora/internal/store/kernel"
)

// Store is the generations part of the database. It is safe for concurrent use.
type Store struct {
	db *kernel.DB
}

// New returns the generations of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
