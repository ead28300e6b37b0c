package app

import (
	"net/url"

	"sonora/internal/online"
	"sonora/internal/store"
)

// openOnline builds the clients of online services about music.
func (a *App) openOnline(c Config, db *store.Store, publicURL *url.URL) (err error) {
	a.online, err = online.New(online.Config{
		Store: db, Settings: a.settings.Get, Version: c.Version, Contact: publicURL.String(),
		MusicBrainz: c.MusicBrainz, CoverArtArchive: c.CoverArtArchive, LRCLIB: c.LRCLIB,
	})
	return err
}
