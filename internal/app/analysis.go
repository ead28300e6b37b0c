package app

import (
	"context"
	"io"
	"path/filepath"

	"sonora/internal/analysis"
	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/store"
)

// openAnalysis builds the analysis of the library's sound.
func (a *App) openAnalysis(c Config, db *store.Store) {
	a.analysis = analysis.New(analysis.Config{
		Store: db, Events: a.bus, Log: a.log, Settings: a.settings.Get, Media: c.Media,
		FFmpeg: a.ffmpeg.Find, Cover: a.smallCover, Busy: func() bool { return a.streams.Busy() || a.radio.IsOverloaded() },
		Locate: func(ctx context.Context, root, path string) (string, func(), error) {
			place, err := a.places.Of(root)
			if err != nil {
				return "", nil, err
			}
			return blob.Local(ctx, place, path, filepath.Join(c.Media, copies))
		},
	})
}

// smallCover opens a cover in its smallest size, without checking who may see
// it.
func (a *App) smallCover(ctx context.Context, hash string) (io.ReadCloser, error) {
	const smallest = 96
	image, err := a.library.Covers.Open(ctx, music.System("analysis"), hash, smallest, false)
	if err != nil {
		return nil, err
	}
	return image.File, nil
}
