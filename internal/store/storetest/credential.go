package storetest

import (
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

func credentials(t *testing.T, f *fixture) {
	ctx := t.Context()
	ada, bob := f.member("ada", music.Listener), f.member("bob", music.Listener)
	session := func(accountID, refresh string) string {
		s := &music.Session{AccountID: accountID, RefreshHash: []byte(refresh), CreatedAt: now, ExpiresAt: now.Add(time.Hour)}
		f.must(f.CreateSession(ctx, s))
		return s.ID
	}
	kept, ended, others := session(ada.AccountID, "a1"), session(ada.AccountID, "a2"), session(bob.AccountID, "b1")
	give := func(purpose string) {
		f.must(f.CreateTicket(ctx, people.Ticket{Hash: []byte(purpose), Purpose: purpose, AccountID: ada.AccountID, CreatedAt: now, ExpiresAt: now.Add(time.Hour)}))
	}
	has := func(purpose string) bool {
		_, err := f.Ticket(ctx, []byte(purpose), purpose, now)
		return err == nil
	}
	give("reset")
	give("verify")
	f.must(f.ReplacePassword(ctx, ada.AccountID, "new", kept, now, "reset", "challenge"))
	for id, revoked := range map[string]bool{kept: false, ended: true, others: false} {
		if s := get(f.SessionByID(ctx, id))(t); s.RevokedAt.IsZero() == revoked {
			t.Errorf("%s is revoked at %v", s.RefreshHash, s.RevokedAt)
		}
	}
	if has("reset") || !has("verify") {
		t.Error("the wrong tickets are dropped")
	}
	f.code(f.ReplacePassword(ctx, "nobody", "", "", now), music.NotFound)

	f.code(f.SetVerified(ctx, ada.AccountID, "other@music.example", now), music.NotFound)
	f.must(f.SetVerified(ctx, ada.AccountID, "ada@music.example", now))
	f.code(f.SetVerified(ctx, ada.AccountID, "ada@music.example", now.Add(time.Hour)), music.NotFound)
	f.must(f.SetPendingEmail(ctx, ada.AccountID, "new@music.example", "verify"))
	a := get(f.AccountByID(ctx, ada.AccountID))(t)
	if a.PasswordHash != "new" || !a.VerifiedAt.Equal(now) || a.PendingEmail != "new@music.example" || has("verify") {
		t.Errorf("pending: %+v", a)
	}
	give("reset")
	f.code(f.SetEmail(ctx, ada.AccountID, "bob@music.example", now, "reset"), music.Conflict)
	if !has("reset") {
		t.Error("a change that failed dropped tickets")
	}
	f.must(f.SetEmail(ctx, ada.AccountID, "new@music.example", time.Time{}, "reset"))
	a = get(f.AccountByEmail(ctx, "new@music.example"))(t)
	if a.ID != ada.AccountID || !a.VerifiedAt.IsZero() || a.PendingEmail != "" || has("reset") {
		t.Errorf("changed: %+v", a)
	}
}
