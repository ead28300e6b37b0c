// Package listening stores what people do with music: likes, ratings, plays,
// history, statistics, players and follows, and the notifications they get.
package listening

import (
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// Store is the listening part of the database. It is safe for concurrent use.
type Store struct {
	db        *kernel.DB
	catalogue *catalogue.Store
}

// New returns the listening of a database.
func New(db *kernel.DB) *Store { return &Store{db: db, catalogue: catalogue.New(db)} }
