package accounts

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const accountColumns = `id, email, password_hash, first_name, last_name, bio, location, website, phone_number,
	date_of_birth, is_private, email_notifications, push_notifications, profile_image_url, auth_provider, role,
	created_at, last_login_at, disabled_at, verified_at, pending_email, language, delete_at, factor_due_at, totp_at, removed_at`

type accountRow struct {
	a                            music.Account
	created, lastLogin, disabled int64
	verified, deletion           int64
	factorDue, totp, removed     int64
}

func (r *accountRow) Dest() []any {
	a := &r.a
	return []any{
		&a.ID, &a.Email, &a.PasswordHash, &a.FirstName, &a.LastName, &a.Bio, &a.Location, &a.Website, &a.PhoneNumber,
		&a.DateOfBirth, &a.IsPrivate, &a.EmailNotifications, &a.PushNotifications, &a.ProfileImageURL, &a.AuthProvider, &a.Role,
		&r.created, &r.lastLogin, &r.disabled, &r.verified, &a.PendingEmail, &a.Language, &r.deletion, &r.factorDue, &r.totp, &r.removed,
	}
}

func (r *accountRow) Value() music.Account {
	a := r.a
	a.CreatedAt, a.LastLoginAt, a.DisabledAt = kernel.Moment(r.created), kernel.Moment(r.lastLogin), kernel.Moment(r.disabled)
	a.VerifiedAt, a.DeleteAt = kernel.Moment(r.verified), kernel.Moment(r.deletion)
	a.RemovedAt = kernel.Moment(r.removed)
	a.FactorDueAt, a.TOTPAt = kernel.Moment(r.factorDue), kernel.Moment(r.totp)
	return a
}

// CreateAccount adds an account and fills in ID, CreatedAt and Role if empty.
// The first account of a database becomes an Admin regardless of its Role. It
// returns Conflict with the field "email" for a taken address.
func (s *Store) CreateAccount(ctx context.Context, a *music.Account) error {
	return s.createAccount(ctx, a, func(*kernel.Tx, *music.Account) error { return nil })
}

// createAccount calls admit in the same transaction for every account but the
// first.
func (s *Store) createAccount(ctx context.Context, a *music.Account, admit func(*kernel.Tx, *music.Account) error) error {
	row := *a
	if row.ID == "" {
		row.ID = music.NewID()
	}
	if row.CreatedAt.IsZero() {
		row.CreatedAt = time.Now().UTC().Truncate(time.Millisecond)
	}
	if row.Role == "" {
		row.Role = music.Listener
	}
	err := s.db.UpdateNames(ctx, "create account", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		first, err := kernel.One(ctx, tx, &kernel.Cell[bool]{}, "select not exists (select 1 from account)")
		if err != nil {
			return err
		}
		if first {
			// Not even in a database that a restore has not yet filled.
			if err := s.db.CheckIdentity(ctx, tx); err != nil {
				return err
			}
			row.Role = music.Admin
		} else if err := admit(tx, &row); err != nil {
			return err
		}
		return insertAccount(ctx, tx, &row)
	})
	if music.CodeOf(err) == music.Conflict {
		return music.FieldError(music.Conflict, "email", music.Say("An account with this email address exists already.")).Because(err)
	}
	if err == nil {
		*a = row
	}
	return err
}

func insertAccount(ctx context.Context, tx *kernel.Tx, a *music.Account) error {
	_, err := tx.Exec(ctx, "insert into account ("+accountColumns+`, folded)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.ID, a.Email, a.PasswordHash, kernel.Clean(a.FirstName), kernel.Clean(a.LastName), kernel.Clean(a.Bio), kernel.Clean(a.Location),
		kernel.Clean(a.Website), kernel.Clean(a.PhoneNumber), a.DateOfBirth, a.IsPrivate, a.EmailNotifications,
		a.PushNotifications, a.ProfileImageURL, a.AuthProvider, string(a.Role),
		kernel.Millis(a.CreatedAt), kernel.Millis(a.LastLoginAt), kernel.Millis(a.DisabledAt),
		kernel.Millis(a.VerifiedAt), a.PendingEmail, a.Language, kernel.Millis(a.DeleteAt), kernel.Millis(a.FactorDueAt), kernel.Millis(a.TOTPAt), kernel.Millis(a.RemovedAt),
		kernel.FoldedLines(a.FirstName+" "+a.LastName))
	return err
}

// AccountByEmail returns the account with a trimmed, lower-case address, or
// NotFound.
func (s *Store) AccountByEmail(ctx context.Context, email string) (*music.Account, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &accountRow{}, "select "+accountColumns+" from account where email = ?", email))
}

// AccountByID returns the account with an ID, or NotFound.
func (s *Store) AccountByID(ctx context.Context, id string) (*music.Account, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &accountRow{}, "select "+accountColumns+" from account where id = ?", id))
}

// Accounts returns every account, oldest first.
func (s *Store) Accounts(ctx context.Context) ([]music.Account, error) {
	return kernel.Collect(ctx, s.db.Read, &accountRow{}, "select "+accountColumns+" from account order by seq")
}

// AccountsByID returns the accounts that have one of the IDs.
func (s *Store) AccountsByID(ctx context.Context, ids []string) ([]music.Account, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &accountRow{}, "select "+accountColumns+" from account where id in "+s.db.Dialect.Texts, kernel.Array(ids))
	if err != nil {
		return nil, fmt.Errorf("find accounts: %w", err)
	}
	return list, nil
}

var accountsOldest = kernel.Order{Name: "account.oldest", Seq: "a.seq"}

// AccountsPage returns a page of the accounts that have all of the words in the name
// or the email address, oldest first.
func (s *Store) AccountsPage(ctx context.Context, words []string, p music.Page) (music.List[music.Account], error) {
	q := (&kernel.Query{}).Add("true")
	addWords(q, words)
	return kernel.Page(ctx, s.db, &accountRow{}, kernel.Listing{
		Columns: accountColumns, From: "account a", Where: q, Order: accountsOldest, Personal: true,
	}, p)
}

// SetLastLogin records the time of an account's last sign-in.
func (s *Store) SetLastLogin(ctx context.Context, id string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update account set last_login_at = ? where id = ?", kernel.Millis(at), id))
}
