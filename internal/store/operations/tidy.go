package operations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/store/kernel"
)

// Ages are the times before which expired data is deleted.
type Ages struct {
	Sessions     time.Time // by end or expiry
	Events       time.Time // of the audit log
	FailedLogins time.Time
	Tickets      time.Time // by expiry
	Keys         time.Time // by retirement
	Replays      time.Time // by expiry
	Players      time.Time // by last use
	Unkept       time.Time // ended pauses of histories, and removed plays
}

// Tidy deletes expired data and returns the number of rows.
func (s *Store) Tidy(ctx context.Context, a Ages) (deleted int, err error) {
	for _, d := range []struct {
		statement string
		before    time.Time
	}{
		{"delete from session where expires_at < ?", a.Sessions},
		{"delete from session where revoked_at > 0 and revoked_at < ?", a.Sessions},
		{"delete from security_event where at < ?", a.Events},
		{"delete from failed_login where at < ?", a.FailedLogins},
		{"delete from ticket where expires_at < ?", a.Tickets},
		{"delete from replay where expires_at < ?", a.Replays},
		{"delete from player_device where seen_at < ?", a.Players},
		{"delete from history_pause where ended_at < ?", a.Unkept},
		{"delete from forgotten_play where at < ?", a.Unkept},
		{"delete from signing_key where retired_at > 0 and retired_at < ?", a.Keys},
	} {
		n, err := s.db.Write.Exec(ctx, d.statement, kernel.Millis(d.before))
		if err != nil {
			return deleted, fmt.Errorf("tidy up: %w", err)
		}
		deleted += n
	}
	n, err := s.db.TidyChanges(ctx)
	if err != nil {
		return deleted, fmt.Errorf("tidy up changes: %w", err)
	}
	return deleted + n, nil
}
