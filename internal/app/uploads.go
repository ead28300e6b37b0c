package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"sonora/internal/ai/likeness"
	"sonora/internal/blob"
	"sonora/internal/generation"
	"sonora/internal/store"
	"sonora/internal/upload"
)

const (
	// receiving is the subfolder of the media folder for running uploads. It is
	// next to the uploads, so that a finished upload is moved, not copied.
	receiving = "receiving"
	// uploads is where uploads are stored unless the configuration says
	// otherwise.
	uploads = "uploads"
)

// openPlaces opens the operator's music folders and the upload storage.
func (c Config) openPlaces() (*blob.Places, error) {
	if c.ownStorage {
		if err := os.MkdirAll(c.Storage, 0o750); err != nil {
			return nil, fmt.Errorf("create the folder: %w", err)
		}
	}
	return blob.OpenPlaces(c.Music, c.Storage)
}

// openUploads builds what receives uploads.
func (a *App) openUploads(c Config, db *store.Store) {
	a.uploads = upload.New(upload.Config{
		Store: db, Blobs: a.places.Uploads(), Events: a.bus, Log: a.log, Settings: a.settings.Get, Folder: filepath.Join(c.Media, receiving), Room: roomBytes,
		Copies: a.copied(db), Quota: a.quotas.Storage, Plans: a.quotas,
		Note: a.accounts.NoteOperation,
		Held: func(ctx context.Context, x *generation.Generation) { a.reviews.Held(ctx, x) },
	})
}

// copied returns what finds copies of music that AI made here.
func (a *App) copied(db *store.Store) *likeness.Copies {
	return &likeness.Copies{Store: db, FFmpeg: a.ffmpeg.Find}
}

// openTrackFile opens the file of a track, by its root and path.
func (a *App) openTrackFile(ctx context.Context, root, path string) (io.ReadCloser, error) {
	place, err := a.places.Of(root)
	if err != nil {
		return nil, err
	}
	object, err := place.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return object, nil
}

// partLife is how long a file may take to get into the storage.
const partLife = 24 * time.Hour

// sweep removes files that were half-written when a server was killed.
func (a *App) sweep(ctx context.Context) {
	disk, ok := a.places.Uploads().(*blob.Disk)
	if !ok {
		return // a bucket has a lifecycle rule for that
	}
	if err := disk.Sweep(ctx, time.Now().Add(-partLife)); err != nil && ctx.Err() == nil {
		a.log.Warn("clean up upload storage failed", "error", err)
	}
}
