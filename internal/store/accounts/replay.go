package accounts

import (
	"context"
	"errors"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

// maxReplays limits the responses that are kept for an account. The oldest ones
// go first.
const maxReplays = 500

type replayRow struct {
	r       people.Replay
	expires int64
}

func (r *replayRow) Dest() []any { return []any{&r.r.Fingerprint, &r.r.Answer, &r.expires} }

func (r *replayRow) Value() people.Replay {
	found := r.r
	found.Fingerprint, found.Answer, found.ExpiresAt = slices.Clone(found.Fingerprint), slices.Clone(found.Answer), kernel.Moment(r.expires)
	return found
}

const (
	ofAccount = "account = (select seq from account where id = ?)"
	ofReplay  = ofAccount + " and key = ?"
)

// ClaimReplay reserves the key of a request that begins to run. If a request has
// the key already, it returns that one; of several concurrent callers only one
// gets nil.
func (s *Store) ClaimReplay(ctx context.Context, r people.Replay, now time.Time) (taken *people.Replay, err error) {
	err = s.db.Update(ctx, "claim idempotency key", func(tx *kernel.Tx) error {
		if _, err := tx.Exec(ctx, "delete from replay where "+ofReplay+" and expires_at <= ?", r.AccountID, r.Key, kernel.Millis(now)); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `insert into replay (account, key, fingerprint, expires_at) select seq, ?, ?, ? from account where id = ?
			on conflict (account, key) do nothing`, r.Key, r.Fingerprint, kernel.Millis(r.ExpiresAt), r.AccountID)
		if err != nil {
			return err
		}
		if n > 0 {
			taken = nil
			return dropOldReplays(ctx, tx, r.AccountID)
		}
		taken, err = kernel.Pointer(kernel.One(ctx, tx, &replayRow{}, "select fingerprint, answer, expires_at from replay where "+ofReplay, r.AccountID, r.Key))
		return err
	})
	if errors.Is(err, music.ErrNotFound) { // it ended a moment ago, having done nothing
		return &people.Replay{Fingerprint: r.Fingerprint}, nil
	}
	return taken, err
}

func dropOldReplays(ctx context.Context, tx *kernel.Tx, accountID string) error {
	_, err := tx.Exec(ctx, "delete from replay where "+ofAccount+` and answer is not null and seq <= (
		select seq from replay where `+ofAccount+" order by seq desc limit 1 offset ?)", accountID, accountID, maxReplays)
	return err
}

// KeepReplay stores the response of a request that has run.
func (s *Store) KeepReplay(ctx context.Context, r people.Replay) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update replay set answer = ?, expires_at = ? where "+ofReplay+" and fingerprint = ?",
		r.Answer, kernel.Millis(r.ExpiresAt), r.AccountID, r.Key, r.Fingerprint))
}

// DropReplay gives back the key of a request that has done nothing.
func (s *Store) DropReplay(ctx context.Context, r people.Replay) error {
	_, err := s.db.Write.Exec(ctx, "delete from replay where "+ofReplay+" and fingerprint = ? and answer is null", r.AccountID, r.Key, r.Fingerprint)
	return err
}
