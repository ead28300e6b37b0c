// Package desk stores what people keep on the DJ desk.
package desk

import (
	"sonora/internal/store/kernel"
)

// Store is the DJ desk's part of the database. It is safe for concurrent use.
type Store struct {
	db *kernel.DB
}

// New returns the desk's part of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
