package accounts_test

import (
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func credentials(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ada, bob := f.Member("ada", music.Listener), f.Member("bob", music.Listener)
	session := func(accountID, refresh string) string {
		s := &music.Session{AccountID: accountID, RefreshHash: []byte(refresh), CreatedAt: storetest.Now, ExpiresAt: storetest.Now.Add(time.Hour)}
		f.Must(f.CreateSession(ctx, s))
		return s.ID
	}
	kept, ended, others := session(ada.AccountID, "a1"), session(ada.AccountID, "a2"), session(bob.AccountID, "b1")
	give := func(purpose string) {
		f.Must(f.CreateTicket(ctx, people.Ticket{Hash: []byte(purpose), Purpose: purpose, AccountID: ada.AccountID, CreatedAt: storetest.Now, ExpiresAt: storetest.Now.Add(time.Hour)}))
	}
	has := func(purpose string) bool {
		_, err := f.Ticket(ctx, []byte(purpose), purpose, storetest.Now)
		return err == nil
	}
	give("reset")
	give("verify")
	f.Must(f.ReplacePassword(ctx, ada.AccountID, "new", kept, storetest.Now, "reset", "challenge"))
	for id, revoked := range map[string]bool{kept: false, ended: true, others: false} {
		if s := storetest.Get(f.SessionByID(ctx, id))(t); s.RevokedAt.IsZero() == revoked {
			t.Errorf("%s is revoked at %v", s.RefreshHash, s.RevokedAt)
		}
	}
	if has("reset") || !has("verify") {
		t.Error("the wrong tickets are dropped")
	}
	f.Code(f.ReplacePassword(ctx, "nobody", "", "", storetest.Now), music.NotFound)

	f.Code(f.SetVerified(ctx, ada.AccountID, "other@music.example", storetest.Now), music.NotFound)
	f.Must(f.SetVerified(ctx, ada.AccountID, "ada@music.example", storetest.Now))
	f.Code(f.SetVerified(ctx, ada.AccountID, "ada@music.example", storetest.Now.Add(time.Hour)), music.NotFound)
	f.Must(f.SetPendingEmail(ctx, ada.AccountID, "new@music.example", "verify"))
	a := storetest.Get(f.AccountByID(ctx, ada.AccountID))(t)
	if a.PasswordHash != "new" || !a.VerifiedAt.Equal(storetest.Now) || a.PendingEmail != "new@music.example" || has("verify") {
		t.Errorf("pending: %+v", a)
	}
	give("reset")
	f.Code(f.SetEmail(ctx, ada.AccountID, "bob@music.example", storetest.Now, "reset"), music.Conflict)
	if !has("reset") {
		t.Error("a change that failed dropped tickets")
	}
	f.Must(f.SetEmail(ctx, ada.AccountID, "new@music.example", time.Time{}, "reset"))
	a = storetest.Get(f.AccountByEmail(ctx, "new@music.example"))(t)
	if a.ID != ada.AccountID || !a.VerifiedAt.IsZero() || a.PendingEmail != "" || has("reset") {
		t.Errorf("changed: %+v", a)
	}
}
