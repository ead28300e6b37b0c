package storetest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

// session opens one for an account.
func (f *fixture) session(v music.Viewer, refresh string, lastUsed time.Time) *music.Session {
	f.t.Helper()
	s := &music.Session{
		AccountID: v.AccountID, RefreshHash: []byte(refresh), CreatedAt: lastUsed, LastUsedAt: lastUsed, ExpiresAt: lastUsed.Add(time.Hour),
		UserAgent: "UA " + refresh, Address: "192.0.2.1",
	}
	f.must(f.CreateSession(f.t.Context(), s))
	return s
}

func sessionsOf(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	old := f.session(ana, "old", now.Add(-2*time.Hour))
	one, two := f.session(ana, "one", now), f.session(ana, "two", now.Add(time.Minute))
	bens := f.session(ben, "ben", now)
	ids := func() []string {
		list := []string{}
		for _, s := range get(f.SessionsOf(ctx, ana.AccountID, now))(t) {
			list = append(list, s.ID)
		}
		return list
	}
	same(t, "alive, last used first", ids(), []string{two.ID, one.ID})
	if end := get(f.LastSessionEnd(ctx))(t); !end.Equal(two.ExpiresAt) {
		t.Errorf("the last session ends %v", end)
	}

	f.must(f.SessionsUsed(ctx, nil))
	f.must(f.SessionsUsed(ctx, map[string]people.Use{one.ID: {At: now.Add(time.Hour)}, two.ID: {At: now}, "gone": {At: now}}))
	same(t, "after a use", ids(), []string{one.ID, two.ID})
	if got := get(f.SessionByID(ctx, two.ID))(t); !got.LastUsedAt.Equal(two.LastUsedAt) {
		t.Errorf("a use of before moved the time back to %v", got.LastUsedAt)
	}

	f.must(f.RenameSession(ctx, ana.AccountID, two.ID, "Kitchen", now))
	if got := get(f.SessionByID(ctx, two.ID))(t); got.Name != "Kitchen" {
		t.Errorf("called %q", got.Name)
	}
	f.code(f.RenameSession(ctx, ben.AccountID, two.ID, "Mine", now), music.NotFound)
	f.code(f.RenameSession(ctx, ana.AccountID, old.ID, "Old", now), music.NotFound)

	known := get(f.KnownDevices(ctx, ana.AccountID, now))(t)
	slices.SortFunc(known, func(a, b people.Device) int { return strings.Compare(a.UserAgent, b.UserAgent) })
	if diff := cmp.Diff([]people.Device{{UserAgent: "UA one", Address: "192.0.2.1"}, {UserAgent: "UA two", Address: "192.0.2.1"}}, known); diff != "" {
		t.Error(diff)
	}

	f.code(f.RevokeSessionOf(ctx, ana.AccountID, bens.ID, now), music.NotFound)
	f.code(f.RevokeSessionOf(ctx, ana.AccountID, old.ID, now), music.NotFound)
	f.code(f.RevokeSessionOf(ctx, ana.AccountID, "nothing", now), music.NotFound)
	f.must(f.RevokeSessionOf(ctx, ana.AccountID, two.ID, now))
	f.code(f.RevokeSessionOf(ctx, ana.AccountID, two.ID, now), music.NotFound)
	same(t, "after ending one", ids(), []string{one.ID})

	three := f.session(ana, "three", now)
	f.must(f.RevokeOtherSessions(ctx, ana.AccountID, three.ID, now))
	same(t, "after ending others", ids(), []string{three.ID})
	if got := get(f.SessionByID(ctx, bens.ID))(t); !got.RevokedAt.IsZero() {
		t.Error("somebody else's session ended")
	}
}

