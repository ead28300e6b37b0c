package operations_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func tidy(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	before := storetest.Now.Add(-time.Hour)
	expired, ended := f.AddSession(ana, "expired", storetest.Now.Add(-3*time.Hour)), f.AddSession(ana, "ended", storetest.Now)
	storetest.Get(f.RevokeSession(ctx, ended.ID, before.Add(-time.Millisecond)))(t)
	alive, justEnded := f.AddSession(ana, "alive", storetest.Now), f.AddSession(ana, "just ended", storetest.Now)
	storetest.Get(f.RevokeSession(ctx, justEnded.ID, before))(t)
	for _, at := range []time.Time{before.Add(-time.Millisecond), before} {
		f.Must(f.AddSecurityEvent(ctx, people.AuditEntry{At: at, AccountID: ana.AccountID, Kind: people.SignedIn}))
		f.Must(f.CreateTicket(ctx, people.Ticket{Hash: fmt.Append(nil, at), Purpose: "p", AccountID: ana.AccountID, CreatedAt: at.Add(-time.Hour), ExpiresAt: at}))
		storetest.Get(f.FailedLogin(ctx, "k", at))(t)
		f.Must(f.AddSigningKey(ctx, store.SigningKey{ID: strconv.FormatInt(at.UnixMilli(), 10), RetiredAt: at, Secret: []byte{1}}))
	}
	f.Must(f.AddSigningKey(ctx, store.SigningKey{ID: "in use", Secret: []byte{1}}))
	ages := store.Ages{Sessions: before, Events: before, FailedLogins: before, Tickets: before, Keys: before}
	if n := storetest.Get(f.Tidy(ctx, ages))(t); n != 6 {
		t.Errorf("%d deleted, want 6", n)
	}
	if n := storetest.Get(f.Tidy(ctx, ages))(t); n != 0 {
		t.Errorf("%d deleted the second time", n)
	}
	for _, gone := range []*music.Session{expired, ended} {
		_, err := f.SessionByID(ctx, gone.ID)
		f.Code(err, music.NotFound)
	}
	for _, kept := range []*music.Session{alive, justEnded} {
		storetest.Get(f.SessionByID(ctx, kept.ID))(t)
	}
	if events := storetest.Get(f.SecurityEvents(ctx, "", music.Page{}))(t); events.Total != 1 {
		t.Errorf("%d events are left", events.Total)
	}
	if keys := storetest.Get(f.SigningKeys(ctx))(t); len(keys) != 2 {
		t.Errorf("keys left: %v", keys)
	}
}
