package app

import (
	"time"

	"sonora/internal/ai/review"
	"sonora/internal/store"
)

// reviews builds what operators decide with about music that AI made.
func (a *App) reviews(db *store.Store) *review.Service {
	return review.New(review.Config{Store: db, Tracks: a.uploads, Events: a.bus, Notifier: a.notify, Log: a.log, Now: time.Now})
}
