package app

import (
	"context"

	"sonora/internal/store"
	"sonora/internal/stream"
)

// openStreams builds what opens and converts tracks for listeners.
func (a *App) openStreams(ctx context.Context, c Config, db *store.Store) (err error) {
	config := stream.Config{
		Media: c.Media, MaxBytes: c.TranscodeCache, MaxAge: c.TranscodeAge, Log: a.log, Local: a.localTrack, FFmpeg: a.ffmpeg.Find,
		Tracks: db, Uploads: a.uploads, Mixes: db, Plans: a.quotas, Places: a.places, Proxy: c.StorageProxy,
	}
	if a.bus.IsCluster() {
		config.Bus = a.bus
		if config.Starts, err = a.bus.Register(ctx, "devices", stream.StartLife); err != nil {
			return err
		}
	}
	if a.streams, err = stream.New(config); err != nil {
		return err
	}
	a.onClose(a.streams.Close)
	return nil
}
