// Package background repeats the work of services that nobody waits for.
package background

import (
	"context"
	"log/slog"
	"time"

	"sonora/internal/music"
)

// Task is work that a service repeats for as long as it runs.
type Task struct {
	// Name is a verb and its object, as in "tidy uploads". A failure is logged
	// as "tidy uploads failed".
	Name  string
	Every time.Duration
	// Wake starts the work before its time. It may be nil.
	Wake <-chan struct{}
	Do   func(ctx context.Context) error
	Log  *slog.Logger
}

// Run does the work at once, at regular intervals, and when it is woken, until
// ctx ends. It logs failures and always returns nil.
func (t Task) Run(ctx context.Context) error {
	ticker := time.NewTicker(t.Every)
	defer ticker.Stop()
	for {
		music.LogFailure(ctx, t.Log, slog.LevelWarn, t.Name, t.Do(ctx))
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		case <-t.Wake:
		}
	}
}
