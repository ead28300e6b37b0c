package accounts

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

// errLastFactor is returned when an account must keep a second factor.
var errLastFactor = music.NewError(music.Conflict, "A second factor is required here. Add another one before you remove this one.")

type factorsRow struct{ f people.Factors }

func (r *factorsRow) Dest() []any { return []any{&r.f.TOTP, &r.f.Passkeys, &r.f.RecoveryCodes} }

func (r *factorsRow) Value() people.Factors { return r.f }

const selectFactors = `select a.totp_secret is not null,
	(select count(*) from passkey p where p.account = a.seq),
	(select count(*) from recovery_code r where r.account = a.seq and r.used_at = 0) from account a where a.id = ?`

// Factors returns the second factors of an account, or NotFound.
func (s *Store) Factors(ctx context.Context, accountID string) (people.Factors, error) {
	// Read from the writer, so that a factor enabled just now counts.
	return kernel.One(ctx, s.db.Write, &factorsRow{}, selectFactors, accountID)
}

// SetFactorDue sets when an account's sign-in starts to require a second
// factor; zero for never.
func (s *Store) SetFactorDue(ctx context.Context, accountID string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update account set factor_due_at = ? where id = ?", kernel.Millis(at), accountID))
}

// TOTP returns the sealed secret of an account's authenticator app. It returns
// NotFound if there is none.
func (s *Store) TOTP(ctx context.Context, accountID string) ([]byte, error) {
	sealed, err := kernel.One(ctx, s.db.Write, &kernel.Cell[[]byte]{}, "select totp_secret from account where id = ? and totp_secret is not null", accountID)
	return slices.Clone(sealed), err
}

// SetTOTP enables an account's authenticator app. step is the time step of the
// code that verified it, and recovery holds the hashes of new recovery codes.
func (s *Store) SetTOTP(ctx context.Context, accountID string, sealed []byte, step int64, at time.Time, recovery [][]byte) error {
	return s.db.Update(ctx, "turn the authenticator app on", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, "update account set totp_secret = ?, totp_at = ?, totp_step = ? where id = ?", sealed, kernel.Millis(at), step, accountID))
		if err != nil {
			return err
		}
		return replaceRecoveryCodes(ctx, tx, accountID, recovery)
	})
}

// TakeTOTPStep marks a 30-second step and all earlier ones as used. It returns
// false if the step was already used.
func (s *Store) TakeTOTPStep(ctx context.Context, accountID string, step int64) (bool, error) {
	n, err := s.db.Write.Exec(ctx, "update account set totp_step = ? where id = ? and totp_step < ? and totp_secret is not null", step, accountID, step)
	return n == 1, err
}

// ClearTOTP disables an account's authenticator app. It returns NotFound if it
// is disabled, and Conflict if keepOne is set and no factor would remain.
// Removing the last factor also deletes the recovery codes.
func (s *Store) ClearTOTP(ctx context.Context, accountID string, keepOne bool) error {
	return s.db.Update(ctx, "turn the authenticator app off", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, "update account set totp_secret = null, totp_at = 0 where id = ? and totp_secret is not null", accountID))
		if err != nil {
			return err
		}
		return checkFactors(ctx, tx, accountID, keepOne)
	})
}

// checkFactors checks the remaining factors after one was removed. The caller
// has updated the account's row, which keeps concurrent transactions from
// removing another.
func checkFactors(ctx context.Context, tx *kernel.Tx, accountID string, keepOne bool) error {
	left, err := kernel.One(ctx, tx, &factorsRow{}, selectFactors, accountID)
	if err != nil || left.Any() {
		return err
	}
	if keepOne {
		return errLastFactor
	}
	return replaceRecoveryCodes(ctx, tx, accountID, nil)
}

// ClearFactors deletes all second factors of an account.
func (s *Store) ClearFactors(ctx context.Context, accountID string) error {
	return s.db.Update(ctx, "remove every second factor", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, "update account set totp_secret = null, totp_at = 0, factor_due_at = 0 where id = ?", accountID))
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "delete from passkey where account = (select seq from account where id = ?)", accountID); err != nil {
			return err
		}
		return replaceRecoveryCodes(ctx, tx, accountID, nil)
	})
}
