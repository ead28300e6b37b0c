package app

import (
	"context"
	"fmt"
	"log/slog"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/store"
)

// ScanResult is the result of a scan, with all known problems of the library.
type ScanResult struct {
	Status   music.ScanStatus
	Problems []music.Problem
}

// ScanOnce scans the music folders without serving. While a server uses the
// data folder, which scans by itself, the error is an *InUseError.
func ScanOnce(ctx context.Context, c Config, log *slog.Logger, o library.Options, public bool) (*ScanResult, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := c.makeFolders(); err != nil {
		return nil, err
	}
	lock, err := LockFolder(c.Data, "a scan")
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	db, err := store.Open(ctx, c.Database, store.Options{New: c.mayBegin})
	if err != nil {
		return nil, err
	}
	defer closing(db, log)
	places, err := c.openPlaces()
	if err != nil {
		return nil, err
	}
	defer places.Close()
	lib, err := library.New(ctx, library.Config{
		Store: db, Events: noEvents{}, Log: log, Places: places, CacheDir: c.Media,
		Public: func() bool { return public },
	})
	if err != nil {
		return nil, err
	}
	status, err := lib.Scan(ctx, o)
	if err != nil {
		return nil, err
	}
	result := &ScanResult{Status: status}
	// The list is also wanted when the scan was interrupted.
	result.Problems, err = allProblems(context.WithoutCancel(ctx), db)
	return result, err
}

// noEvents discards events, for work that no browser follows.
type noEvents struct{}

func (noEvents) Publish(music.Event) {}

func allProblems(ctx context.Context, db *store.Store) ([]music.Problem, error) {
	var all []music.Problem
	page := music.Page{Limit: music.MaxPageSize}
	for {
		list, err := db.Problems(ctx, page)
		if err != nil {
			return nil, fmt.Errorf("list problems: %w", err)
		}
		all = append(all, list.Items...)
		if list.Next == "" {
			return all, nil
		}
		page.After = list.Next
	}
}

// closing closes the database and logs an error.
func closing(db *store.Store, log *slog.Logger) {
	if err := db.Close(); err != nil {
		log.Error("close database failed", "error", err)
	}
}
