package store

import (
	"context"
	"slices"
	"time"

	"sonora/internal/people"
)

const selectTicket = `select t.hash, t.purpose, coalesce(a.id, ''), t.data, t.created_at, t.expires_at
	from ticket t left join account a on a.seq = t.account where t.hash = ? and t.purpose = ? and t.expires_at > ?`

type ticketRow struct {
	t                people.Ticket
	created, expires int64
}

func (r *ticketRow) dest() []any {
	return []any{&r.t.Hash, &r.t.Purpose, &r.t.AccountID, &r.t.Data, &r.created, &r.expires}
}

func (r *ticketRow) value() people.Ticket {
	t := r.t
	t.Hash, t.CreatedAt, t.ExpiresAt = slices.Clone(t.Hash), moment(r.created), moment(r.expires)
	return t
}

// CreateTicket adds a ticket and removes those that have run out. NotFound
// when it names an account that does not exist.
func (s *Store) CreateTicket(ctx context.Context, t people.Ticket) error {
	return s.update(ctx, "create ticket", func(tx *tx) error {
		if _, err := tx.exec(ctx, "delete from ticket where expires_at <= ?", millis(t.CreatedAt)); err != nil {
			return err
		}
		values := []any{t.Hash, t.Purpose, t.Data, millis(t.CreatedAt), millis(t.ExpiresAt)}
		const into = "insert into ticket (hash, purpose, data, created_at, expires_at"
		if t.AccountID == "" {
			_, err := tx.exec(ctx, into+") values (?, ?, ?, ?, ?)", values...)
			return err
		}
		return must(tx.exec(ctx, into+", account) select ?, ?, ?, ?, ?, seq from account where id = ?", append(values, t.AccountID)...))
	})
}

// TakeTicket uses a ticket up: of several who try at once one gets it. NotFound
// when it is unknown, for another purpose, used or has run out.
func (s *Store) TakeTicket(ctx context.Context, hash []byte, purpose string, now time.Time) (ticket *people.Ticket, err error) {
	err = s.update(ctx, "take ticket", func(tx *tx) error {
		if ticket, err = pointer(one(ctx, tx, &ticketRow{}, selectTicket, hash, purpose, millis(now))); err != nil {
			return err
		}
		return must(tx.exec(ctx, "delete from ticket where hash = ?", hash))
	})
	if err != nil {
		return nil, err
	}
	return ticket, nil
}

// Ticket returns a ticket without using it; NotFound as with TakeTicket.
func (s *Store) Ticket(ctx context.Context, hash []byte, purpose string, now time.Time) (*people.Ticket, error) {
	// From the writer: it may have been made or used a moment ago.
	return pointer(one(ctx, s.write, &ticketRow{}, selectTicket, hash, purpose, millis(now)))
}

// TicketOf returns the latest valid ticket of an account for a purpose, or NotFound.
func (s *Store) TicketOf(ctx context.Context, accountID, purpose string, now time.Time) (*people.Ticket, error) {
	return pointer(one(ctx, s.write, &ticketRow{}, `select t.hash, t.purpose, a.id, t.data, t.created_at, t.expires_at
		from ticket t join account a on a.seq = t.account where a.id = ? and t.purpose = ? and t.expires_at > ?
		order by t.created_at desc limit 1`, accountID, purpose, millis(now)))
}

// DropTickets removes an account's tickets for some purposes.
func (s *Store) DropTickets(ctx context.Context, accountID string, purposes ...string) error {
	return s.update(ctx, "drop tickets", func(tx *tx) error { return dropTickets(ctx, tx, accountID, purposes) })
}

func dropTickets(ctx context.Context, tx *tx, accountID string, purposes []string) error {
	for _, purpose := range purposes {
		_, err := tx.exec(ctx, "delete from ticket where purpose = ? and account = (select seq from account where id = ?)", purpose, accountID)
		if err != nil {
			return err
		}
	}
	return nil
}
