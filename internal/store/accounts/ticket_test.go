package accounts_test

import (
	"context"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func tickets(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ada, bob := f.Member("ada", music.Listener), f.Member("bob", music.Listener)
	give := func(secret, purpose, accountID string) []byte {
		hash := []byte(secret)
		f.Must(f.CreateTicket(ctx, people.Ticket{
			Hash: hash, Purpose: purpose, AccountID: accountID, Data: "of " + secret, CreatedAt: storetest.Now, ExpiresAt: storetest.Now.Add(time.Hour),
		}))
		return hash
	}
	mine, nobodys := give("one", "reset", ada.AccountID), give("two", "invite", "")
	f.Code(f.CreateTicket(ctx, people.Ticket{Hash: []byte("three"), Purpose: "reset", AccountID: "nobody", CreatedAt: storetest.Now, ExpiresAt: storetest.Now}), music.NotFound)

	_, err := f.TakeTicket(ctx, mine, "verify", storetest.Now)
	f.Code(err, music.NotFound)
	_, err = f.TakeTicket(ctx, mine, "reset", storetest.Now.Add(time.Hour))
	f.Code(err, music.NotFound)
	if got := storetest.Get(f.Ticket(ctx, mine, "reset", storetest.Now))(t); got.AccountID != ada.AccountID || got.Data != "of one" || !got.ExpiresAt.Equal(storetest.Now.Add(time.Hour)) {
		t.Errorf("looked at: %+v", got)
	}
	if got := storetest.Get(f.TakeTicket(ctx, mine, "reset", storetest.Now.Add(time.Hour-time.Millisecond)))(t); got.AccountID != ada.AccountID {
		t.Errorf("taken: %+v", got)
	}
	_, err = f.TakeTicket(ctx, mine, "reset", storetest.Now)
	f.Code(err, music.NotFound)
	if got := storetest.Get(f.TakeTicket(ctx, nobodys, "invite", storetest.Now))(t); got.AccountID != "" {
		t.Errorf("nobody's: %+v", got)
	}

	dropped, kept, others := give("four", "reset", ada.AccountID), give("five", "verify", ada.AccountID), give("six", "reset", bob.AccountID)
	if got := storetest.Get(f.TicketOf(ctx, ada.AccountID, "reset", storetest.Now))(t); string(got.Hash) != "four" {
		t.Errorf("latest: %+v", got)
	}
	f.Must(f.DropTickets(ctx, ada.AccountID, "reset"))
	_, err = f.Ticket(ctx, dropped, "reset", storetest.Now)
	f.Code(err, music.NotFound)
	_, err = f.TicketOf(ctx, ada.AccountID, "reset", storetest.Now)
	f.Code(err, music.NotFound)
	storetest.Get(f.Ticket(ctx, kept, "verify", storetest.Now))(t)
	storetest.Get(f.Ticket(ctx, others, "reset", storetest.Now))(t)
}

func takeTicketOnce(t *testing.T, f *storetest.Fixture) {
	f.Must(f.CreateTicket(t.Context(), people.Ticket{Hash: []byte("one"), Purpose: "reset", CreatedAt: storetest.Now, ExpiresAt: storetest.Now.Add(time.Hour)}))
	results := make(chan error, 4)
	for range 4 {
		go func() {
			_, err := f.TakeTicket(context.WithoutCancel(t.Context()), []byte("one"), "reset", storetest.Now)
			results <- err
		}()
	}
	won := 0
	for range 4 {
		if err := <-results; err == nil {
			won++
		} else {
			f.Code(err, music.NotFound)
		}
	}
	if won != 1 {
		t.Errorf("%d of four took the ticket", won)
	}
}
