package app

import (
	"context"
	"path/filepath"
	"time"

	"sonora/internal/ai"
	"sonora/internal/ai/likeness"
	"sonora/internal/ai/remote"
	"sonora/internal/ai/review"
	"sonora/internal/analysis"
	"sonora/internal/generation"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/upload"
)

// openAI builds what makes music for people, and what operators review it with.
func (a *App) openAI(c Config, db *store.Store) error {
	publicURL, err := c.publicURL()
	if err != nil {
		return err
	}
	a.compositions = map[generation.Lane]*job.Service{}
	for lane, workers := range ai.Workers {
		a.compositions[lane] = job.NewLane(db, a.log, workers)
	}
	a.providers = remote.New(db, a.settings.Get, a.quotas.AIBudget)
	if !c.guessedURL {
		a.providers.PublicURL = publicURL
	}
	a.ai = ai.New(ai.Config{
		Store: db, Jobs: a.compositions, Remote: a.providers, Plans: a.quotas, Correct: analysis.Correct, Settings: a.settings.Get, Events: a.bus, Operators: a.alerts, Log: a.log, Now: time.Now,
		Folder: filepath.Join(c.Media, "compositions"), Remove: a.uploads.Remove, FFmpeg: a.ffmpeg.Find, Copies: a.copied(db),
		OpenUpload: a.uploads.OpenReady, DropUpload: a.uploads.Delete,
		Keep: func(ctx context.Context, v music.Viewer, name, path string, t ai.Track) (string, error) {
			return a.uploads.KeepFile(ctx, v, name, path, upload.Track{
				Title: t.Title, Artist: t.Artist, Genre: t.Genre, Duration: t.Duration, IsAIGenerated: true,
			})
		},
	})
	a.reviews = review.New(review.Config{Store: db, Settings: a.settings.Get, Events: a.bus, Notifier: a.notify, Operators: a.alerts, Log: a.log, Now: time.Now})
	a.likeness = likeness.New(likeness.Config{
		Store: db, Note: a.reviews.Compared, Events: a.bus, Log: a.log, Tune: a.analysis.Tune, Waveform: a.analysis.Waveform,
	})
	return nil
}
