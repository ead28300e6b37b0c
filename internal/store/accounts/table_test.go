package accounts_test

import (
	"strings"
	"testing"
	"time"

	"sonora/internal/ifmatch"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

// memberTable checks the search, the filters, the orders and the pages of the
// operator's table of people.
func memberTable(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	add := func(email, first string, role music.Role, more func(*music.Account)) *music.Account {
		t.Helper()
		a := &music.Account{Email: email, FirstName: first, Role: role}
		if more != nil {
			more(a)
		}
		f.Must(f.CreateAccount(ctx, a))
		return a
	}
	boss := add("boss@a.example", "Zoe", music.Admin, func(a *music.Account) { a.VerifiedAt = storetest.Now })
	ana := add("x@b.example", "Ána", music.Listener, func(a *music.Account) { a.AuthProvider, a.LastLoginAt = "google", storetest.Now })
	ben := add("ben@b.example", "", music.Creator, nil)
	kim := add("kim_100%@c.example", "Kim", music.Listener, nil)
	f.Must(f.SetDisabled(ctx, ben.ID, storetest.Now))
	f.Must(f.RemoveAccount(ctx, kim.ID, storetest.Now, storetest.Now.Add(time.Hour)))
	f.Must(f.CreateSession(ctx, &music.Session{AccountID: boss.ID, RefreshHash: []byte("h"), LastUsedAt: storetest.Now.Add(time.Hour), ExpiresAt: storetest.Now.Add(2 * time.Hour)}))
	read := func(table people.Table, p music.Page) ([]string, int) {
		t.Helper()
		list := storetest.Get(f.MemberTable(ctx, table, p))(t)
		return storetest.IDs(list.Items, func(m people.Member) string { return m.Email[:strings.IndexAny(m.Email, "@_")] }), list.Total
	}
	yes, no := true, false
	for name, c := range map[string]struct {
		table people.Table
		want  string
	}{
		"oldest first":         {people.Table{}, "boss x ben kim"},
		"newest first":         {people.Table{Sort: "-created"}, "kim ben x boss"},
		"by name or address":   {people.Table{Sort: "name"}, "x ben kim boss"},
		"by address":           {people.Table{Sort: "-email"}, "x kim boss ben"},
		"by role":              {people.Table{Sort: "-role"}, "boss ben kim x"},
		"by provider":          {people.Table{Sort: "-provider"}, "x kim ben boss"},
		"by verified":          {people.Table{Sort: "-verified"}, "boss kim ben x"},
		"by storage":           {people.Table{Sort: "storage"}, "boss x ben kim"},
		"by last active":       {people.Table{Sort: "-active"}, "boss x kim ben"},
		"by status":            {people.Table{Sort: "status"}, "kim ben boss x"},
		"words":                {people.Table{Words: []string{"ANA"}}, "x"},
		"a part of an address": {people.Table{Words: []string{"b.example"}}, "x ben"},
		"a sign of like":       {people.Table{Words: []string{"100%"}}, "kim"},
		"no SQL":               {people.Table{Words: []string{"';drop table account--\x00", "'"}}, ""},
		"a role":               {people.Table{Role: music.Listener}, "x kim"},
		"active":               {people.Table{Status: people.Active}, "boss x"},
		"disabled":             {people.Table{Status: people.Disabled}, "ben"},
		"leaving":              {people.Table{Status: people.Leaving}, "kim"},
		"verified":             {people.Table{IsVerified: &yes}, "boss"},
		"not verified":         {people.Table{IsVerified: &no, Role: music.Creator}, "ben"},
	} {
		got, total := read(c.table, music.Page{})
		storetest.Same(t, name, got, append([]string{}, strings.Fields(c.want)...))
		if total != len(got) {
			t.Errorf("%s: total %d of %d", name, total, len(got))
		}
	}
	if part, total := read(people.Table{Sort: "email"}, music.Page{At: 1, Limit: 2}); total != 4 {
		t.Errorf("a page: total %d", total)
	} else {
		storetest.Same(t, "a page", part, []string{"boss", "kim"})
	}
	for _, sort := range []people.TableSort{"nope", "-", "password_hash", "a.seq; drop table account"} {
		_, err := f.MemberTable(ctx, people.Table{Sort: sort}, music.Page{})
		f.Code(err, music.Invalid)
	}
	_, err := f.MemberTable(ctx, people.Table{}, music.Page{After: "1eyJ"})
	f.Code(err, music.Invalid)
	if m := storetest.Get(f.MemberByID(ctx, ana.ID))(t); m.Storage != 0 || !m.LastActiveAt.Equal(storetest.Now) || m.FirstName != "Ána" {
		t.Errorf("member: %+v", m)
	}
	_, err = f.MemberByID(ctx, "nobody")
	f.Code(err, music.NotFound)
	if u := storetest.Get(f.UsageOf(ctx, boss.ID, storetest.Now))(t); *u != (people.Usage{}) {
		t.Errorf("use: %+v", u)
	}
	_, err = f.UsageOf(ctx, "nobody", storetest.Now)
	f.Code(err, music.NotFound)
}

// removedAccounts checks that an operator's deletion disables an account until it is
// due, and that restoring leaves it as it was.
func removedAccounts(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ben, off := f.Member("boss", music.Admin), f.Member("ben", music.Listener), f.Member("off", music.Listener)
	now, due := storetest.Now, storetest.Now.Add(time.Hour)
	f.Must(f.SetDisabled(ctx, off.AccountID, now.Add(-time.Hour)))
	f.Code(f.RestoreAccount(ctx, ben.AccountID), music.NotFound)
	for _, id := range []string{ben.AccountID, off.AccountID} {
		f.Must(f.RemoveAccount(ctx, id, now, due))
		f.Must(f.RemoveAccount(ctx, id, now.Add(time.Minute), due.Add(time.Hour))) // changes nothing
		a := storetest.Get(f.AccountByID(ctx, id))(t)
		if !a.RemovedAt.Equal(now) || !a.DeleteAt.Equal(due) || a.DisabledAt.IsZero() {
			t.Errorf("removed: %+v", a)
		}
		if early, later := storetest.Get(f.AccountsToDelete(ctx, due.Add(-time.Second)))(t), storetest.Get(f.AccountsToDelete(ctx, due))(t); len(early) != 0 || len(later) != 1 {
			t.Errorf("due: %+v, %+v", early, later)
		}
		f.Must(f.RestoreAccount(ctx, id))
		a = storetest.Get(f.AccountByID(ctx, id))(t)
		if !a.RemovedAt.IsZero() || !a.DeleteAt.IsZero() || a.DisabledAt.IsZero() != (id == ben.AccountID) {
			t.Errorf("restored: %+v", a)
		}
	}
	f.Must(f.SetDeleteAt(ctx, ben.AccountID, now.Add(time.Minute)))
	f.Must(f.RemoveAccount(ctx, ben.AccountID, now, due))
	if a := storetest.Get(f.AccountByID(ctx, ben.AccountID))(t); !a.DeleteAt.Equal(now.Add(time.Minute)) {
		t.Errorf("the person wanted it earlier: %+v", a.DeleteAt)
	}
	f.Code(f.RemoveAccount(ctx, boss.AccountID, now, due), music.Conflict)
	f.Code(f.RemoveAccount(ctx, "nobody", now, due), music.NotFound)
}

// limits sets an operator's limits for a person, and takes them back.
func limits(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("Ana", music.Creator), f.Member("Ben", music.Creator)
	for _, want := range []people.Limits{{}, {Storage: new(0), AIBudget: new(0.0)}, {Storage: new(5000), AIBudget: new(2.5)}, {AIBudget: new(0.01)}, {AIBudget: new(0.000001)}, {}} {
		old := storetest.Get(f.Limits(ctx, ana.AccountID))(t)
		if before := storetest.Get(f.SetLimits(ctx, ana.AccountID, want))(t); !before.Equal(&old) {
			t.Errorf("before %v, want %v", &before, &old)
		}
		if got := storetest.Get(f.Limits(ctx, ana.AccountID))(t); !got.Equal(&want) {
			t.Errorf("%v, want %v", &got, &want)
		}
		if got := storetest.Get(f.Limits(ctx, ben.AccountID))(t); !got.Equal(&people.Limits{}) {
			t.Errorf("somebody else: %v", &got)
		}
	}
	storetest.Get(f.SetLimits(ctx, ana.AccountID, people.Limits{AIBudget: new(1e-9)}))(t)
	if got := storetest.Get(f.Limits(ctx, ana.AccountID))(t); got.AIBudget == nil || *got.AIBudget == 0 {
		t.Errorf("next to nothing became %v", &got)
	}
	_, err := f.SetLimits(ctx, "nobody", people.Limits{})
	f.Code(err, music.NotFound)
	known := storetest.Get(f.Limits(ctx, ana.AccountID))(t)
	storetest.Get(f.SetLimits(ifmatch.With(ctx, []int64{known.Version()}), ana.AccountID, people.Limits{Storage: new(7)}))(t)
	_, err = f.SetLimits(ifmatch.With(ctx, []int64{known.Version()}), ana.AccountID, people.Limits{Storage: new(8)})
	f.Code(err, music.Changed)
	if got := storetest.Get(f.Limits(ctx, ana.AccountID))(t); !got.Equal(&people.Limits{Storage: new(7)}) {
		t.Errorf("an older version replaced it: %v", &got)
	}
	if got, err := f.Limits(ctx, "nobody"); err != nil || !got.Equal(&people.Limits{}) {
		t.Errorf("nobody: %v, %v", &got, err)
	}
}
