package listening

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/notice"
	"sonora/internal/store/kernel"
)

type choicesRow struct{ c notice.Choices }

func (r *choicesRow) Dest() []any { return []any{&r.c.Digest, &r.c.Email, &r.c.Push} }

func (r *choicesRow) Value() notice.Choices { return r.c }

// NotificationChoices returns how a person wants to be told.
func (s *Store) NotificationChoices(ctx context.Context, accountID string) (notice.Choices, error) {
	return kernel.One(ctx, s.db.Read, &choicesRow{}, "select digest, email_notifications, push_notifications from account where id = ?", accountID)
}

// SetNotificationChoices saves them. The time of the first digest counts from
// when digests were switched on.
func (s *Store) SetNotificationChoices(ctx context.Context, accountID string, c notice.Choices, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, `update account set digest_at = case when digest = 'never' then ? else digest_at end,
		digest = ?, email_notifications = ?, push_notifications = ? where id = ?`, kernel.Millis(at), string(c.Digest), c.Email, c.Push, accountID))
}

// DigestDue is somebody a digest is due for.
type DigestDue struct {
	AccountID string
	Last      time.Time // of the digest before
}

type digestRow struct {
	d    DigestDue
	last int64
}

func (r *digestRow) Dest() []any { return []any{&r.d.AccountID, &r.last} }

func (r *digestRow) Value() DigestDue { return DigestDue{r.d.AccountID, kernel.Moment(r.last)} }

// DigestsDue returns up to limit accounts behind one, in the order of their
// ids, with something unread since the last digest, which was before a time
// that depends on how often they want it. Who has not proven their address gets no mail.
func (s *Store) DigestsDue(ctx context.Context, after string, daily, weekly time.Time, limit int) ([]DigestDue, error) {
	due, err := kernel.Collect(ctx, s.db.Read, &digestRow{}, `select a.id, a.digest_at from account a
		where a.id > ? and a.disabled_at = 0 and a.delete_at = 0 and a.verified_at > 0 and a.email_notifications
		and (a.digest = 'daily' and a.digest_at <= ? or a.digest = 'weekly' and a.digest_at <= ?)
		and exists (select 1 from notification n where n.account = a.seq and n.read_at = 0 and n.dismissed_at = 0 and n.created_at > a.digest_at)
		order by a.id limit ? + 0`, after, kernel.Millis(daily), kernel.Millis(weekly), limit)
	if err != nil {
		return nil, fmt.Errorf("find whose digest is due: %w", err)
	}
	return due, nil
}

// ClaimDigest notes the time of a digest; false when another server was faster.
func (s *Store) ClaimDigest(ctx context.Context, d DigestDue, at time.Time) (bool, error) {
	n, err := s.db.Write.Exec(ctx, "update account set digest_at = ? where id = ? and digest_at = ?", kernel.Millis(at), d.AccountID, kernel.Millis(d.Last))
	return n > 0, err
}

// StopDigest switches the digest of an account off. It does nothing for one that is gone.
func (s *Store) StopDigest(ctx context.Context, accountID string) error {
	_, err := s.db.Write.Exec(ctx, "update account set digest = 'never' where id = ?", accountID)
	return err
}
