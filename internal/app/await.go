package app

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/store"
)

const (
	// databasePatience is how long a start waits for PostgreSQL, which may start
	// at the same time.
	databasePatience = time.Minute
	databaseRetry    = time.Second
)

// awaitDatabase opens the database and retries while its server does not run
// yet.
func awaitDatabase(ctx context.Context, log *slog.Logger, open func() (*store.Store, error)) (*store.Store, error) {
	until := time.Now().Add(databasePatience)
	for isFirst := true; ; isFirst = false {
		db, err := open()
		if !store.Unreachable(err) || !time.Now().Before(until) {
			return db, err
		}
		if isFirst {
			log.Warn("PostgreSQL does not answer yet, waiting for it", "longest", databasePatience, "error", err)
		}
		select {
		case <-time.After(databaseRetry):
		case <-ctx.Done():
			return nil, err
		}
	}
}
