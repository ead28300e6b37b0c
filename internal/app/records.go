package app

import (
	"context"
	"path/filepath"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hls"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/record"
	"sonora/internal/store"
)

// Subfolders of the media folder.
const (
	recordings = "recordings" // live shows
	onAir      = "on-air"     // the last hours of stations
)

// openRecords builds the recordings of shows and the rewind of stations.
func (a *App) openRecords(c Config, db *store.Store) {
	listen := func(ctx context.Context, id string, codec frame.Codec) (*hub.Hub, func(), error) {
		m, err := db.Station(ctx, system, id)
		if err != nil {
			return nil, nil, err
		}
		return a.radio.Listen(ctx, m, codec)
	}
	a.records = record.New(record.Config{
		Store: db, Folder: filepath.Join(c.Media, recordings), Blobs: a.places.Uploads(), Events: a.bus, Log: a.log, Now: time.Now, FFmpeg: a.ffmpeg.Find, Match: a.radio.Match,
		Listen:  func(ctx context.Context, id string) (*hub.Hub, func(), error) { return listen(ctx, id, frame.MP3) },
		Trouble: a.radio.Trouble, Note: a.radio.Note,
		MaxLength: func(ctx context.Context, accountID string) (time.Duration, bool, error) {
			minutes, isLimited, err := a.quotas.Limit(ctx, music.Viewer{AccountID: accountID}, premium.RecordingLength)
			return time.Duration(minutes) * time.Minute, isLimited, err
		},
	})
	a.onClose(a.records.Close)
	a.segments = hls.New(hls.Config{Folder: filepath.Join(c.Media, onAir), Log: a.log, Now: time.Now, Listen: listen})
	a.onClose(a.segments.Close)
	a.radio.RecordWith(a.records, a.segments)
}

var system = music.System("segments and recordings")

// keepRecords finishes the recordings that the death of the server interrupted,
// and then maintains all recordings until ctx ends.
func (a *App) keepRecords(ctx context.Context) error {
	if err := a.records.Recover(ctx); err != nil && ctx.Err() == nil {
		a.log.Error("finish interrupted recordings failed; the next start retries", "error", err)
	}
	return a.records.Run(ctx)
}
