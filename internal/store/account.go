package store

import (
	"context"
	"time"

	"sonora/internal/music"
)

const accountColumns = `id, email, password_hash, first_name, last_name, bio, location, website, phone_number,
	date_of_birth, is_private, email_notifications, push_notifications, profile_image_url, auth_provider, role,
	created_at, last_login_at, disabled_at, verified_at, pending_email, language, delete_at, factor_due_at, totp_at`

type accountRow struct {
	a                            music.Account
	created, lastLogin, disabled int64
	verified, deletion           int64
	factorDue, totp              int64
}

func (r *accountRow) dest() []any {
	a := &r.a
	return []any{
		&a.ID, &a.Email, &a.PasswordHash, &a.FirstName, &a.LastName, &a.Bio, &a.Location, &a.Website, &a.PhoneNumber,
		&a.DateOfBirth, &a.IsPrivate, &a.EmailNotifications, &a.PushNotifications, &a.ProfileImageURL, &a.AuthProvider, &a.Role,
		&r.created, &r.lastLogin, &r.disabled, &r.verified, &a.PendingEmail, &a.Language, &r.deletion, &r.factorDue, &r.totp,
	}
}

func (r *accountRow) value() music.Account {
	a := r.a
	a.CreatedAt, a.LastLoginAt, a.DisabledAt = moment(r.created), moment(r.lastLogin), moment(r.disabled)
	a.VerifiedAt, a.DeleteAt = moment(r.verified), moment(r.deletion)
	a.FactorDueAt, a.TOTPAt = moment(r.factorDue), moment(r.totp)
	return a
}

// CreateAccount adds an account and fills its ID, CreatedAt and Role where
// they are empty. The first account of a database becomes Admin whatever its
// Role. It returns Conflict with the field "email" for an address that is taken.
func (s *Store) CreateAccount(ctx context.Context, a *music.Account) error {
	return s.createAccount(ctx, a, func(*tx, *music.Account) error { return nil })
}

// createAccount asks admit in the same transaction about everybody but the first.
func (s *Store) createAccount(ctx context.Context, a *music.Account, admit func(*tx, *music.Account) error) error {
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
	err := s.updateNames(ctx, "create account", func(tx *tx) error {
		if s.d.oneAtATime != "" {
			if _, err := tx.exec(ctx, s.d.oneAtATime); err != nil {
				return err
			}
		}
		first, err := one(ctx, tx, &cell[bool]{}, "select not exists (select 1 from account)")
		if err != nil {
			return err
		}
		if first {
			row.Role = music.Admin
		} else if err := admit(tx, &row); err != nil {
			return err
		}
		return insertAccount(ctx, tx, &row)
	})
	if music.CodeOf(err) == music.Conflict {
		taken := "An account with this e-mail address exists already."
		return &music.Error{Code: music.Conflict, Detail: taken, Fields: map[string][]string{"email": {taken}}, Err: err}
	}
	if err == nil {
		*a = row
	}
	return err
}

func insertAccount(ctx context.Context, tx *tx, a *music.Account) error {
	_, err := tx.exec(ctx, "insert into account ("+accountColumns+`, folded)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.ID, a.Email, a.PasswordHash, clean(a.FirstName), clean(a.LastName), clean(a.Bio), clean(a.Location),
		clean(a.Website), clean(a.PhoneNumber), a.DateOfBirth, a.IsPrivate, a.EmailNotifications,
		a.PushNotifications, a.ProfileImageURL, a.AuthProvider, string(a.Role),
		millis(a.CreatedAt), millis(a.LastLoginAt), millis(a.DisabledAt),
		millis(a.VerifiedAt), a.PendingEmail, a.Language, millis(a.DeleteAt), millis(a.FactorDueAt), millis(a.TOTPAt),
		foldedLines(a.FirstName+" "+a.LastName))
	return err
}

// AccountByEmail returns the account of a trimmed, lower-case address, or NotFound.
func (s *Store) AccountByEmail(ctx context.Context, email string) (*music.Account, error) {
	return pointer(one(ctx, s.read, &accountRow{}, "select "+accountColumns+" from account where email = ?", email))
}

// AccountByID returns an account, or NotFound.
func (s *Store) AccountByID(ctx context.Context, id string) (*music.Account, error) {
	return pointer(one(ctx, s.read, &accountRow{}, "select "+accountColumns+" from account where id = ?", id))
}

// Accounts returns every account, oldest first.
func (s *Store) Accounts(ctx context.Context) ([]music.Account, error) {
	return collect(ctx, s.read, &accountRow{}, "select "+accountColumns+" from account order by seq")
}

// SetLastLogin notes when an account signed in.
func (s *Store) SetLastLogin(ctx context.Context, id string, at time.Time) error {
	return must(s.write.exec(ctx, "update account set last_login_at = ? where id = ?", millis(at), id))
}
