// Package podcasts stores podcasts, their episodes and subscriptions, and the
// polling of feeds.
package podcasts

import (
	"sonora/internal/store/kernel"
)

// Store is the podcasts part of the database. It is safe for concurrent use.
type Store struct {
	db *kernel.DB
}

// New returns the podcasts of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
