package app

import (
	"sonora/internal/store"
	"sonora/internal/tagging"
)

// openTags builds the tag editor.
func (a *App) openTags(db *store.Store) {
	a.tags = tagging.New(tagging.Config{
		Store: db, Library: a.library, Pictures: a.library.Covers, Events: a.bus, Log: a.log,
		Place: a.places.Of, Temp: a.copies,
	})
}
