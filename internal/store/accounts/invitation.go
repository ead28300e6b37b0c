package accounts

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

const selectInvitation = "select id, hash, note, role, uses_left, created_at, expires_at from invitation "

type invitationRow struct {
	i                people.Invitation
	created, expires int64
}

func (r *invitationRow) Dest() []any {
	return []any{&r.i.ID, &r.i.Hash, &r.i.Note, &r.i.Role, &r.i.UsesLeft, &r.created, &r.expires}
}

func (r *invitationRow) Value() people.Invitation {
	i := r.i
	i.Hash, i.CreatedAt, i.ExpiresAt = slices.Clone(i.Hash), kernel.Moment(r.created), kernel.Moment(r.expires)
	return i
}

// CreateInvitation adds an invitation and fills in its ID if empty.
func (s *Store) CreateInvitation(ctx context.Context, i *people.Invitation) error {
	id := i.ID
	if id == "" {
		id = music.NewID()
	}
	_, err := s.db.Write.Exec(ctx, "insert into invitation (id, hash, note, role, uses_left, created_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)",
		id, i.Hash, kernel.Clean(i.Note), string(i.Role), i.UsesLeft, kernel.Millis(i.CreatedAt), kernel.Millis(i.ExpiresAt))
	if err == nil {
		i.ID = id
	}
	return err
}

// Invitations returns every invitation, including expired ones, newest first.
func (s *Store) Invitations(ctx context.Context) ([]people.Invitation, error) {
	return kernel.Collect(ctx, s.db.Read, &invitationRow{}, selectInvitation+"order by seq desc")
}

// Invitation returns the invitation whose secret has this hash. It returns
// NotFound if it is unknown, used up or expired.
func (s *Store) Invitation(ctx context.Context, hash []byte, now time.Time) (*people.Invitation, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &invitationRow{}, selectInvitation+"where hash = ? and uses_left > 0 and expires_at > ?", hash, kernel.Millis(now)))
}

// DeleteInvitation deletes an invitation and returns it, or NotFound.
func (s *Store) DeleteInvitation(ctx context.Context, id string) (*people.Invitation, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Write, &invitationRow{},
		"delete from invitation where id = ? returning id, hash, note, role, uses_left, created_at, expires_at", id))
}

var (
	errNotOpen       = music.NewError(music.Forbidden, "You need an invitation to create an account here.").Coded(music.CodeRegistrationClosed)
	errBadInvitation = music.NewError(music.Forbidden, "This invitation is not valid any more.").Coded(music.CodeInvitationInvalid)
)

// RegisterAccount is CreateAccount for a person who registers. An invitation
// counts as used once more and determines the role. It returns Forbidden if the
// person may not register.
func (s *Store) RegisterAccount(ctx context.Context, a *music.Account, by people.Admission) error {
	return s.createAccount(ctx, a, func(tx *kernel.Tx, row *music.Account) error {
		if by.Invitation == nil {
			if !by.Open {
				return errNotOpen
			}
			return nil
		}
		role, err := kernel.One(ctx, tx, &kernel.Cell[music.Role]{}, `update invitation set uses_left = uses_left - 1
			where hash = ? and uses_left > 0 and expires_at > ? returning role`, by.Invitation, kernel.Millis(row.CreatedAt))
		if music.CodeOf(err) == music.NotFound {
			return errBadInvitation
		}
		row.Role = role
		return err
	})
}
