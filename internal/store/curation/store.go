// Package curation stores what operators do with the tracks of a server: it reads
// their table, deletes tracks, and makes one of several files of a recording.
package curation

import (
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// Store is the part of the database that operators look after the music with. It is
// safe for concurrent use.
type Store struct {
	db        *kernel.DB
	catalogue *catalogue.Store
}

// New returns this part of a database.
func New(db *kernel.DB) *Store { return &Store{db: db, catalogue: catalogue.New(db)} }
