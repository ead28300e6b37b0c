package app

import (
	"context"
	"net/url"
	"path/filepath"

	"sonora/internal/blob"
	"sonora/internal/podcast"
	"sonora/internal/seal"
	"sonora/internal/station"
	"sonora/internal/store"
)

// episodeFolder is the subfolder of the media folder for downloaded episodes.
const episodeFolder = "kept"

// openPodcasts builds the podcasts.
func (a *App) openPodcasts(ctx context.Context, c Config, db *store.Store, box *seal.Box, publicURL *url.URL) error {
	files, err := blob.Open(filepath.Join(c.Media, episodeFolder))
	if err != nil {
		return err
	}
	a.podcasts, err = podcast.New(ctx, podcast.Config{
		Store: db, Jobs: a.jobs, Events: a.bus, Covers: a.library.Covers, Notify: a.notify, Box: box, Log: a.log,
		Files: files, PublicURL: publicURL, Version: c.Version, Inside: func() bool { return a.settings.Get().RelayInside },
		OnAir: func(ctx context.Context, stationID string) (status station.Status, show *station.ShowTime) {
			status, _ = a.radio.Status(stationID)
			if status.State == station.StateLive {
				show = a.radio.LiveShow(ctx, stationID, status.Since)
			}
			return status, show
		},
	})
	return err
}
