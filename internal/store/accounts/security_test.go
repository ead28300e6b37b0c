package accounts_test

import (
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
	"sonora/internal/store/storetest"
)

func sessionsOf(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	old := f.AddSession(ana, "old", storetest.Now.Add(-2*time.Hour))
	one, two := f.AddSession(ana, "one", storetest.Now), f.AddSession(ana, "two", storetest.Now.Add(time.Minute))
	bens := f.AddSession(ben, "ben", storetest.Now)
	ids := func() []string {
		list := []string{}
		for _, s := range storetest.Get(f.SessionsOf(ctx, ana.AccountID, storetest.Now))(t) {
			list = append(list, s.ID)
		}
		return list
	}
	storetest.Same(t, "alive, last used first", ids(), []string{two.ID, one.ID})
	if end := storetest.Get(f.LastSessionEnd(ctx))(t); !end.Equal(two.ExpiresAt) {
		t.Errorf("the last session ends %v", end)
	}

	f.Must(f.SessionsUsed(ctx, nil))
	f.Must(f.SessionsUsed(ctx, map[string]people.Use{one.ID: {At: storetest.Now.Add(time.Hour)}, two.ID: {At: storetest.Now}, "gone": {At: storetest.Now}}))
	storetest.Same(t, "after a use", ids(), []string{one.ID, two.ID})
	if got := storetest.Get(f.SessionByID(ctx, two.ID))(t); !got.LastUsedAt.Equal(two.LastUsedAt) {
		t.Errorf("a use of before moved the time back to %v", got.LastUsedAt)
	}

	f.Must(f.RenameSession(ctx, ana.AccountID, two.ID, "Kitchen", storetest.Now))
	if got := storetest.Get(f.SessionByID(ctx, two.ID))(t); got.Name != "Kitchen" {
		t.Errorf("called %q", got.Name)
	}
	f.Code(f.RenameSession(ctx, ben.AccountID, two.ID, "Mine", storetest.Now), music.NotFound)
	f.Code(f.RenameSession(ctx, ana.AccountID, old.ID, "Old", storetest.Now), music.NotFound)

	known := storetest.Get(f.KnownDevices(ctx, ana.AccountID, storetest.Now))(t)
	slices.SortFunc(known, func(a, b people.Device) int { return strings.Compare(a.UserAgent, b.UserAgent) })
	if diff := cmp.Diff([]people.Device{{UserAgent: "UA one", Address: "192.0.2.1"}, {UserAgent: "UA two", Address: "192.0.2.1"}}, known); diff != "" {
		t.Error(diff)
	}

	f.Code(f.RevokeSessionOf(ctx, ana.AccountID, bens.ID, storetest.Now), music.NotFound)
	f.Code(f.RevokeSessionOf(ctx, ana.AccountID, old.ID, storetest.Now), music.NotFound)
	f.Code(f.RevokeSessionOf(ctx, ana.AccountID, "nothing", storetest.Now), music.NotFound)
	f.Must(f.RevokeSessionOf(ctx, ana.AccountID, two.ID, storetest.Now))
	f.Code(f.RevokeSessionOf(ctx, ana.AccountID, two.ID, storetest.Now), music.NotFound)
	storetest.Same(t, "after ending one", ids(), []string{one.ID})

	three := f.AddSession(ana, "three", storetest.Now)
	f.Must(f.RevokeOtherSessions(ctx, ana.AccountID, three.ID, storetest.Now))
	storetest.Same(t, "after ending others", ids(), []string{three.ID})
	if got := storetest.Get(f.SessionByID(ctx, bens.ID))(t); !got.RevokedAt.IsZero() {
		t.Error("somebody else's session ended")
	}
}

func lastOperator(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Admin)
	f.Must(f.SetDisabled(ctx, ben.AccountID, storetest.Now))
	f.Code(f.SetDisabled(ctx, ana.AccountID, storetest.Now), music.Conflict)
	f.Code(f.SetRole(ctx, ana.AccountID, music.Creator), music.Conflict)
	f.Code(f.DeleteAccount(ctx, ana.AccountID), music.Conflict)
	if got := storetest.Get(f.AccountByID(ctx, ana.AccountID))(t); got.Role != music.Admin || !got.DisabledAt.IsZero() {
		t.Errorf("the last operator changed: %+v", got)
	}
	if got := storetest.Get(f.AccountByID(ctx, ben.AccountID))(t); !got.DisabledAt.Equal(storetest.Now) {
		t.Errorf("disabled at %v", got.DisabledAt)
	}
	f.Must(f.SetDisabled(ctx, ben.AccountID, time.Time{}))
	f.Must(f.SetRole(ctx, ana.AccountID, music.Creator))
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	f.Code(f.SetDisabled(ctx, ana.AccountID, storetest.Now), music.NotFound)
}

