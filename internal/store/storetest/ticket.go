package storetest

import (
	"context"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

func tickets(t *testing.T, f *fixture) {
	ctx := t.Context()
	ada, bob := f.member("ada", music.Listener), f.member("bob", music.Listener)
	give := func(secret, purpose, accountID string) []byte {
		hash := []byte(secret)
		f.must(f.CreateTicket(ctx, people.Ticket{
			Hash: hash, Purpose: purpose, AccountID: accountID, Data: "of " + secret, CreatedAt: now, ExpiresAt: now.Add(time.Hour),
		}))
		return hash
	}
	mine, nobodys := give("one", "reset", ada.AccountID), give("two", "invite", "")
	f.code(f.CreateTicket(ctx, people.Ticket{Hash: []byte("three"), Purpose: "reset", AccountID: "nobody", CreatedAt: now, ExpiresAt: now}), music.NotFound)

	_, err := f.TakeTicket(ctx, mine, "verify", now)
	f.code(err, music.NotFound)
	_, err = f.TakeTicket(ctx, mine, "reset", now.Add(time.Hour))
	f.code(err, music.NotFound)
	if got := get(f.Ticket(ctx, mine, "reset", now))(t); got.AccountID != ada.AccountID || got.Data != "of one" || !got.ExpiresAt.Equal(now.Add(time.Hour)) {
		t.Errorf("looked at: %+v", got)
	}
	if got := get(f.TakeTicket(ctx, mine, "reset", now.Add(time.Hour-time.Millisecond)))(t); got.AccountID != ada.AccountID {
		t.Errorf("taken: %+v", got)
	}
	_, err = f.TakeTicket(ctx, mine, "reset", now)
	f.code(err, music.NotFound)
	if got := get(f.TakeTicket(ctx, nobodys, "invite", now))(t); got.AccountID != "" {
		t.Errorf("nobody's: %+v", got)
	}

	dropped, kept, others := give("four", "reset", ada.AccountID), give("five", "verify", ada.AccountID), give("six", "reset", bob.AccountID)
	if got := get(f.TicketOf(ctx, ada.AccountID, "reset", now))(t); string(got.Hash) != "four" {
		t.Errorf("latest: %+v", got)
	}
	f.must(f.DropTickets(ctx, ada.AccountID, "reset"))
	_, err = f.Ticket(ctx, dropped, "reset", now)
	f.code(err, music.NotFound)
	_, err = f.TicketOf(ctx, ada.AccountID, "reset", now)
	f.code(err, music.NotFound)
	get(f.Ticket(ctx, kept, "verify", now))(t)
	get(f.Ticket(ctx, others, "reset", now))(t)
}

func takeTicketOnce(t *testing.T, f *fixture) {
	f.must(f.CreateTicket(t.Context(), people.Ticket{Hash: []byte("one"), Purpose: "reset", CreatedAt: now, ExpiresAt: now.Add(time.Hour)}))
	results := make(chan error, 4)
	for range 4 {
		go func() {
			_, err := f.TakeTicket(context.WithoutCancel(t.Context()), []byte("one"), "reset", now)
			results <- err
		}()
	}
	won := 0
	for range 4 {
		if err := <-results; err == nil {
			won++
		} else {
			f.code(err, music.NotFound)
		}
	}
	if won != 1 {
		t.Errorf("%d of four took the ticket", won)
	}
}
