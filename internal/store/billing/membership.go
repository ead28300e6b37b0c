package billing

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store/kernel"
)

const (
	membershipColumns = `m.id, a.id, p.id, m.source, m.status, m.starts_at, m.ends_at, m.grace_until, m.trial_ends_at, m.past_due_since, m.canceled_at,
	m.cancel_at_period_end, m.term, m.amount, m.currency, m.reason, m.granted_by, m.reference, m.created_at, m.updated_at, `
	ofMembership = "membership m join account a on a.seq = m.account join plan p on p.seq = m.plan"
)

type membershipRow struct {
	m                                                                          premium.Membership
	starts, ends, grace, trial, pastDue, canceled, created, updated, placement int64
}

func (r *membershipRow) Dest() []any {
	m := &r.m
	return []any{
		&m.ID, &m.AccountID, &m.PlanID, &m.Source, &m.Status, &r.starts, &r.ends, &r.grace, &r.trial, &r.pastDue, &r.canceled,
		&m.CancelAtPeriodEnd, &m.Interval, &m.Price.Amount, &m.Price.Currency, &m.Reason, &m.GrantedBy, &m.Reference, &r.created, &r.updated, &r.placement,
	}
}

func (r *membershipRow) Value() premium.Membership {
	m := r.m
	m.StartsAt, m.EndsAt, m.GraceUntil = kernel.Moment(r.starts), kernel.Moment(r.ends), kernel.Moment(r.grace)
	m.TrialEndsAt, m.PastDueSince, m.CanceledAt = kernel.Moment(r.trial), kernel.Moment(r.pastDue), kernel.Moment(r.canceled)
	m.CreatedAt, m.UpdatedAt, m.FamilyPlace = kernel.Moment(r.created), kernel.Moment(r.updated), int(r.placement)
	return m
}

// familyPlace counts the people who joined a family before the member f.
const familyPlace = `(select count(*) from family_member o where o.payer = f.payer and o.joined_at > 0
	and (o.joined_at < f.joined_at or o.joined_at = f.joined_at and o.seq < f.seq))`

// MembershipsOf returns the memberships of an account, newest first, and those of the
// person whose family it belongs to, as memberships of the account by family.
func (s *Store) MembershipsOf(ctx context.Context, accountID string) ([]premium.Membership, error) {
	own, err := ownMemberships(ctx, s.db.Read, accountID)
	if err != nil {
		return nil, fmt.Errorf("list memberships: %w", err)
	}
	shared, err := kernel.Collect(ctx, s.db.Read, &membershipRow{}, "select "+membershipColumns+familyPlace+" from "+ofMembership+
		" join family_member f on f.payer = m.account join account me on me.seq = f.member where me.id = ? order by m.seq desc", accountID)
	if err != nil {
		return nil, fmt.Errorf("list memberships of a family: %w", err)
	}
	for i := range shared {
		m := &shared[i]
		m.Source, m.Reference, m.AccountID, m.Reason, m.GrantedBy = premium.ByFamily, m.AccountID, accountID, "", ""
	}
	return append(own, shared...), nil
}

func ownMemberships(ctx context.Context, q kernel.Queryer, accountID string) ([]premium.Membership, error) {
	return kernel.Collect(ctx, q, &membershipRow{}, "select "+membershipColumns+"0 from "+ofMembership+" where a.id = ? order by m.seq desc", accountID)
}

// Membership returns a membership, or NotFound.
func (s *Store) Membership(ctx context.Context, id string) (*premium.Membership, error) {
	return membershipBy(ctx, s.db.Read, "m.id = ?", id)
}

// MembershipByReference returns the membership that its source calls so, or NotFound.
func (s *Store) MembershipByReference(ctx context.Context, source premium.Source, reference string) (*premium.Membership, error) {
	return membershipBy(ctx, s.db.Read, "m.source = ? and m.reference = ?", string(source), reference)
}

func membershipBy(ctx context.Context, q kernel.Queryer, where string, args ...any) (*premium.Membership, error) {
	return kernel.Pointer(kernel.One(ctx, q, &membershipRow{}, "select "+membershipColumns+"0 from "+ofMembership+" where "+where, args...))
}

// SaveMembership adds a membership, and fills in its ID if empty, or replaces the one
// with its ID. It returns NotFound if there is no such account or plan, and Conflict if
// another membership has its reference.
func (s *Store) SaveMembership(ctx context.Context, m *premium.Membership) error {
	return s.db.Update(ctx, "save a membership", func(tx *kernel.Tx) error { return saveMembership(ctx, tx, m) })
}

// SettleMembership gives decide the payments of an account at a service and the membership
// with a reference, nil if there is none, and stores the membership that it returns, unless
// that is nil. No other settlement runs at the same time, so that none stores what fewer
// payments pay for.
func (s *Store) SettleMembership(
	ctx context.Context, service premium.PaymentService, accountID, reference string, decide func([]premium.Payment, *premium.Membership) *premium.Membership,
) error {
	return s.db.Update(ctx, "settle a membership", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		payments, err := paymentsOf(ctx, tx, service, accountID)
		if err != nil {
			return err
		}
		m, err := membershipBy(ctx, tx, "m.source = ? and m.reference = ?", string(premium.ByCommunity), reference)
		if err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
		if m = decide(payments, m); m == nil {
			return nil
		}
		return saveMembership(ctx, tx, m)
	})
}

func saveMembership(ctx context.Context, tx *kernel.Tx, m *premium.Membership) error {
	account, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from account where id = ?", m.AccountID)
	if err != nil {
		return err
	}
	plan, err := planSeq(ctx, tx, m.PlanID)
	if err != nil {
		return err
	}
	id := m.ID
	if id == "" {
		id = music.NewID()
	}
	_, err = tx.Exec(ctx, `insert into membership (id, account, plan, source, status, starts_at, ends_at, grace_until, trial_ends_at, past_due_since,
		canceled_at, cancel_at_period_end, term, amount, currency, reason, granted_by, reference, created_at, updated_at) values (`+kernel.Marks(20)+`)
		on conflict (id) do update set plan = excluded.plan, status = excluded.status, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
		grace_until = excluded.grace_until, trial_ends_at = excluded.trial_ends_at, past_due_since = excluded.past_due_since,
		canceled_at = excluded.canceled_at, cancel_at_period_end = excluded.cancel_at_period_end, term = excluded.term, amount = excluded.amount,
		currency = excluded.currency, reason = excluded.reason, reference = excluded.reference, updated_at = excluded.updated_at`,
		id, account, plan, string(m.Source), string(m.Status), kernel.Millis(m.StartsAt), kernel.Millis(m.EndsAt), kernel.Millis(m.GraceUntil),
		kernel.Millis(m.TrialEndsAt), kernel.Millis(m.PastDueSince), kernel.Millis(m.CanceledAt), m.CancelAtPeriodEnd, string(m.Interval),
		m.Price.Amount, m.Price.Currency, kernel.Clean(m.Reason), m.GrantedBy, m.Reference, kernel.Millis(m.CreatedAt), kernel.Millis(m.UpdatedAt))
	if err == nil {
		m.ID = id
	}
	return err
}

func planSeq(ctx context.Context, q kernel.Queryer, id string) (int64, error) {
	return kernel.One(ctx, q, &kernel.Cell[int64]{}, "select seq from plan where id = ?", id)
}