// lastOperatorRace lets operators demote each other concurrently.
func lastOperatorRace(t *testing.T, f *storetest.Fixture) {
	operators := []music.Viewer{}
	for i := range 6 {
		operators = append(operators, f.Member(strconv.Itoa(i), music.Admin))
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
				err = f.SetDisabled(t.Context(), v.AccountID, storetest.Now)
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

func lockOuts(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	for i, key := range []string{"ana@x.example 192.0.2.1", "ana@x.example 2001:db8::1", "ana@x.example", "ana@x.example.org 192.0.2.1", "ana@x.example 192.0.2.1"} {
		storetest.Get(f.FailedLogin(ctx, key, storetest.Now.Add(time.Duration(i)*time.Minute)))(t)
	}
	const key = "ana@x.example 192.0.2.1"
	for n, want := range map[int]time.Time{1: storetest.Now.Add(4 * time.Minute), 2: storetest.Now, 3: {}} {
		if at := storetest.Get(f.FailedLoginBefore(ctx, key, n))(t); !at.Equal(want) {
			t.Errorf("number %d from the end failed at %v, want %v", n, at, want)
		}
	}
	storetest.Same(t, "often", storetest.Get(f.OftenFailed(ctx, storetest.Now.Add(-time.Minute), 2))(t), []string{key})
	storetest.Same(t, "often of late", storetest.Get(f.OftenFailed(ctx, storetest.Now, 2))(t), []string{})
	f.Must(f.ClearFailedLoginsOf(ctx, "ana@x.example"))
	storetest.Same(t, "left", storetest.Get(f.OftenFailed(ctx, storetest.Now.Add(-time.Minute), 1))(t), []string{"ana@x.example.org 192.0.2.1"})
}

func apiKeys(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	p := &people.APIKey{AccountID: ana.AccountID, Hash: []byte{0, 1}, Sealed: []byte{9}, Name: "Car", Scopes: "listen", CreatedAt: storetest.Now}
	f.Must(f.AddAPIKey(ctx, p, 2))
	if diff := cmp.Diff(p, storetest.Get(f.APIKeyByHash(ctx, []byte{0, 1}))(t)); diff != "" {
		t.Error(diff)
	}
	second := &people.APIKey{AccountID: ana.AccountID, Hash: []byte{2}, Name: "Kitchen\x00", Scopes: "listen write", ExpiresAt: storetest.Now.Add(time.Hour), CreatedAt: storetest.Now}
	f.Must(f.AddAPIKey(ctx, second, 2))
	f.Code(f.AddAPIKey(ctx, &people.APIKey{AccountID: ana.AccountID, Hash: []byte{3}}, 2), music.Conflict)
	f.Code(f.AddAPIKey(ctx, &people.APIKey{AccountID: ben.AccountID, Hash: []byte{2}}, 2), music.Conflict)
	f.Code(f.AddAPIKey(ctx, &people.APIKey{AccountID: "nobody", Hash: []byte{4}}, 2), music.NotFound)
	if list := storetest.Get(f.APIKeys(ctx, ana.AccountID))(t); len(list) != 2 || list[0].ID != second.ID || list[0].Name != "Kitchen" || list[1].ID != p.ID {
		t.Errorf("API keys: %+v", list)
	}

	f.Must(f.APIKeysUsed(ctx, nil))
	f.Must(f.APIKeysUsed(ctx, map[string]people.Use{p.ID: {At: storetest.Now, Address: "192.0.2.7"}, "gone": {At: storetest.Now}}))
	f.Must(f.APIKeysUsed(ctx, map[string]people.Use{p.ID: {At: storetest.Now.Add(-time.Hour), Address: "192.0.2.8"}}))
	if got := storetest.Get(f.APIKeyByHash(ctx, []byte{0, 1}))(t); !got.LastUsedAt.Equal(storetest.Now) || got.LastAddress != "192.0.2.7" {
		t.Errorf("after a use: %+v", got)
	}

	_, err := f.DeleteAPIKey(ctx, ben.AccountID, p.ID)
	f.Code(err, music.NotFound)
	if gone := storetest.Get(f.DeleteAPIKey(ctx, ana.AccountID, p.ID))(t); gone.Name != "Car" {
		t.Errorf("deleted %+v", gone)
	}
	_, err = f.DeleteAPIKey(ctx, ana.AccountID, p.ID)
	f.Code(err, music.NotFound)
	_, err = f.APIKeyByHash(ctx, []byte{0, 1})
	f.Code(err, music.NotFound)
	f.Must(f.SetRole(ctx, ben.AccountID, music.Admin))
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	_, err = f.APIKeyByHash(ctx, []byte{2})
	f.Code(err, music.NotFound)
}

func securityEvents(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	for i := range 5 {
		f.Must(f.AddSecurityEvent(ctx, people.AuditEntry{
			At: storetest.Now.Add(time.Duration(i) * time.Minute), AccountID: ben.AccountID, Actor: ana.AccountID, Kind: people.RoleChanged,
			Address: "192.0.2.1", UserAgent: "UA\x00", Detail: strconv.Itoa(i),
		}))
	}
	f.Must(f.AddSecurityEvent(ctx, people.AuditEntry{At: storetest.Now, Kind: people.SignInFailed, Detail: "nobody@music.example"}))
	f.Must(f.AddSecurityEvent(ctx, people.AuditEntry{At: storetest.Now, Actor: people.ActorOperator, AccountID: ana.AccountID, Kind: people.KeysRotated}))

	details := func(list []people.AuditEntry) []string {
		out := []string{}
		for _, e := range list {
			out = append(out, e.Detail)
		}
		return out
	}
	first := storetest.Get(f.SecurityEvents(ctx, ben.AccountID, music.Page{Limit: 3}))(t)
	storetest.Same(t, "first page", details(first.Items), []string{"4", "3", "2"})
	second := storetest.Get(f.SecurityEvents(ctx, ben.AccountID, music.Page{Limit: 3, After: first.Next}))(t)
	storetest.Same(t, "second page", details(second.Items), []string{"1", "0"})
	if first.Total != 5 || second.Next != "" {
		t.Errorf("total %d, then %q", first.Total, second.Next)
	}
	want := people.AuditEntry{
		At: storetest.Now.Add(4 * time.Minute), AccountID: ben.AccountID, Email: "ben@music.example", Actor: ana.AccountID, ActorEmail: "ana@music.example",
		Kind: people.RoleChanged, Address: "192.0.2.1", UserAgent: "UA", Detail: "4",
	}
	if diff := cmp.Diff(want, first.Items[0]); diff != "" {
		t.Error(diff)
	}
	if all := storetest.Get(f.SecurityEvents(ctx, "", music.Page{}))(t); all.Total != 7 || all.Items[0].Actor != people.ActorOperator || all.Items[1].AccountID != "" {
		t.Errorf("everybody's: %+v", all)
	}
	if none := storetest.Get(f.SecurityEvents(ctx, "nobody", music.Page{}))(t); none.Total != 0 || len(none.Items) != 0 {
		t.Errorf("nobody's: %+v", none)
	}
	_, err := f.SecurityEvents(ctx, "", music.Page{After: "1xyz"})
	f.Code(err, music.Invalid)

	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	if all := storetest.Get(f.SecurityEvents(ctx, "", music.Page{}))(t); all.Total != 7 || all.Items[6].AccountID != "" || all.Items[6].Email != "" {
		t.Errorf("after the account is gone: %+v", all)
	}
}

func rotateSigningKey(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	soon := storetest.Now.Add(time.Hour)
	f.Must(f.AddSigningKey(ctx, store.SigningKey{ID: "a", Secret: []byte{1}, CreatedAt: storetest.Now}))
	f.Must(f.RotateSigningKey(ctx, store.SigningKey{ID: "b", Secret: []byte{2}, CreatedAt: storetest.Now.Add(time.Second)}, soon))
	f.Must(f.RotateSigningKey(ctx, store.SigningKey{ID: "c", Secret: []byte{3}, CreatedAt: storetest.Now.Add(2 * time.Second)}, soon.Add(time.Minute)))
	retired := func() map[string]time.Time {
		all := map[string]time.Time{}
		for _, k := range storetest.Get(f.SigningKeys(ctx))(t) {
			all[k.ID] = k.RetiredAt
		}
		return all
	}
	if diff := cmp.Diff(map[string]time.Time{"a": soon, "b": soon.Add(time.Minute), "c": {}}, retired()); diff != "" {
		t.Error(diff)
	}
	f.Must(f.RotateSigningKey(ctx, store.SigningKey{ID: "d", Secret: []byte{4}, CreatedAt: storetest.Now.Add(3 * time.Second)}, storetest.Now))
	if diff := cmp.Diff(map[string]time.Time{"a": storetest.Now, "b": storetest.Now, "c": storetest.Now, "d": {}}, retired()); diff != "" {
		t.Error(diff)
	}
	f.Code(f.RotateSigningKey(ctx, store.SigningKey{ID: "d", Secret: []byte{5}}, soon), music.Conflict)
	if r := retired(); !r["d"].IsZero() {
		t.Error("a rotation that failed retired a key")
	}
}
