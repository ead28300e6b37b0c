package accounts

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

var (
	errIdentityTaken  = music.NewError(music.Conflict, "This sign-in belongs to another account here.")
	errSecondIdentity = music.NewError(music.Conflict, "The account is linked with another sign-in of this provider already.")
	errOnlyWayIn      = music.NewError(music.Conflict, "This is the only way into your account. Set a password first.")
)

type identityRow struct {
	i             people.Identity
	created, used int64
}

func (r *identityRow) Dest() []any {
	return []any{&r.i.Provider, &r.i.Subject, &r.i.AccountID, &r.i.Email, &r.created, &r.used}
}

func (r *identityRow) Value() people.Identity {
	i := r.i
	i.CreatedAt, i.LastUsedAt = kernel.Moment(r.created), kernel.Moment(r.used)
	return i
}

const selectIdentity = `select i.provider, i.subject, a.id, i.email, i.created_at, i.last_used_at
	from identity i join account a on a.seq = i.account where `

// Identity returns the identity with a provider's subject, or NotFound.
func (s *Store) Identity(ctx context.Context, provider, subject string) (*people.Identity, error) {
	// Read from the writer, so that an identity unlinked just now does not
	// count.
	return kernel.Pointer(kernel.One(ctx, s.db.Write, &identityRow{}, selectIdentity+"i.provider = ? and i.subject = ?", provider, kernel.Clean(subject)))
}

// Identities returns an account's identities, sorted by provider.
func (s *Store) Identities(ctx context.Context, accountID string) ([]people.Identity, error) {
	return kernel.Collect(ctx, s.db.Write, &identityRow{}, selectIdentity+"a.id = ? order by i.provider, i.subject", accountID)
}

// LinkIdentity links an account to an identity. It does nothing if they are
// already linked. It returns Conflict if the subject belongs to another account
// or the account has another subject of the provider, and NotFound if there is
// no such account.
func (s *Store) LinkIdentity(ctx context.Context, i people.Identity) error {
	i.Subject = kernel.Clean(i.Subject)
	return s.db.Update(ctx, "link an identity", func(tx *kernel.Tx) error {
		// Update the account's row first to serialise concurrent changes.
		err := kernel.Found(tx.Exec(ctx, "update account set auth_provider = case auth_provider when '' then ? else auth_provider end where id = ?", i.Provider, i.AccountID))
		if err != nil {
			return err
		}
		have, err := kernel.Collect(ctx, tx, &identityRow{}, selectIdentity+"i.provider = ? and (a.id = ? or i.subject = ?)", i.Provider, i.AccountID, i.Subject)
		if err != nil {
			return err
		}
		switch {
		case len(have) == 0:
			return insertIdentity(ctx, tx, i)
		case have[0].AccountID != i.AccountID:
			return errIdentityTaken
		case have[0].Subject != i.Subject:
			return errSecondIdentity
		}
		return nil
	})
}

func insertIdentity(ctx context.Context, tx *kernel.Tx, i people.Identity) error {
	_, err := tx.Exec(ctx, `insert into identity (provider, subject, account, email, created_at, last_used_at)
		select ?, ?, seq, ?, ?, ? from account where account.id = ?`,
		i.Provider, i.Subject, kernel.Clean(i.Email), kernel.Millis(i.CreatedAt), kernel.Millis(i.LastUsedAt), i.AccountID)
	if music.CodeOf(err) == music.Conflict { // another account was linked at the same time
		return errIdentityTaken.Because(err)
	}
	return err
}

// UseIdentity records a sign-in and the address from the provider. It returns
// NotFound if there is no such identity.
func (s *Store) UseIdentity(ctx context.Context, provider, subject, email string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update identity set email = ?, last_used_at = ? where provider = ? and subject = ?",
		kernel.Clean(email), kernel.Millis(at), provider, kernel.Clean(subject)))
}

// DeleteIdentity unlinks a provider from an account. It returns NotFound if it
// is not linked, and Conflict if it is the only way to sign in.
func (s *Store) DeleteIdentity(ctx context.Context, accountID, provider string) error {
	return s.db.Update(ctx, "unlink an identity", func(tx *kernel.Tx) error {
		// This changes nothing, but locks the account's row against concurrent
		// changes.
		if err := kernel.Found(tx.Exec(ctx, "update account set totp_at = totp_at where id = ?", accountID)); err != nil {
			return err
		}
		err := kernel.Found(tx.Exec(ctx, "delete from identity where provider = ? and account = (select seq from account where account.id = ?)", provider, accountID))
		if err != nil {
			return err
		}
		if err := checkWayIn(ctx, tx, accountID); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `update account set auth_provider = coalesce((select min(i.provider) from identity i where i.account = account.seq), '')
			where id = ? and auth_provider = ?`, accountID, provider)
		return err
	})
}

// checkWayIn returns Conflict if the account's owner has no way to sign in.
func checkWayIn(ctx context.Context, tx *kernel.Tx, accountID string) error {
	in, err := kernel.One(ctx, tx, &kernel.Cell[bool]{}, `select a.password_hash <> '' or exists (select 1 from identity i where i.account = a.seq)
		or exists (select 1 from passkey p where p.account = a.seq) from account a where a.id = ?`, accountID)
	if err == nil && !in {
		err = errOnlyWayIn
	}
	return err
}
