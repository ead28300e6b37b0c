// Package mixes stores mixes with their comments, likes and plays.
package mixes

import "sonora/internal/store/kernel"

// Store is the mixes part of the database. It is safe for concurrent use.
type Store struct{ db *kernel.DB }

// New returns the mixes of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
