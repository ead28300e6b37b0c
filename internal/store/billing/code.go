package billing

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store/kernel"
)

const (
	batchColumns = `b.id, p.id, b.count, b.uses, b.days, b.ends_at, b.expires_at, b.note, b.created_by, b.created_at, b.revoked_at,
	(select count(*) from premium_redemption r join premium_code c on c.seq = r.code where c.batch = b.seq)`
	ofBatch = "premium_batch b join plan p on p.seq = b.plan"
)

type batchRow struct {
	b                               premium.Batch
	ends, expires, created, revoked int64
}

func (r *batchRow) Dest() []any {
	b := &r.b
	return []any{&b.ID, &b.PlanID, &b.Count, &b.Uses, &b.Days, &r.ends, &r.expires, &b.Note, &b.CreatedBy, &r.created, &r.revoked, &b.Redeemed}
}

func (r *batchRow) Value() premium.Batch {
	b := r.b
	b.EndsAt, b.ExpiresAt, b.CreatedAt, b.RevokedAt = kernel.Moment(r.ends), kernel.Moment(r.expires), kernel.Moment(r.created), kernel.Moment(r.revoked)
	return b
}

// AddBatch adds a batch with its codes, of which it gets the hashes, and fills in its ID.
// It returns NotFound if there is no such plan.
func (s *Store) AddBatch(ctx context.Context, b *premium.Batch, hashes [][]byte) error {
	return s.db.Update(ctx, "add codes", func(tx *kernel.Tx) error {
		plan, err := planSeq(ctx, tx, b.PlanID)
		if err != nil {
			return err
		}
		b.ID = music.NewID()
		seq, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, `insert into premium_batch (id, plan, count, uses, days, ends_at, expires_at, note, created_by, created_at)
			values (`+kernel.Marks(10)+`) returning seq`, b.ID, plan, b.Count, b.Uses, b.Days, kernel.Millis(b.EndsAt), kernel.Millis(b.ExpiresAt),
			kernel.Clean(b.Note), b.CreatedBy, kernel.Millis(b.CreatedAt))
		if err != nil {
			return err
		}
		codes := tx.Insert("premium_code", "batch, hash, uses_left")
		for _, hash := range hashes {
			if err := codes.Add(ctx, seq, hash, b.Uses); err != nil {
				return err
			}
		}
		return codes.Flush(ctx)
	})
}

// Batches returns every batch of codes, newest first.
func (s *Store) Batches(ctx context.Context) ([]premium.Batch, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &batchRow{}, "select "+batchColumns+" from "+ofBatch+" order by b.seq desc")
	if err != nil {
		return nil, fmt.Errorf("list batches of codes: %w", err)
	}
	return list, nil
}

// RevokeBatch makes the codes of a batch that are left worthless, and returns it. It
// returns NotFound if there is no such batch.
func (s *Store) RevokeBatch(ctx context.Context, id string, at time.Time) (*premium.Batch, error) {
	_, err := s.db.Write.Exec(ctx, "update premium_batch set revoked_at = ? where id = ? and revoked_at = 0", kernel.Millis(at), id)
	if err != nil {
		return nil, fmt.Errorf("revoke codes: %w", err)
	}
	return kernel.Pointer(kernel.One(ctx, s.db.Write, &batchRow{}, "select "+batchColumns+" from "+ofBatch+" where b.id = ?", id))
}

// Errors of codes that were valid.
var (
	ErrCodeUnknown = music.NewError(music.NotFound, "There is no such code. Check how it is spelt.")
	errCodeOver    = music.NewError(music.Gone, "This code has expired.")
	errCodeRevoked = music.NewError(music.Gone, "This code was revoked.")
	errCodeUsed    = music.NewError(music.Conflict, "This code was used already.")
	errCodeYours   = music.NewError(music.Conflict, "You have redeemed this code already.")
)

// Redeem uses a code, of which it gets the hash, for an account, and saves the membership
// that grant makes of its batch and the memberships that the account has. A code is never
// used more often than it may be.
func (s *Store) Redeem(ctx context.Context, accountID string, hash []byte, now time.Time, grant func(premium.Batch, []premium.Membership) premium.Membership) (m premium.Membership, err error) {
	err = s.db.Update(ctx, "redeem a code", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		code, err := codeByHash(ctx, tx, hash)
		if err != nil {
			return err
		}
		if err := code.check(now); err != nil {
			return err
		}
		added, err := tx.Exec(ctx, `insert into premium_redemption (code, account, at) select cast(? as bigint), seq, cast(? as bigint) from account where id = ?
			on conflict (code, account) do nothing`, code.seq, kernel.Millis(now), accountID)
		switch {
		case err != nil:
			return err
		case added == 0:
			return errCodeYours
		case code.left < 1:
			return errCodeUsed
		}
		if _, err := tx.Exec(ctx, "update premium_code set uses_left = uses_left - 1 where seq = ?", code.seq); err != nil {
			return err
		}
		had, err := ownMemberships(ctx, tx, accountID)
		if err != nil {
			return err
		}
		m = grant(code.batch, had)
		return saveMembership(ctx, tx, &m)
	})
	return m, err
}

// codeFound is a code with its batch.
type codeFound struct {
	batch     premium.Batch
	seq, left int64
}

func (c *codeFound) check(now time.Time) error {
	switch {
	case !c.batch.RevokedAt.IsZero():
		return errCodeRevoked
	case !c.batch.ExpiresAt.IsZero() && !now.Before(c.batch.ExpiresAt), c.batch.Days == 0 && !c.batch.EndsAt.IsZero() && !now.Before(c.batch.EndsAt):
		return errCodeOver
	default:
		return nil
	}
}

type codeRow struct {
	batchRow
	seq, left int64
}

func (r *codeRow) Dest() []any { return append(r.batchRow.Dest(), &r.seq, &r.left) }

func (r *codeRow) Value() codeFound { return codeFound{r.batchRow.Value(), r.seq, r.left} }

func codeByHash(ctx context.Context, tx *kernel.Tx, hash []byte) (codeFound, error) {
	c, err := kernel.One(ctx, tx, &codeRow{}, "select "+batchColumns+", c.seq, c.uses_left from premium_code c join premium_batch b on b.seq = c.batch join plan p on p.seq = b.plan where c.hash = ?", hash)
	if music.CodeOf(err) == music.NotFound {
		err = ErrCodeUnknown
	}
	return c, err
}
