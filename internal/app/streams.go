package app

import (
	"context"
	"path/filepath"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/stream"
)

// copies is the subfolder of the media folder for files that ffmpeg reads from
// buckets.
const copies = "copies"

// openStreams builds what opens and converts tracks for listeners.
func (a *App) openStreams(c Config, db *store.Store) error {
	local := func(ctx context.Context, file *music.TrackFile) (string, func(), error) {
		place, err := a.places.Of(file.Root)
		if err != nil {
			return "", nil, err
		}
		return blob.Local(ctx, place, file.Path, filepath.Join(c.Media, copies))
	}
	var err error
	a.streams, err = stream.New(stream.Config{
		Media: c.Media, MaxBytes: c.TranscodeCache, MaxAge: c.TranscodeAge, Log: a.log, Local: local, FFmpeg: a.ffmpeg.Find,
		Tracks: db, Uploads: a.uploads, Mixes: db, Places: a.places, Proxy: c.StorageProxy,
	})
	if err != nil {
		return err
	}
	a.onClose(a.streams.Close)
	return nil
}
