package accounts

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

// errLastFactor says that an account has to keep a second factor.
var errLastFactor = music.NewError(music.Conflict, "A second factor is required here. Add another one before you remove this one.")

type factorsRow struct{ f people.Factors }

func (r *factorsRow) Dest() []any { return []any{&r.f.TOTP, &r.f.Passkeys, &r.f.RecoveryCodes} }

func (r *factorsRow) Value() people.Factors { return r.f }

const selectFactors = `select a.totp_secret is not null,
	(select count(*) from passkey p where p.account = a.seq),
	(select count(*) from recovery_code r where r.account = a.seq and r.used_at = 0) from account a where a.id = ?`

// Factors returns what an account has besides its password, or NotFound.
func (s *Store) Factors(ctx context.Context, accountID string) (people.Factors, error) {
	// From the writer: a factor turned on a moment ago counts.
	return kernel.One(ctx, s.db.Write, &factorsRow{}, selectFactors, accountID)
}

// SetFactorDue notes from when an account's sign-in wants a second factor;
// the zero time takes it back.
func (s *Store) SetFactorDue(ctx context.Context, accountID string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update account set factor_due_at = ? where id = ?", kernel.Millis(at), accountID))
}

// TOTP returns the sealed secret of an account's authenticator app. NotFound
// when it has none.
func (s *Store) TOTP(ctx context.Context, accountID string) ([]byte, error) {
	sealed, err := kernel.One(ctx, s.db.Write, &kernel.Cell[[]byte]{}, "select totp_secret from account where id = ? and totp_secret is not null", accountID)
	return slices.Clone(sealed), err
}

// SetTOTP turns an account's authenticator app on, with the step whose code
// proved it and the hashes of new recovery codes.
func (s *Store) SetTOTP(ctx context.Context, accountID string, sealed []byte, step int64, at time.Time, recovery [][]byte) error {
	return s.db.Update(ctx, "turn the authenticator app on", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, "update account set totp_secret = ?, totp_at = ?, totp_step = ? where id = ?", sealed, kernel.Millis(at), step, accountID))
		if err != nil {
			return err
		}
		return replaceRecoveryCodes(ctx, tx, accountID, recovery)
	})
}

// TakeTOTPStep uses up a 30-second step and all before it; false when it was
// used already.
func (s *Store) TakeTOTPStep(ctx context.Context, accountID string, step int64) (bool, error) {
	n, err := s.db.Write.Exec(ctx, "update account set totp_step = ? where id = ? and totp_step < ? and totp_secret is not null", step, accountID, step)
	return n == 1, err
}

// ClearTOTP turns an account's authenticator app off. NotFound when it is
// off; Conflict when keepOne is set and no factor would be left. The recovery
// codes go with the last factor.
func (s *Store) ClearTOTP(ctx context.Context, accountID string, keepOne bool) error {
	return s.db.Update(ctx, "turn the authenticator app off", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, "update account set totp_secret = null, totp_at = 0 where id = ? and totp_secret is not null", accountID))
		if err != nil {
			return err
		}
		return checkFactors(ctx, tx, accountID, keepOne)
	})
}

// checkFactors looks at what is left after a factor went. The caller changed
// the account's row, so that nobody else removes a factor meanwhile.
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

// ClearFactors removes every factor of an account, for the operator.
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
