package app

import (
	"context"
	"path/filepath"
	"time"

	"sonora/internal/ai"
	"sonora/internal/analysis"
	"sonora/internal/automix"
	"sonora/internal/blob"
	"sonora/internal/job"
	"sonora/internal/playlist"
	"sonora/internal/stems"
	"sonora/internal/store"
)

// The subfolders of the media folder for mixes that are being made and for tracks
// that are being split.
const (
	automixes = "automixes"
	splits    = "splits"
)

// openAutomix builds what makes mixes for people.
func (a *App) openAutomix(c Config, db *store.Store, lists *playlist.Service) {
	a.renders = automix.NewLanes(db, a.log)
	a.automix = automix.New(automix.Config{
		Store: db, Jobs: a.renders, Events: a.bus, Log: a.log, Now: time.Now, Folder: filepath.Join(c.Media, automixes), Idle: true, Blobs: a.places.Uploads(),
		FFmpeg: a.ffmpeg.Find, Analyse: a.analysis.Now, Correct: analysis.Correct, Outline: ai.Outline, Entries: lists.Entries, Room: roomBytes,
		Quota: a.quotas.Storage, Plans: a.quotas,
		Local: a.localTrack,
		Sound: func(ctx context.Context, key string) (string, func(), error) {
			return blob.Local(ctx, a.places.Uploads(), key, a.copies)
		},
	})
}

// openStems builds what splits tracks. Its jobs have a lane of their own, one at a
// time, because each keeps a processor busy and somebody waits for it.
func (a *App) openStems(c Config, db *store.Store) {
	a.splits = job.NewLane(db, a.log, 1)
	a.stems = stems.New(stems.Config{
		Store: db, Jobs: a.splits, Log: a.log, Now: time.Now, Folder: filepath.Join(c.Media, splits), Places: a.places,
		FFmpeg: a.ffmpeg.Find, Local: a.localTrack,
	})
}
