package billing

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store/kernel"
)

const (
	paymentColumns = `y.id, y.service, y.external, y.kind, y.email, y.payer, y.reference, y.amount, y.currency, y.tier, y.term, y.until, y.at,
	coalesce(a.id, ''), coalesce(p.id, ''), y.matched_at, y.created_at, coalesce(a.email, ''), ` + refunded + ` `
	// refunded is how much of the payment y was given back. Where a service does not say how
	// much, it was all.
	refunded = `case when y.kind <> 'payment' then 0 else (select cast(coalesce(sum(case when r.amount = 0 then y.amount else r.amount end), 0) as bigint)
		from premium_payment r where r.service = y.service and r.reference = y.reference and r.reference <> '' and r.kind = 'refund') end`
	ofPayment = "premium_payment y left join account a on a.seq = y.account left join plan p on p.seq = y.plan"
)

type paymentRow struct {
	p                           premium.Payment
	until, at, matched, created int64
}

// single stands before the interval that a payment pays, if the service named none: nobody
// pays it again by themselves.
const single = "once "

func (r *paymentRow) Dest() []any {
	p := &r.p
	return []any{
		&p.ID, &p.Service, &p.ExternalID, &p.Kind, &p.Email, &p.Payer, &p.Reference, &p.Money.Amount, &p.Money.Currency, &p.Tier, &p.Interval, &r.until, &r.at,
		&p.AccountID, &p.PlanID, &r.matched, &r.created, &p.AccountEmail, &p.Refunded,
	}
}

func (r *paymentRow) Value() premium.Payment {
	p := r.p
	term, isSingle := strings.CutPrefix(string(p.Interval), single)
	p.Interval, p.IsSingle = premium.Interval(term), isSingle
	p.Until, p.At, p.MatchedAt, p.CreatedAt = kernel.Moment(r.until), kernel.Moment(r.at), kernel.Moment(r.matched), kernel.Moment(r.created)
	return p
}

// AddPayment adds a payment and fills in its ID. If the service has reported it before,
// under the same ID or with the same kind of news about the same payment, it fills in what
// is stored of it. A payment may be refunded in parts: such news is the same once all of it
// was given back.
func (s *Store) AddPayment(ctx context.Context, p *premium.Payment) error {
	return s.db.Update(ctx, "add a payment", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		same, err := kernel.One(ctx, tx, &paymentRow{}, "select "+paymentColumns+" from "+ofPayment+` where y.service = ?
			and (y.external = ? or y.reference <> '' and y.reference = ? and y.kind = ?) order by y.seq limit 1`, string(p.Service), p.ExternalID, p.Reference, string(p.Kind))
		if err == nil && p.Kind == premium.Refunded && same.ExternalID != p.ExternalID {
			var isPart bool
			if isPart, err = isPartLeft(ctx, tx, p); err == nil && isPart {
				err = music.ErrNotFound
			}
		}
		if err == nil {
			*p = same
		}
		if music.CodeOf(err) != music.NotFound {
			return err
		}
		id := music.NewID()
		_, err = tx.Exec(ctx, `insert into premium_payment (id, service, external, kind, email, payer, amount, currency, tier, term, until, reference, at, created_at)
			values (`+kernel.Marks(14)+`)`, id, string(p.Service), kernel.Clean(p.ExternalID), string(p.Kind), kernel.Clean(p.Email), kernel.Clean(p.Payer),
			p.Money.Amount, p.Money.Currency, kernel.Clean(p.Tier), string(p.Interval), kernel.Millis(p.Until), kernel.Clean(p.Reference), kernel.Millis(p.At), kernel.Millis(p.CreatedAt))
		if err == nil {
			p.ID = id
		}
		return err
	})
}

// isPartLeft reports whether so much of a payment is left that a refund may be another part
// of it.
func isPartLeft(ctx context.Context, tx *kernel.Tx, refund *premium.Payment) (bool, error) {
	left, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, `select coalesce(sum(case when kind = 'payment' then amount when amount = 0 then -1000000000000 else -amount end), 0)
		from premium_payment where service = ? and reference = ? and kind in ('payment', 'refund')`, string(refund.Service), refund.Reference)
	return refund.Money.Amount > 0 && left >= refund.Money.Amount, err
}

