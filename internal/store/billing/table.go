package billing

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store/kernel"
	"sonora/internal/store/table"
)

// stopsAt is premium.Membership.StopsAt of the membership m: 0 for never.
const stopsAt = `(case
	when m.status = 'ended' then m.starts_at
	when m.status = 'canceled' and m.ends_at = 0 then m.canceled_at
	when m.status = 'canceled' or m.cancel_at_period_end then m.ends_at
	when m.ends_at = 0 and m.status = 'past_due' then m.grace_until
	when m.ends_at = 0 then 0
	when m.status = 'past_due' and m.grace_until > 0 or m.grace_until > m.ends_at then m.grace_until
	else m.ends_at end)`

// running is the condition that the membership m grants its plan at a moment, which its
// two question marks are.
const running = "(m.starts_at <= ? and m.status <> 'ended' and (" + stopsAt + " > ? or " + stopsAt + " = 0 and m.status <> 'canceled'))"

// addRuns adds the condition that the membership m grants its plan at a moment.
func addRuns(q *kernel.Query, now time.Time) *kernel.Query {
	return q.Add(running, kernel.Millis(now), kernel.Millis(now))
}

const entryColumns = membershipColumns + "0, a.email, " + kernel.PersonName + ", p.name"

type entryRow struct {
	membershipRow
	email, name, plan string
}

func (r *entryRow) Dest() []any { return append(r.membershipRow.Dest(), &r.email, &r.name, &r.plan) }

func (r *entryRow) Value() premium.Entry {
	return premium.Entry{Membership: r.membershipRow.Value(), Email: r.email, Name: r.name, PlanName: r.plan}
}

var entryOrders = map[premium.TableSort]string{
	premium.TableByCreated: "m.seq",
	premium.TableByName:    "case when trim(a.folded) = '' then a.email else a.folded end",
	premium.TableByPlan:    "p.rank",
	premium.TableByEnds:    "case when m.ends_at = 0 then 9007199254740991 else m.ends_at end",
}

// MembershipTable returns a page of the memberships that match a table. Pages start at a
// position. It returns Invalid for an unknown order.
func (s *Store) MembershipTable(ctx context.Context, t premium.Table, p music.Page) (music.List[premium.Entry], error) {
	by, isDown, err := table.Column(entryOrders, t.Sort, "-"+premium.TableByCreated, p)
	if err != nil {
		return music.List[premium.Entry]{}, err
	}
	list, err := table.Page(ctx, s.db.Read, &entryRow{}, kernel.Listing{
		Columns: entryColumns, From: ofMembership, Where: entriesWhere(t), Order: kernel.Order{Key: by, Seq: "m.seq", Desc: isDown},
	}, p)
	if err != nil {
		return list, fmt.Errorf("list memberships for the operator: %w", err)
	}
	return list, nil
}

// MembershipEntry returns a membership as the operator's table shows it, or NotFound.
func (s *Store) MembershipEntry(ctx context.Context, id string) (*premium.Entry, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &entryRow{}, "select "+entryColumns+" from "+ofMembership+" where m.id = ?", id))
}

func entriesWhere(t premium.Table) *kernel.Query {
	q := (&kernel.Query{}).Add("a.seq > 0")
	for _, word := range t.Words[:min(len(t.Words), kernel.MaxTerms)] {
		if kernel.HasNUL(word) {
			continue
		}
		name, email := kernel.LikeText(kernel.Fold(word)), kernel.LikeText(strings.ToLower(word))
		q.Add(` and (a.folded like ? escape '\' or a.email like ? escape '\')`, "%"+name+"%", "%"+email+"%")
	}
	if t.Source != "" {
		q.Add(" and m.source = ?", string(t.Source))
	}
	if t.PlanID != "" {
		q.Add(" and p.id = ?", t.PlanID)
	}
	addStatus(q, t)
	return q
}

// addStatus adds the condition that the membership m has a state at a moment, as
// premium.Membership.StatusAt does.
func addStatus(q *kernel.Query, t premium.Table) {
	if t.Status == "" {
		return
	}
	now := kernel.Millis(t.Now)
	switch t.Status {
	case premium.Ended:
		addRuns(q.Add(" and (m.status = 'ended' or m.starts_at <= ? and not ", now), t.Now).Add(")")
		return
	case premium.Canceled:
		q.Add(" and (m.status = 'canceled' or m.cancel_at_period_end)")
	case premium.PastDue:
		q.Add(" and m.status <> 'canceled' and not m.cancel_at_period_end and (m.status = 'past_due' or m.ends_at > 0 and m.ends_at <= ?)", now)
	default:
		q.Add(" and m.status = ? and not m.cancel_at_period_end and (m.ends_at = 0 or m.ends_at > ?)", string(t.Status), now)
	}
	addRuns(q.Add(" and (m.starts_at > ? and m.status <> 'ended' or ", now), t.Now).Add(")")
}