func lastOperator(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Admin)
	f.must(f.SetDisabled(ctx, ben.AccountID, now))
	f.code(f.SetDisabled(ctx, ana.AccountID, now), music.Conflict)
	f.code(f.SetRole(ctx, ana.AccountID, music.Creator), music.Conflict)
	f.code(f.DeleteAccount(ctx, ana.AccountID), music.Conflict)
	if got := get(f.AccountByID(ctx, ana.AccountID))(t); got.Role != music.Admin || !got.DisabledAt.IsZero() {
		t.Errorf("the last operator changed: %+v", got)
	}
	if got := get(f.AccountByID(ctx, ben.AccountID))(t); !got.DisabledAt.Equal(now) {
		t.Errorf("disabled at %v", got.DisabledAt)
	}
	f.must(f.SetDisabled(ctx, ben.AccountID, time.Time{}))
	f.must(f.SetRole(ctx, ana.AccountID, music.Creator))
	f.must(f.DeleteAccount(ctx, ana.AccountID))
	f.code(f.SetDisabled(ctx, ana.AccountID, now), music.NotFound)
}

// lastOperatorRace has operators demote each other at once.
func lastOperatorRace(t *testing.T, f *fixture) {
	operators := []music.Viewer{}
	for i := range 6 {
		operators = append(operators, f.member(strconv.Itoa(i), music.Admin))
	}
	var refused atomic.Int32
	var wg sync.WaitGroup
	for i, v := range operators {
		wg.Go(func() {
			var err error
			switch i % 3 {
			case 0:
				err = f.SetRole(t.Context(), v.AccountID, music.Listener)
			case 1:
				err = f.SetDisabled(t.Context(), v.AccountID, now)
			default:
				err = f.DeleteAccount(t.Context(), v.AccountID)
			}
			if music.CodeOf(err) == music.Conflict {
				refused.Add(1)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if refused.Load() != 1 {
		t.Errorf("%d were refused, want the last one only", refused.Load())
	}
}

func lockOuts(t *testing.T, f *fixture) {
	ctx := t.Context()
	for i, key := range []string{"ana@x.example 192.0.2.1", "ana@x.example 2001:db8::1", "ana@x.example", "ana@x.example.org 192.0.2.1", "ana@x.example 192.0.2.1"} {
		get(f.FailedLogin(ctx, key, now.Add(time.Duration(i)*time.Minute)))(t)
	}
	const key = "ana@x.example 192.0.2.1"
	for n, want := range map[int]time.Time{1: now.Add(4 * time.Minute), 2: now, 3: {}} {
		if at := get(f.FailedLoginBefore(ctx, key, n))(t); !at.Equal(want) {
			t.Errorf("number %d from the end failed at %v, want %v", n, at, want)
		}
	}
	same(t, "often", get(f.OftenFailed(ctx, now.Add(-time.Minute), 2))(t), []string{key})
	same(t, "often of late", get(f.OftenFailed(ctx, now, 2))(t), []string{})
	f.must(f.ClearFailedLoginsOf(ctx, "ana@x.example"))
	same(t, "left", get(f.OftenFailed(ctx, now.Add(-time.Minute), 1))(t), []string{"ana@x.example.org 192.0.2.1"})
}

func appPasswords(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	p := &people.AppPassword{AccountID: ana.AccountID, Hash: []byte{0, 1}, Name: "Car", Scope: music.ScopeStream, CreatedAt: now}
	f.must(f.AddAppPassword(ctx, p, 2))
	if diff := cmp.Diff(p, get(f.AppPasswordByHash(ctx, []byte{0, 1}))(t)); diff != "" {
		t.Error(diff)
	}
	second := &people.AppPassword{AccountID: ana.AccountID, Hash: []byte{2}, Name: "Kitchen\x00", Scope: music.ScopeFull, CreatedAt: now}
	f.must(f.AddAppPassword(ctx, second, 2))
	f.code(f.AddAppPassword(ctx, &people.AppPassword{AccountID: ana.AccountID, Hash: []byte{3}}, 2), music.Conflict)
	f.code(f.AddAppPassword(ctx, &people.AppPassword{AccountID: ben.AccountID, Hash: []byte{2}}, 2), music.Conflict)
	f.code(f.AddAppPassword(ctx, &people.AppPassword{AccountID: "nobody", Hash: []byte{4}}, 2), music.NotFound)
	if list := get(f.AppPasswords(ctx, ana.AccountID))(t); len(list) != 2 || list[0].ID != second.ID || list[0].Name != "Kitchen" || list[1].ID != p.ID {
		t.Errorf("app passwords: %+v", list)
	}

	f.must(f.AppPasswordsUsed(ctx, nil))
	f.must(f.AppPasswordsUsed(ctx, map[string]people.Use{p.ID: {At: now, Address: "192.0.2.7"}, "gone": {At: now}}))
	f.must(f.AppPasswordsUsed(ctx, map[string]people.Use{p.ID: {At: now.Add(-time.Hour), Address: "192.0.2.8"}}))
	if got := get(f.AppPasswordByHash(ctx, []byte{0, 1}))(t); !got.LastUsedAt.Equal(now) || got.LastAddress != "192.0.2.7" {
		t.Errorf("after a use: %+v", got)
	}

	_, err := f.DeleteAppPassword(ctx, ben.AccountID, p.ID)
	f.code(err, music.NotFound)
	if gone := get(f.DeleteAppPassword(ctx, ana.AccountID, p.ID))(t); gone.Name != "Car" {
		t.Errorf("deleted %+v", gone)
	}
	_, err = f.DeleteAppPassword(ctx, ana.AccountID, p.ID)
	f.code(err, music.NotFound)
	_, err = f.AppPasswordByHash(ctx, []byte{0, 1})
	f.code(err, music.NotFound)
	f.must(f.SetRole(ctx, ben.AccountID, music.Admin))
	f.must(f.DeleteAccount(ctx, ana.AccountID))
	_, err = f.AppPasswordByHash(ctx, []byte{2})
	f.code(err, music.NotFound)
}

func securityEvents(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin), f.member("ben", music.Listener)
	for i := range 5 {
		f.must(f.AddSecurityEvent(ctx, people.AuditEntry{
			At: now.Add(time.Duration(i) * time.Minute), AccountID: ben.AccountID, Actor: ana.AccountID, Kind: people.RoleChanged,
			Address: "192.0.2.1", UserAgent: "UA\x00", Detail: strconv.Itoa(i),
		}))
	}
	f.must(f.AddSecurityEvent(ctx, people.AuditEntry{At: now, Kind: people.SignInFailed, Detail: "nobody@music.example"}))
	f.must(f.AddSecurityEvent(ctx, people.AuditEntry{At: now, Actor: people.ActorOperator, AccountID: ana.AccountID, Kind: people.KeysRotated}))

	details := func(list []people.AuditEntry) []string {
		out := []string{}
		for _, e := range list {
			out = append(out, e.Detail)
		}
		return out
	}
	first := get(f.SecurityEvents(ctx, ben.AccountID, music.Page{Limit: 3}))(t)
	same(t, "first page", details(first.Items), []string{"4", "3", "2"})
	second := get(f.SecurityEvents(ctx, ben.AccountID, music.Page{Limit: 3, After: first.Next}))(t)
	same(t, "second page", details(second.Items), []string{"1", "0"})
	if first.Total != 5 || second.Next != "" {
		t.Errorf("total %d, then %q", first.Total, second.Next)
	}
	want := people.AuditEntry{
		At: now.Add(4 * time.Minute), AccountID: ben.AccountID, Email: "ben@music.example", Actor: ana.AccountID, ActorEmail: "ana@music.example",
		Kind: people.RoleChanged, Address: "192.0.2.1", UserAgent: "UA", Detail: "4",
	}
	if diff := cmp.Diff(want, first.Items[0]); diff != "" {
		t.Error(diff)
	}
	if all := get(f.SecurityEvents(ctx, "", music.Page{}))(t); all.Total != 7 || all.Items[0].Actor != people.ActorOperator || all.Items[1].AccountID != "" {
		t.Errorf("everybody's: %+v", all)
	}
	if none := get(f.SecurityEvents(ctx, "nobody", music.Page{}))(t); none.Total != 0 || len(none.Items) != 0 {
		t.Errorf("nobody's: %+v", none)
	}
	_, err := f.SecurityEvents(ctx, "", music.Page{After: "1xyz"})
	f.code(err, music.Invalid)

	f.must(f.DeleteAccount(ctx, ben.AccountID))
	if all := get(f.SecurityEvents(ctx, "", music.Page{}))(t); all.Total != 7 || all.Items[6].AccountID != "" || all.Items[6].Email != "" {
		t.Errorf("after the account is gone: %+v", all)
	}
}

func rotateSigningKey(t *testing.T, f *fixture) {
	ctx := t.Context()
	soon := now.Add(time.Hour)
	f.must(f.AddSigningKey(ctx, store.SigningKey{ID: "a", Secret: []byte{1}, CreatedAt: now}))
	f.must(f.RotateSigningKey(ctx, store.SigningKey{ID: "b", Secret: []byte{2}, CreatedAt: now.Add(time.Second)}, soon))
	f.must(f.RotateSigningKey(ctx, store.SigningKey{ID: "c", Secret: []byte{3}, CreatedAt: now.Add(2 * time.Second)}, soon.Add(time.Minute)))
	retired := func() map[string]time.Time {
		all := map[string]time.Time{}
		for _, k := range get(f.SigningKeys(ctx))(t) {
			all[k.ID] = k.RetiredAt
		}
		return all
	}
	if diff := cmp.Diff(map[string]time.Time{"a": soon, "b": soon.Add(time.Minute), "c": {}}, retired()); diff != "" {
		t.Error(diff)
	}
	f.must(f.RotateSigningKey(ctx, store.SigningKey{ID: "d", Secret: []byte{4}, CreatedAt: now.Add(3 * time.Second)}, now))
	if diff := cmp.Diff(map[string]time.Time{"a": now, "b": now, "c": now, "d": {}}, retired()); diff != "" {
		t.Error(diff)
	}
	f.code(f.RotateSigningKey(ctx, store.SigningKey{ID: "d", Secret: []byte{5}}, soon), music.Conflict)
	if r := retired(); !r["d"].IsZero() {
		t.Error("a rotation that failed retired a key")
	}
}

func tidy(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin)
	before := now.Add(-time.Hour)
	expired, ended := f.session(ana, "expired", now.Add(-3*time.Hour)), f.session(ana, "ended", now)
	get(f.RevokeSession(ctx, ended.ID, before.Add(-time.Millisecond)))(t)
	alive, justEnded := f.session(ana, "alive", now), f.session(ana, "just ended", now)
	get(f.RevokeSession(ctx, justEnded.ID, before))(t)
	for _, at := range []time.Time{before.Add(-time.Millisecond), before} {
		f.must(f.AddSecurityEvent(ctx, people.AuditEntry{At: at, AccountID: ana.AccountID, Kind: people.SignedIn}))
		f.must(f.CreateTicket(ctx, people.Ticket{Hash: fmt.Append(nil, at), Purpose: "p", AccountID: ana.AccountID, CreatedAt: at.Add(-time.Hour), ExpiresAt: at}))
		get(f.FailedLogin(ctx, "k", at))(t)
		f.must(f.AddSigningKey(ctx, store.SigningKey{ID: strconv.FormatInt(at.UnixMilli(), 10), RetiredAt: at, Secret: []byte{1}}))
	}
	f.must(f.AddSigningKey(ctx, store.SigningKey{ID: "in use", Secret: []byte{1}}))
	ages := store.Ages{Sessions: before, Events: before, FailedLogins: before, Tickets: before, Keys: before}
	if n := get(f.Tidy(ctx, ages))(t); n != 6 {
		t.Errorf("%d deleted, want 6", n)
	}
	if n := get(f.Tidy(ctx, ages))(t); n != 0 {
		t.Errorf("%d deleted the second time", n)
	}
	for _, gone := range []*music.Session{expired, ended} {
		_, err := f.SessionByID(ctx, gone.ID)
		f.code(err, music.NotFound)
	}
	for _, kept := range []*music.Session{alive, justEnded} {
		get(f.SessionByID(ctx, kept.ID))(t)
	}
	if events := get(f.SecurityEvents(ctx, "", music.Page{}))(t); events.Total != 1 {
		t.Errorf("%d events are left", events.Total)
	}
	if keys := get(f.SigningKeys(ctx))(t); len(keys) != 2 {
		t.Errorf("keys left: %v", keys)
	}
}
