// Package library stores the results of scans: roots, folders, tracks and
// problems, and the totals of albums and artists.
package library

import (
	"sonora/internal/store/kernel"
)

// Store is the library part of the database. It is safe for concurrent use.
type Store struct {
	db *kernel.DB
}

// New returns the library of a database.
func New(db *kernel.DB) *Store { return &Store{db: db} }
