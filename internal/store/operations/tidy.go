package operations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/store/kernel"
)

// Ages are from when what is over may go.
type Ages struct {
	Sessions     time.Time // ended or expired before
	Events       time.Time // of the audit log, before
	FailedLogins time.Time // before
	Tickets      time.Time // expired before
	Keys         time.Time // retired before
	Players      time.Time // not seen since
	Unkept       time.Time // pauses of histories that ended, and listens that were removed, before
}

// Tidy deletes what is over for long enough, and returns how much that was.
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
	return deleted, nil
}
