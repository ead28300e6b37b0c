// Package stations stores radio stations: DJs, schedules, requests, chat, what
// was played, recordings and mixes.
package stations

import (
	"sonora/internal/store/kernel"
	"sonora/internal/store/playlists"
)

// Store is the stations part of the database. It is safe for concurrent use.
type Store struct {
	db        *kernel.DB
	playlists *playlists.Store
}

// New returns the stations of a database.
func New(db *kernel.DB) *Store { return &Store{db: db, playlists: playlists.New(db)} }
