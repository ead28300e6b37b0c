// Package playlists stores playlists, their entries, members and smart rules,
// and shared links.
package playlists

import (
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// Store is the playlists part of the database. It is safe for concurrent use.
type Store struct {
	db        *kernel.DB
	catalogue *catalogue.Store
}

// New returns the playlists of a database.
func New(db *kernel.DB) *Store { return &Store{db: db, catalogue: catalogue.New(db)} }
