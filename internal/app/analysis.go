package app

import (
	"context"
	"io"

	"sonora/internal/analysis"
	"sonora/internal/music"
	"sonora/internal/store"
)

// openAnalysis builds the analysis of the library's sound.
func (a *App) openAnalysis(c Config, db *store.Store) {
	a.analysis = analysis.New(analysis.Config{
		Store: db, Events: a.bus, Log: a.log, Settings: a.settings.Get, Media: c.Media,
		FFmpeg: a.ffmpeg.Find, Cover: a.smallCover, Busy: func() bool { return a.isMaintained() || a.streams.Busy() || a.radio.IsOverloaded() },
		Locate: a.localFile,
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
