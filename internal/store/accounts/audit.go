package accounts

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

// AddSecurityEvent appends an entry to the audit log. It leaves out accounts
// that do not exist.
func (s *Store) AddSecurityEvent(ctx context.Context, e people.AuditEntry) error {
	_, err := s.db.Write.Exec(ctx, `insert into security_event (at, account, actor, kind, address, user_agent, detail)
		values (?, (select seq from account where id = ?), ?, ?, ?, ?, ?)`,
		kernel.Millis(e.At), e.AccountID, e.Actor, string(e.Kind), kernel.Clean(e.Address), kernel.Clean(e.UserAgent), kernel.Clean(e.Detail))
	return err
}

type securityEventRow struct {
	e  people.AuditEntry
	at int64
}

func (r *securityEventRow) Dest() []any {
	e := &r.e
	return []any{&r.at, &e.AccountID, &e.Email, &e.Actor, &e.ActorEmail, &e.Kind, &e.Address, &e.UserAgent, &e.Detail}
}

func (r *securityEventRow) Value() people.AuditEntry {
	e := r.e
	e.At = kernel.Moment(r.at)
	return e
}

var eventsNewest = kernel.Order{Name: "e.newest", Seq: "e.seq", Desc: true}

// SecurityEvents returns a page of the audit log, newest first, for one
// account, or for all if accountID is "".
func (s *Store) SecurityEvents(ctx context.Context, accountID string, p music.Page) (music.List[people.AuditEntry], error) {
	l := kernel.Listing{
		Columns: "e.at, coalesce(a.id, ''), coalesce(a.email, ''), e.actor, coalesce(b.email, ''), e.kind, e.address, e.user_agent, e.detail",
		From:    "security_event e",
		Joins:   (&kernel.Query{}).Add(" left join account a on a.seq = e.account left join account b on b.id = e.actor"),
		Where:   (&kernel.Query{}).Add("true"), Order: eventsNewest,
		Personal: true, // grows without changes of the catalogue
	}
	if accountID != "" {
		l.Where = (&kernel.Query{}).Add("e.account = (select seq from account where account.id = ?)", accountID)
	}
	list, err := kernel.Page(ctx, s.db, &securityEventRow{}, l, p)
	if err != nil {
		return list, fmt.Errorf("list security events: %w", err)
	}
	return list, nil
}

// FailedSignIns returns how many attempts to sign in failed since a time.
func (s *Store) FailedSignIns(ctx context.Context, since time.Time) (int, error) {
	return kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from security_event where at > ? and kind in (?, ?)",
		kernel.Millis(since), string(people.SignInFailed), string(people.FactorFailed))
}

// ErasedAt returns when the account with an ID was erased, as the audit log has it, or
// NotFound.
func (s *Store) ErasedAt(ctx context.Context, accountID string) (time.Time, error) {
	at, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, "select at from security_event where kind = ? and detail = ? order by seq desc limit 1",
		string(people.AccountDeleted), accountID)
	return kernel.Moment(at), err
}
