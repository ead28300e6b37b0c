package app

import (
	"path/filepath"

	"sonora/internal/store"
	"sonora/internal/tagging"
)

// openTags builds the tag editor.
func (a *App) openTags(c Config, db *store.Store) {
	a.tags = tagging.New(tagging.Config{
		Store: db, Library: a.library, Pictures: a.library.Covers, Events: a.bus, Log: a.log,
		Place: a.places.Of, Temp: filepath.Join(c.Media, copies),
	})
}
