package auth

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
)

const (
	writeUsesEvery = 5 * time.Minute
	tidyEvery      = 24 * time.Hour

	eventMemory   = 365 * 24 * time.Hour
	failureMemory = 24 * time.Hour
	// endedMemory is how long ended sessions are kept: as long as devices are
	// remembered.
	endedMemory = deviceMemory
)

// Run does queued work, records last uses and deletes expired data until ctx
// ends.
func (a *Service) Run(ctx context.Context) error {
	ticker := time.NewTicker(writeUsesEvery)
	defer ticker.Stop()
	var tidied time.Time
	for {
		if now := a.now(); now.Sub(tidied) >= tidyEvery {
			tidied = now
			a.try(ctx, "delete expired account data", a.Tidy)
		}
		select {
		case <-ctx.Done():
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
			defer cancel()
			a.finishTasks(ctx)
			a.try(ctx, "record last uses", a.writeUses)
			return nil
		case e := <-a.tasks:
			a.run(e)
		case <-ticker.C:
			a.try(ctx, "record last uses", a.writeUses)
		}
	}
}

// try does background work and logs its error; for what, see music.LogFailure.
func (a *Service) try(ctx context.Context, what string, do func(context.Context) error) {
	music.LogFailure(ctx, a.log, slog.LevelError, what, do(ctx))
}

// Tidy deletes expired sessions, links, failed logins, keys and audit entries. With
// them go players that were not seen for long, ended pauses of histories, and what
// is remembered of removed plays.
func (a *Service) Tidy(ctx context.Context) error {
	now := a.now()
	deleted, err := a.store.Tidy(ctx, store.Ages{
		Sessions: now.Add(-endedMemory), Events: now.Add(-eventMemory), FailedLogins: now.Add(-failureMemory),
		Tickets: now, Replays: now, Keys: now.Add(-endedMemory), Players: now.Add(-eventMemory),
		Unkept: now.Add(-2 * music.OldestReport),
	})
	if err != nil {
		return fmt.Errorf("tidy up accounts: %w", err)
	}
	if deleted > 0 {
		a.log.Info("expired account data deleted", "deleted", deleted)
	}
	return nil
}
