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

// NotificationChoices returns how a person wants to be notified.
func (s *Store) NotificationChoices(ctx context.Context, accountID string) (notice.Choices, error) {
	return kernel.One(ctx, s.db.Read, &choicesRow{}, "select digest, email_notifications, push_notifications from account where id = ?", accountID)
}

// SetNotificationChoices stores a person's choices. The first digest is due one
// period after digests were switched on.
func (s *Store) SetNotificationChoices(ctx context.Context, accountID string, c notice.Choices, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, `update account set digest_at = case when digest = 'never' then ? else digest_at end,
		digest = ?, email_notifications = ?, push_notifications = ? where id = ?`, kernel.Millis(at), string(c.Digest), c.Email, c.Push, accountID))
}

// DigestDue is an account whose digest is due.
type DigestDue struct {
	AccountID string
	Last      time.Time // time of the previous digest
}

type digestRow struct {
	d    DigestDue
	last int64
}

func (r *digestRow) Dest() []any { return []any{&r.d.AccountID, &r.last} }

func (r *digestRow) Value() DigestDue { return DigestDue{r.d.AccountID, kernel.Moment(r.last)} }

// DigestsDue returns up to limit accounts whose digest is due, by ID, starting
// after the given one. They have unread notifications since the last digest,
// which was before daily or weekly, depending on their choice. Accounts without
// a verified address get no mail.
func (s *Store) DigestsDue(ctx context.Context, after string, daily, weekly time.Time, limit int) ([]DigestDue, error) {
	due, err := kernel.Collect(ctx, s.db.Read, &digestRow{}, `select a.id, a.digest_at from account a
		where a.id > ? and a.disabled_at = 0 and a.delete_at = 0 and a.verified_at > 0 and a.email_notifications
		and (a.digest = 'daily' and a.digest_at <= ? or a.digest = 'weekly' and a.digest_at <= ?)
		and exists (select 1 from notification n where n.account = a.seq and n.read_at = 0 and n.dismissed_at = 0 and n.created_at > a.digest_at)
		order by a.id limit ? + 0`, after, kernel.Millis(daily), kernel.Millis(weekly), limit)
	if err != nil {
		return nil, fmt.Errorf("find due digests: %w", err)
	}
	return due, nil
}

// ClaimDigest records the time of a digest. It returns false if another server
// did so first.
func (s *Store) ClaimDigest(ctx context.Context, d DigestDue, at time.Time) (bool, error) {
	n, err := s.db.Write.Exec(ctx, "update account set digest_at = ? where id = ? and digest_at = ?", kernel.Millis(at), d.AccountID, kernel.Millis(d.Last))
	return n > 0, err
}

// StopDigest switches off the digest of an account. It does nothing if the
// account does not exist.
func (s *Store) StopDigest(ctx context.Context, accountID string) error {
	_, err := s.db.Write.Exec(ctx, "update account set digest = 'never' where id = ?", accountID)
	return err
}
