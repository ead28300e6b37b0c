package store

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/people"
)

// AddSecurityEvent appends to the audit log. An account that does not exist is left out.
func (s *Store) AddSecurityEvent(ctx context.Context, e people.AuditEntry) error {
	_, err := s.write.exec(ctx, `insert into security_event (at, account, actor, kind, address, user_agent, detail)
		values (?, (select seq from account where id = ?), ?, ?, ?, ?, ?)`,
		millis(e.At), e.AccountID, e.Actor, string(e.Kind), clean(e.Address), clean(e.UserAgent), clean(e.Detail))
	return err
}

type securityEventRow struct {
	e  people.AuditEntry
	at int64
}

func (r *securityEventRow) dest() []any {
	e := &r.e
	return []any{&r.at, &e.AccountID, &e.Email, &e.Actor, &e.ActorEmail, &e.Kind, &e.Address, &e.UserAgent, &e.Detail}
}

func (r *securityEventRow) value() people.AuditEntry {
	e := r.e
	e.At = moment(r.at)
	return e
}

var eventsNewest = order{name: "e.newest", seq: "e.seq", desc: true}

// SecurityEvents returns a page of the audit log, newest first: of one
// account, or of all for "".
func (s *Store) SecurityEvents(ctx context.Context, accountID string, p music.Page) (music.List[people.AuditEntry], error) {
	l := listing{
		columns: "e.at, coalesce(a.id, ''), coalesce(a.email, ''), e.actor, coalesce(b.email, ''), e.kind, e.address, e.user_agent, e.detail",
		from:    "security_event e",
		joins:   (&query{}).add(" left join account a on a.seq = e.account left join account b on b.id = e.actor"),
		where:   (&query{}).add("true"), order: eventsNewest,
		personal: true, // grows without a change of the catalogue
	}
	if accountID != "" {
		l.where = (&query{}).add("e.account = (select seq from account where account.id = ?)", accountID)
	}
	list, err := page(ctx, s, &securityEventRow{}, l, p)
	if err != nil {
		return list, fmt.Errorf("list security events: %w", err)
	}
	return list, nil
}
