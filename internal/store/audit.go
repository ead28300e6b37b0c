package store

import (
	"context"

	"sonora/internal/music"
)

// AddSecurityEvent appends to the audit log. An account that does not exist is left out.
func (s *Store) AddSecurityEvent(ctx context.Context, e music.SecurityEvent) error {
	_, err := s.write.exec(ctx, `insert into security_event (at, account, actor, kind, address, user_agent, detail)
		values (?, (select seq from account where id = ?), ?, ?, ?, ?, ?)`,
		millis(e.At), e.AccountID, e.Actor, string(e.Kind), clean(e.Address), clean(e.UserAgent), clean(e.Detail))
	return err
}
