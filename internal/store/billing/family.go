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
	familyColumns = "f.id, payer.id, coalesce(a.id, ''), f.email, coalesce(" + kernel.PersonName + ", ''), coalesce(a.email, ''), f.invited_at, f.expires_at, f.joined_at"
	ofFamily      = "family_member f join account payer on payer.seq = f.payer left join account a on a.seq = f.member"
)

type familyRow struct {
	f                        premium.FamilyMember
	invited, expires, joined int64
}

func (r *familyRow) Dest() []any {
	f := &r.f
	return []any{&f.ID, &f.PayerID, &f.MemberID, &f.Email, &f.Name, &f.Address, &r.invited, &r.expires, &r.joined}
}

func (r *familyRow) Value() premium.FamilyMember {
	f := r.f
	f.InvitedAt, f.ExpiresAt, f.JoinedAt = kernel.Moment(r.invited), kernel.Moment(r.expires), kernel.Moment(r.joined)
	return f
}

// Family returns the people whom a person invited to share a plan, those who joined first
// in that order, without invitations that have expired.
func (s *Store) Family(ctx context.Context, payerID string, now time.Time) ([]premium.FamilyMember, error) {
	return family(ctx, s.db.Read, payerID, now)
}

func family(ctx context.Context, q kernel.Queryer, payerID string, now time.Time) ([]premium.FamilyMember, error) {
	list, err := kernel.Collect(ctx, q, &familyRow{}, "select "+familyColumns+" from "+ofFamily+
		" where payer.id = ? and (f.joined_at > 0 or f.expires_at > ?) order by case when f.joined_at > 0 then 0 else 1 end, f.joined_at, f.seq", payerID, kernel.Millis(now))
	if err != nil {
		return nil, fmt.Errorf("list a family: %w", err)
	}
	return list, nil
}

// FamilyOf returns how a person belongs to the family of somebody else, or NotFound.
func (s *Store) FamilyOf(ctx context.Context, memberID string) (*premium.FamilyMember, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &familyRow{}, "select "+familyColumns+" from "+ofFamily+" where a.id = ?", memberID))
}

var (
	errFamilyFull    = music.NewError(music.Conflict, "Your plan has no more places for your family. Remove somebody first.").Coded(music.CodeLimitReached)
	errInvited       = music.NewError(music.Conflict, "This person is invited already.")
	errInvitation    = music.NewError(music.NotFound, "This invitation is not valid any more. Ask for another one.")
	errInFamily      = music.NewError(music.Conflict, "You belong to a family already. Leave it first.")
	errOwnInvitation = music.NewError(music.Conflict, "You cannot join your own family.")
)

// InviteToFamily adds an invitation, with the hash of its secret, and fills in its ID. At
// most places people may be invited or have joined.
func (s *Store) InviteToFamily(ctx context.Context, f *premium.FamilyMember, hash []byte, places int) error {
	return s.db.Update(ctx, "invite to a family", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "delete from family_member where payer = "+kernel.AccountSeq+" and joined_at = 0 and expires_at <= ?", f.PayerID, kernel.Millis(f.InvitedAt)); err != nil {
			return err
		}
		present, err := family(ctx, tx, f.PayerID, f.InvitedAt)
		if err != nil {
			return err
		}
		for i := range present {
			if present[i].Email == f.Email {
				return errInvited
			}
		}
		if len(present) >= places {
			return errFamilyFull
		}
		f.ID = music.NewID()
		_, err = tx.Exec(ctx, "insert into family_member (id, payer, email, hash, invited_at, expires_at) values (?, "+kernel.AccountSeq+", ?, ?, ?, ?)",
			f.ID, f.PayerID, kernel.Clean(f.Email), hash, kernel.Millis(f.InvitedAt), kernel.Millis(f.ExpiresAt))
		return err
	})
}

// JoinFamily makes an account a member of the family that invited it, and returns the ID
// of the account that pays.
func (s *Store) JoinFamily(ctx context.Context, accountID string, hash []byte, now time.Time) (payerID string, err error) {
	err = s.db.Update(ctx, "join a family", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		f, err := kernel.One(ctx, tx, &familyRow{}, "select "+familyColumns+" from "+ofFamily+" where f.hash = ? and f.joined_at = 0 and f.expires_at > ?", hash, kernel.Millis(now))
		switch {
		case music.CodeOf(err) == music.NotFound:
			return errInvitation
		case err != nil:
			return err
		case f.PayerID == accountID:
			return errOwnInvitation
		}
		others, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from family_member where member = "+kernel.AccountSeq, accountID)
		if err != nil {
			return err
		}
		if others > 0 {
			return errInFamily
		}
		payerID = f.PayerID
		return kernel.Found(tx.Exec(ctx, "update family_member set member = "+kernel.AccountSeq+", hash = null, joined_at = ? where id = ?", accountID, kernel.Millis(now), f.ID))
	})
	return payerID, err
}

// LeaveFamily deletes an invitation or a member of a family, if the account is the one
// that pays or the member, and returns it. Otherwise it returns NotFound.
func (s *Store) LeaveFamily(ctx context.Context, accountID, id string) (left *premium.FamilyMember, err error) {
	err = s.db.Update(ctx, "leave a family", func(tx *kernel.Tx) error {
		left, err = kernel.Pointer(kernel.One(ctx, tx, &familyRow{}, "select "+familyColumns+" from "+ofFamily+" where f.id = ? and (payer.id = ? or a.id = ?)", id, accountID, accountID))
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from family_member where id = ?", id))
	})
	return left, err
}