// KeepPayments stores payments and refunds of an account as a service reports them now,
// matched with the account. One without an amount, such as a refund that failed, is
// deleted. It returns NotFound if there is no such account.
func (s *Store) KeepPayments(ctx context.Context, accountID string, list []premium.Payment) error {
	return s.db.Update(ctx, "keep payments", func(tx *kernel.Tx) error {
		account, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from account where id = ?", accountID)
		if err != nil {
			return err
		}
		for i := range list {
			if err := keepPayment(ctx, tx, account, &list[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func keepPayment(ctx context.Context, tx *kernel.Tx, account int64, p *premium.Payment) error {
	if p.Money.Amount == 0 {
		_, err := tx.Exec(ctx, "delete from premium_payment where service = ? and external = ?", string(p.Service), p.ExternalID)
		return err
	}
	created := kernel.Millis(p.CreatedAt)
	_, err := tx.Exec(ctx, `insert into premium_payment (id, service, external, kind, account, plan, amount, currency, term, reference, at, matched_at, created_at)
		values (?, ?, ?, ?, ?, (select seq from plan where id = ?), ?, ?, ?, ?, ?, ?, ?) on conflict (service, external) do update set amount = excluded.amount`,
		music.NewID(), string(p.Service), kernel.Clean(p.ExternalID), string(p.Kind), account, p.PlanID, p.Money.Amount, p.Money.Currency, string(p.Interval),
		kernel.Clean(p.Reference), kernel.Millis(p.At), created, created)
	return err
}

// MatchPayment says whose payment one is, which plan it pays, "" for none, and for how
// long. The address of the payer, which is no longer needed, becomes one of the account's
// at the service. It returns Conflict if the payment is matched already.
func (s *Store) MatchPayment(ctx context.Context, id, accountID, planID string, term premium.Interval, at time.Time) error {
	return s.db.Update(ctx, "match a payment", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		p, err := kernel.One(ctx, tx, &paymentRow{}, "select "+paymentColumns+" from "+ofPayment+" where y.id = ?", id)
		if err != nil {
			return err
		}
		if !p.MatchedAt.IsZero() {
			return errMatched
		}
		stored := string(term)
		if term != "" && p.Interval == "" {
			stored = single + stored
		}
		for _, customer := range []string{p.Payer, p.Email} {
			if customer == "" {
				continue
			}
			if err := setCustomer(ctx, tx, p.Service, customer, accountID); err != nil {
				return err
			}
		}
		return kernel.Found(tx.Exec(ctx, "update premium_payment set account = "+kernel.AccountSeq+", plan = (select seq from plan where id = ?), term = ?, email = '', payer = '', matched_at = ? where id = ?",
			accountID, planID, stored, kernel.Millis(at), id))
	})
}

var errMatched = music.NewError(music.Conflict, "This payment is assigned to a person already.")

// SetCustomer stores what a payment service calls an account. It returns NotFound if there
// is no such account.
func (s *Store) SetCustomer(ctx context.Context, service premium.PaymentService, customer, accountID string) error {
	return s.db.Update(ctx, "name a customer", func(tx *kernel.Tx) error { return setCustomer(ctx, tx, service, customer, accountID) })
}

func setCustomer(ctx context.Context, tx *kernel.Tx, service premium.PaymentService, customer, accountID string) error {
	return kernel.Found(tx.Exec(ctx, `insert into premium_customer (service, customer, account) select ?, ?, seq from account where id = ?
		on conflict (service, customer) do update set account = excluded.account`, string(service), kernel.Clean(customer), accountID))
}

// DropCustomer forgets a customer that a payment service does not know any more.
func (s *Store) DropCustomer(ctx context.Context, service premium.PaymentService, customer string) error {
	_, err := s.db.Write.Exec(ctx, "delete from premium_customer where service = ? and customer = ?", string(service), customer)
	if err != nil {
		return fmt.Errorf("forget a customer: %w", err)
	}
	return nil
}

// AccountOfCustomer returns the ID of the account that a service calls so, or NotFound.
func (s *Store) AccountOfCustomer(ctx context.Context, service premium.PaymentService, customer string) (string, error) {
	return kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, "select a.id from premium_customer c join account a on a.seq = c.account where c.service = ? and c.customer = ?", string(service), customer)
}

// CustomerOf returns what a service calls an account, or NotFound.
func (s *Store) CustomerOf(ctx context.Context, service premium.PaymentService, accountID string) (string, error) {
	return kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, "select c.customer from premium_customer c join account a on a.seq = c.account where c.service = ? and a.id = ? order by c.customer limit 1", string(service), accountID)
}

// AccountWithAddress returns the ID of the account with an email address that its owner
// has verified, or NotFound.
func (s *Store) AccountWithAddress(ctx context.Context, email string) (string, error) {
	return kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, "select id from account where email = ? and verified_at > 0", email)
}

// Payment returns a payment, or NotFound.
func (s *Store) Payment(ctx context.Context, id string) (*premium.Payment, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &paymentRow{}, "select "+paymentColumns+" from "+ofPayment+" where y.id = ?", id))
}

