package billing

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/premium"
	"sonora/internal/store/kernel"
)

// paid is the condition that somebody pays the membership m.
const paid = "m.source in ('stripe', 'community')"

// recent is for how long memberships count as new or lost.
const recent = 30 * 24 * time.Hour

// Figures sums up memberships and payments at a moment.
func (s *Store) Figures(ctx context.Context, now time.Time) (*premium.Figures, error) {
	var f premium.Figures
	for _, read := range []func(context.Context, time.Time, *premium.Figures) error{s.countStates, s.countTurnover, s.sumMonthly, s.countPlans, s.sumRevenue, s.sumOther} {
		if err := read(ctx, now, &f); err != nil {
			return nil, fmt.Errorf("sum up memberships: %w", err)
		}
	}
	return &f, nil
}

// countStates counts the people whose memberships are paid, by state.
func (s *Store) countStates(ctx context.Context, now time.Time, f *premium.Figures) error {
	for _, c := range []struct {
		into   *int
		status premium.Status
	}{{&f.Subscribers, ""}, {&f.Trials, premium.Trialing}, {&f.PastDue, premium.PastDue}} {
		q := addRuns((&kernel.Query{}).Add("select count(distinct m.account) from membership m where "+paid+" and "), now)
		addStatus(q, premium.Table{Status: c.status, Now: now})
		n, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, q.Text.String(), q.Args...)
		if err != nil {
			return err
		}
		*c.into = n
	}
	return nil
}

func (s *Store) countTurnover(ctx context.Context, now time.Time, f *premium.Figures) (err error) {
	since := kernel.Millis(now.Add(-recent))
	f.New, err = kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from membership m where "+paid+" and m.starts_at > ? and m.starts_at <= ?", since, kernel.Millis(now))
	if err != nil {
		return err
	}
	// The state ended does not say when; the last change of the membership does.
	f.Lost, err = kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from membership m where "+paid+
		" and (m.status = 'ended' and m.updated_at > ? or m.status <> 'ended' and "+stopsAt+" > ? and "+stopsAt+" <= ?)", since, since, kernel.Millis(now))
	return err
}

// sumMonthly sums what running memberships bring in per month that people pay regularly. A
// year counts for twelve months. Trials bring nothing yet.
func (s *Store) sumMonthly(ctx context.Context, now time.Time, f *premium.Figures) (err error) {
	q := addRuns((&kernel.Query{}).Add(`select m.currency, cast(sum(case when m.term = 'year' then m.amount else 12 * m.amount end) as bigint) / 12 from membership m
		where `+paid+` and m.term <> '' and m.currency <> '' and m.status <> 'trialing' and not m.cancel_at_period_end and m.status <> 'canceled' and `), now).Add(" group by m.currency order by m.currency")
	f.Monthly, err = s.sums(ctx, q)
	return err
}

// sums reads amounts by currency.
func (s *Store) sums(ctx context.Context, q *kernel.Query) ([]premium.Money, error) {
	sums, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int64]{}, q.Text.String(), q.Args...)
	list := make([]premium.Money, len(sums))
	for i, sum := range sums {
		list[i] = premium.Money{Amount: sum.B, Currency: sum.A}
	}
	return list, err
}

type planFigureRow struct{ f premium.PlanFigure }

func (r *planFigureRow) Dest() []any { return []any{&r.f.PlanID, &r.f.Name, &r.f.People} }

func (r *planFigureRow) Value() premium.PlanFigure { return r.f }

// countPlans counts the people by the highest plan that they have. Everybody else has the
// plan Free.
func (s *Store) countPlans(ctx context.Context, now time.Time, f *premium.Figures) error {
	q := (&kernel.Query{}).Add(`with had as (
		select m.account as person, p.rank as rank from membership m join plan p on p.seq = m.plan where `)
	addRuns(q, now).Add(` union all
		select f.member, p.rank from family_member f join membership m on m.account = f.payer join plan p on p.seq = m.plan
		where f.joined_at > 0 and ` + familyPlace + ` < p.family_members and `)
	addRuns(q, now).Add(`),
		best as (select person, max(rank) as rank from had group by person)
		select p.id, p.name, case when p.id = 'free' then (select count(*) from account) - (select count(*) from best where rank > 0)
			else (select count(*) from best where best.rank = p.rank) end
		from plan p order by p.rank desc, p.seq`)
	plans, err := kernel.Collect(ctx, s.db.Read, &planFigureRow{}, q.Text.String(), q.Args...)
	f.Plans = plans
	return err
}

type revenueRow struct {
	r  premium.Revenue
	at int64
}

func (r *revenueRow) Dest() []any { return []any{&r.at, &r.r.Money.Currency, &r.r.Money.Amount} }

func (r *revenueRow) Value() premium.Revenue {
	v := r.r
	v.Month = kernel.Moment(r.at)
	return v
}

// months is the number of calendar months of which the revenue is shown.
const months = 12

// revenue is the money that came in for plans and, negative, what went back of it. A refund
// without an amount gives back the whole payment. One that names no payment counts as soon as
// it is matched with a person, who has paid for a plan.
const revenue = `select at, currency, amount from premium_payment where kind = 'payment' and plan is not null
	union all select r.at, y.currency, case when r.amount = 0 then -y.amount else -r.amount end from premium_payment r
		join premium_payment y on y.service = r.service and y.reference = r.reference and y.kind = 'payment'
		where r.kind = 'refund' and r.reference <> '' and y.plan is not null
	union all select at, currency, -amount from premium_payment where kind = 'refund' and reference = '' and matched_at > 0`

// sumRevenue sums what was paid for plans in the last calendar months, without what was
// given back.
func (s *Store) sumRevenue(ctx context.Context, now time.Time, f *premium.Figures) error {
	q := (&kernel.Query{}).Add("with months (began, ended) as (values ")
	start, _ := premium.MonthOf(now)
	for i := range months {
		if i > 0 {
			q.Add(", ")
		}
		from, to := premium.MonthOf(start.AddDate(0, -i, 0))
		q.Add("(cast(? as bigint), cast(? as bigint))", kernel.Millis(from), kernel.Millis(to))
	}
	q.Add(`) select began, currency, cast(sum(amount) as bigint) from months join (` + revenue + `) as moved on at >= began and at < ended
		where currency <> '' and amount <> 0 group by began, currency order by began, currency`)
	list, err := kernel.Collect(ctx, s.db.Read, &revenueRow{}, q.Text.String(), q.Args...)
	f.Revenue = list
	return err
}

// sumOther sums what was paid in the same months for no plan, such as what nobody is known
// for, and counts the payments without a currency.
func (s *Store) sumOther(ctx context.Context, now time.Time, f *premium.Figures) error {
	start, _ := premium.MonthOf(now)
	since, until := kernel.Millis(start.AddDate(0, 1-months, 0)), kernel.Millis(now)
	var err error
	f.Other, err = s.sums(ctx, (&kernel.Query{}).Add(`select currency, cast(sum(left_over) as bigint) from (select y.currency, y.amount - `+refunded+` as left_over from premium_payment y
		where y.kind = 'payment' and y.plan is null and y.currency <> '' and y.at >= ? and y.at <= ?) as others where left_over > 0 group by currency order by currency`, since, until))
	if err != nil {
		return err
	}
	f.Unstated, err = kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from premium_payment where kind = 'payment' and currency = '' and at >= ? and at <= ?", since, until)
	return err
}
