package app

import (
	"sonora/internal/store"
	"sonora/internal/stream"
)

// openStreams builds what opens and converts tracks for listeners.
func (a *App) openStreams(c Config, db *store.Store) error {
	var (
		err     error
		cluster stream.Bus
	)
	if a.bus.IsCluster() {
		cluster = a.bus
	}
	a.streams, err = stream.New(stream.Config{
		Media: c.Media, MaxBytes: c.TranscodeCache, MaxAge: c.TranscodeAge, Log: a.log, Local: a.localTrack, FFmpeg: a.ffmpeg.Find,
		Tracks: db, Uploads: a.uploads, Mixes: db, Plans: a.quotas, Bus: cluster, Places: a.places, Proxy: c.StorageProxy,
	})
	if err != nil {
		return err
	}
	a.onClose(a.streams.Close)
	return nil
}