// payers are the payments that wait, each with the accounts that it may be from: by what
// the service calls the person, by the payment that was given back, or by the address,
// which the person has verified.
const payers = `select y.seq as payment, c.account as account from premium_payment y
		join premium_customer c on c.service = y.service and c.customer in (y.payer, y.email) and c.customer <> '' where y.matched_at = 0
	union select y.seq, b.account from premium_payment y
		join premium_payment b on b.service = y.service and b.reference = y.reference and b.reference <> '' where y.matched_at = 0
	union select y.seq, o.seq from premium_payment y
		join account o on o.email = y.email and o.verified_at > 0 where y.matched_at = 0 and y.email <> ''`

// WaitingPayments returns the payments that are not matched yet and may be from an
// account, in the order in which they were made.
func (s *Store) WaitingPayments(ctx context.Context, accountID string) ([]premium.Payment, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &paymentRow{}, "select "+paymentColumns+" from "+ofPayment+` where y.seq in
		(select w.payment from (`+payers+`) w join account o on o.seq = w.account where o.id = ?) order by y.at, y.seq`, accountID)
	if err != nil {
		return nil, fmt.Errorf("list the payments that wait for an account: %w", err)
	}
	return list, nil
}

// AwaitedPayers returns the IDs of the accounts that payments which are not matched yet
// may be from.
func (s *Store) AwaitedPayers(ctx context.Context) ([]string, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select distinct o.id from ("+payers+") w join account o on o.seq = w.account order by o.id")
	if err != nil {
		return nil, fmt.Errorf("list the accounts for which payments wait: %w", err)
	}
	return list, nil
}

// Unsettled returns the IDs of the accounts with payments that were matched since a time
// with the plan of a membership that is older than that, or does not exist. A refund names
// no plan: any membership counts.
func (s *Store) Unsettled(ctx context.Context, since time.Time) ([]string, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select distinct a.id from "+ofPayment+` where y.matched_at > ? and y.service <> 'stripe' and a.id is not null and (p.id is not null or y.kind = 'refund')
		and not exists (select 1 from membership m where m.source = 'community' and m.account = y.account and m.updated_at >= y.matched_at
			and (p.id is null or m.reference = y.service || ' ' || a.id || ' ' || p.id)) order by a.id`, kernel.Millis(since))
	if err != nil {
		return nil, fmt.Errorf("list the accounts whose payments do not count yet: %w", err)
	}
	return list, nil
}

// PaidBefore returns the payment that a service calls so, or NotFound.
func (s *Store) PaidBefore(ctx context.Context, service premium.PaymentService, reference string) (*premium.Payment, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &paymentRow{}, "select "+paymentColumns+" from "+ofPayment+" where y.service = ? and y.reference = ? and y.reference <> '' and y.kind = 'payment'", string(service), reference))
}

var paymentsNewest = kernel.Order{Name: "payment.newest", Seq: "y.seq", Desc: true}

// Payments returns a page of the payments, newest first: all, or those that are matched
// with a person or not.
func (s *Store) Payments(ctx context.Context, isMatched *bool, p music.Page) (music.List[premium.Payment], error) {
	where := (&kernel.Query{}).Add("y.seq > 0")
	if isMatched != nil && *isMatched {
		where.Add(" and y.matched_at > 0")
	} else if isMatched != nil {
		where.Add(" and y.matched_at = 0")
	}
	list, err := kernel.Page(ctx, s.db, &paymentRow{}, kernel.Listing{Columns: paymentColumns, From: ofPayment, Where: where, Order: paymentsNewest, Personal: true}, p)
	if err != nil {
		return list, fmt.Errorf("list payments: %w", err)
	}
	return list, nil
}

// PaymentsOf returns what a service reported of an account, in the order in which it
// happened.
func (s *Store) PaymentsOf(ctx context.Context, service premium.PaymentService, accountID string) ([]premium.Payment, error) {
	return paymentsOf(ctx, s.db.Read, service, accountID)
}

func paymentsOf(ctx context.Context, q kernel.Queryer, service premium.PaymentService, accountID string) ([]premium.Payment, error) {
	list, err := kernel.Collect(ctx, q, &paymentRow{}, "select "+paymentColumns+" from "+ofPayment+" where y.service = ? and a.id = ? order by y.at, y.seq", string(service), accountID)
	if err != nil {
		return nil, fmt.Errorf("list the payments of an account: %w", err)
	}
	return list, nil
}

// ForgetPaid makes the payments so far of a membership pay for no time, so that it does not
// begin again with the next one. What they were paid for is known still.
func (s *Store) ForgetPaid(ctx context.Context, service premium.PaymentService, accountID, planID string) error {
	_, err := s.db.Write.Exec(ctx, "update premium_payment set term = '' where service = ? and account = "+kernel.AccountSeq+" and plan = (select seq from plan where id = ?)",
		string(service), accountID, planID)
	if err != nil {
		return fmt.Errorf("end what payments pay for: %w", err)
	}
	return nil
}
