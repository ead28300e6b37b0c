// Package stations stores radio stations with their DJs, schedules, requests,
// chats, play histories and recordings.
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
