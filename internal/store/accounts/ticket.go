package accounts

import (
	"context"
	"slices"
	"time"

	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

const selectTicket = `select t.hash, t.purpose, coalesce(a.id, ''), t.data, t.created_at, t.expires_at
	from ticket t left join account a on a.seq = t.account where t.hash = ? and t.purpose = ? and t.expires_at > ?`

type ticketRow struct {
	t                people.Ticket
	created, expires int64
}

func (r *ticketRow) Dest() []any {
	return []any{&r.t.Hash, &r.t.Purpose, &r.t.AccountID, &r.t.Data, &r.created, &r.expires}
}

func (r *ticketRow) Value() people.Ticket {
	t := r.t
	t.Hash, t.CreatedAt, t.ExpiresAt = slices.Clone(t.Hash), kernel.Moment(r.created), kernel.Moment(r.expires)
	return t
}

// CreateTicket adds a ticket and deletes expired ones. It returns NotFound if
// its account does not exist.
func (s *Store) CreateTicket(ctx context.Context, t people.Ticket) error {
	return s.db.Update(ctx, "create ticket", func(tx *kernel.Tx) error {
		if _, err := tx.Exec(ctx, "delete from ticket where expires_at <= ?", kernel.Millis(t.CreatedAt)); err != nil {
			return err
		}
		values := []any{t.Hash, t.Purpose, t.Data, kernel.Millis(t.CreatedAt), kernel.Millis(t.ExpiresAt)}
		const into = "insert into ticket (hash, purpose, data, created_at, expires_at"
		if t.AccountID == "" {
			_, err := tx.Exec(ctx, into+") values (?, ?, ?, ?, ?)", values...)
			return err
		}
		return kernel.Found(tx.Exec(ctx, into+", account) select ?, ?, ?, ?, ?, seq from account where id = ?", append(values, t.AccountID)...))
	})
}

// TakeTicket consumes a ticket; of several concurrent callers only one
// succeeds. It returns NotFound if the ticket is unknown, has another purpose,
// was used or has expired.
func (s *Store) TakeTicket(ctx context.Context, hash []byte, purpose string, now time.Time) (ticket *people.Ticket, err error) {
	err = s.db.Update(ctx, "take ticket", func(tx *kernel.Tx) error {
		if ticket, err = kernel.Pointer(kernel.One(ctx, tx, &ticketRow{}, selectTicket, hash, purpose, kernel.Millis(now))); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from ticket where hash = ?", hash))
	})
	if err != nil {
		return nil, err
	}
	return ticket, nil
}

// Ticket returns a ticket without consuming it, or NotFound like TakeTicket.
func (s *Store) Ticket(ctx context.Context, hash []byte, purpose string, now time.Time) (*people.Ticket, error) {
	// Read from the writer, because it may just have been created or used.
	return kernel.Pointer(kernel.One(ctx, s.db.Write, &ticketRow{}, selectTicket, hash, purpose, kernel.Millis(now)))
}

// TicketOf returns an account's latest valid ticket for a purpose, or NotFound.
func (s *Store) TicketOf(ctx context.Context, accountID, purpose string, now time.Time) (*people.Ticket, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Write, &ticketRow{}, `select t.hash, t.purpose, a.id, t.data, t.created_at, t.expires_at
		from ticket t join account a on a.seq = t.account where a.id = ? and t.purpose = ? and t.expires_at > ?
		order by t.created_at desc limit 1`, accountID, purpose, kernel.Millis(now)))
}

// DropTickets deletes an account's tickets for some purposes.
func (s *Store) DropTickets(ctx context.Context, accountID string, purposes ...string) error {
	return s.db.Update(ctx, "drop tickets", func(tx *kernel.Tx) error { return dropTickets(ctx, tx, accountID, purposes) })
}

func dropTickets(ctx context.Context, tx *kernel.Tx, accountID string, purposes []string) error {
	for _, purpose := range purposes {
		_, err := tx.Exec(ctx, "delete from ticket where purpose = ? and account = (select seq from account where id = ?)", purpose, accountID)
		if err != nil {
			return err
		}
	}
	return nil
}
