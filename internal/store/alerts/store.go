// Package alerts stores what operators are told about their server, and what of
// it was sent elsewhere.
package alerts

import "sonora/internal/store/kernel"

// Store is the alerts part of the database. It is safe for concurrent use.
type Store struct{ db *kernel.DB }

// New returns the alerts of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
