package auth

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	newer   = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"
	iphone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)

// from signs in with a device.
func from(t *testing.T, a *Service, email, userAgent, address string) *Grant {
	t.Helper()
	g, err := a.Login(WithDevice(t.Context(), Device{UserAgent: userAgent, Address: address}), Credentials{email, password})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// mails returns the messages of a kind.
func mails(t *testing.T, a *Service, kind mail.Kind) []mail.Message {
	t.Helper()
	p, ok := a.mail.(*postman)
	if !ok {
		t.Fatalf("mail service is a %T, want *postman", a.mail)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.sent), func(m mail.Message) bool { return m.Kind != kind })
}

// kinds returns the kinds of the audit entries of an account, newest first.
func kinds(t *testing.T, a *Service, accountID string) []people.AuditKind {
	t.Helper()
	list, err := a.store.SecurityEvents(t.Context(), accountID, music.Page{})
	if err != nil {
		t.Fatal(err)
	}
	out := []people.AuditKind{}
	for _, e := range list.Items {
		out = append(out, e.Kind)
	}
	return out
}

func TestNewDeviceIsReportedByMail(t *testing.T) {
	a, _, c := open(t)
	if _, err := a.Register(t.Context(), Registration{Email: "ada@example.com", Password1: password, Password2: password, FirstName: "Ada"}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name, userAgent, address string
		pass                     time.Duration
		told                     int
	}{
		{"the first of all", firefox, "192.0.2.1", 0, 0},
		{"the same", firefox, "192.0.2.1", 0, 0},
		{"after an update, in the same network", newer, "192.0.2.77", 0, 0},
		{"another network", firefox, "198.51.100.1", 0, 1},
		{"another browser", iphone, "192.0.2.1", 0, 2},
		{"another version of the internet", firefox, "2001:db8:1:2::1", 0, 3},
		{"the same /64", firefox, "2001:db8:1:2:ffff::9", 0, 3},
		{"another /64", firefox, "2001:db8:1:3::1", 0, 4},
		{"an IPv4 address in IPv6 form", firefox, "::ffff:192.0.2.9", 0, 4},
		{"known for 89 days", iphone, "192.0.2.1", 89 * 24 * time.Hour, 4},
		{"known no more", firefox, "198.51.100.1", 2 * 24 * time.Hour, 5},
		{"nothing is known any more", firefox, "192.0.2.1", 91 * 24 * time.Hour, 6},
	} {
		c.pass(step.pass)
		from(t, a, "ada@example.com", step.userAgent, step.address)
		if told := mails(t, a, mail.NewDevice); len(told) != step.told {
			t.Fatalf("%s: %d mails, want %d", step.name, len(told), step.told)
		}
	}
	m := mails(t, a, mail.NewDevice)[1]
	if m.To != "ada@example.com" || m.Name != "Ada" || m.Device.String() != "Safari on iPhone" || m.Address != "192.0.2.1" || m.At.IsZero() {
		t.Errorf("the mail: %+v", m)
	}
}

func TestDevicesOfAnAccount(t *testing.T) {
	a, _, c := open(t)
	here := signUp(t, a, "ada@example.com")
	c.pass(time.Minute)
	phone := from(t, a, "ada@example.com", iphone, "192.0.2.2")
	c.pass(time.Minute)
	third := from(t, a, "ada@example.com", firefox, "192.0.2.3")
	bob := signUp(t, a, "bob@example.com")
	v, bobs := viewerOf(t, a, here), viewerOf(t, a, bob)
	phoneID := viewerOf(t, a, phone).SessionID
	list := func(v music.Viewer) []string {
		t.Helper()
		sessions, err := a.Sessions(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, s := range sessions {
			names = append(names, s.UserAgent)
		}
		return names
	}
	dead := func(what string, g *Grant) {
		t.Helper()
		_, err := a.Bearer(t.Context(), g.Access)
		wantCode(t, what+"'s bearer", err, music.Unauthenticated)
		_, err = a.Cookie(t.Context(), g.Cookie)
		wantCode(t, what+"'s cookie", err, music.Unauthenticated)
		_, err = a.Refresh(t.Context(), g.Refresh)
		wantCode(t, what+"'s refresh token", err, music.Unauthenticated)
	}
	if got := list(v); len(got) != 3 {
		t.Errorf("devices: %q", got)
	}
	wantCode(t, "somebody else's", a.EndSession(t.Context(), bobs, phoneID), music.NotFound)
	if err := a.EndSession(t.Context(), v, phoneID); err != nil {
		t.Fatal(err)
	}
	dead("the ended device", phone)
	wantCode(t, "a second time", a.EndSession(t.Context(), v, phoneID), music.NotFound)

	if err := a.EndOtherSessions(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	dead("the other device", third)
	if _, err := a.Refresh(t.Context(), here.Refresh); err != nil {
		t.Errorf("this device: %v", err)
	}
	if err := a.EndSessions(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	dead("this device", here)
	if got := list(v); len(got) != 0 {
		t.Errorf("devices after the end: %q", got)
	}
	if _, err := a.Refresh(t.Context(), bob.Refresh); err != nil {
		t.Errorf("another person: %v", err)
	}
	if got := kinds(t, a, v.AccountID)[:3]; !slices.Equal(got, []people.AuditKind{people.SignedOutEverywhere, people.SignedOutEverywhere, people.DeviceSignedOut}) {
		t.Errorf("audit log: %v", got)
	}
}

// TestLastUseIsAccurate checks that the time of the last use is shown at once but
// written to the database only occasionally.
func TestLastUseIsAccurate(t *testing.T) {
	a, db, c := open(t)
	g := signUp(t, a, "ada@example.com")
	v := viewerOf(t, a, g)
	shown := func() time.Time {
		t.Helper()
		list, err := a.Sessions(t.Context(), v)
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		return list[0].LastUsedAt
	}
	written := func() time.Time {
		t.Helper()
		s, err := db.SessionByID(t.Context(), v.SessionID)
		if err != nil {
			t.Fatal(err)
		}
		return s.LastUsedAt
	}
	began := written()
	c.pass(3 * time.Minute)
	viewerOf(t, a, g)
	if got := shown(); c.now().Sub(got) > time.Second {
		t.Errorf("last use shown as %v ago", c.now().Sub(got))
	}
	if got := written(); !got.Equal(began) {
		t.Errorf("a request wrote to the database: %v", got)
	}
	if err := a.writeUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := written(); c.now().Sub(got) > time.Second {
		t.Errorf("last use stored as %v ago", c.now().Sub(got))
	}
	c.pass(3 * time.Minute)
	if _, err := a.Refresh(t.Context(), g.Refresh); err != nil {
		t.Fatal(err)
	}
	if got := written(); c.now().Sub(got) > time.Second {
		t.Errorf("last use after a rotation is %v ago", c.now().Sub(got))
	}
}

func TestStolenTokenIsReported(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	if _, err := a.Refresh(t.Context(), g.Refresh); err != nil {
		t.Fatal(err)
	}
	c.pass(rotationGrace + time.Second)
	for range 3 {
		_, err := a.Refresh(WithDevice(t.Context(), Device{UserAgent: iphone, Address: "203.0.113.5"}), g.Refresh)
		wantCode(t, "the thief", err, music.Unauthenticated)
	}
	told := mails(t, a, mail.SessionsEnded)
	if len(told) != 1 || told[0].Device.String() != "Safari on iPhone" || told[0].Address != "203.0.113.5" {
		t.Errorf("mails: %+v", told)
	}
	if got := kinds(t, a, g.Account.ID); got[0] != people.TokenReused || got[1] != people.SignedIn {
		t.Errorf("audit log: %v", got)
	}
}

func TestLogoutIsLoggedOnce(t *testing.T) {
	a, _, _ := open(t)
	g := signUp(t, a, "ada@example.com")
	v := viewerOf(t, a, g)
	for range 2 {
		if err := a.Logout(t.Context(), v, g.Refresh); err != nil {
			t.Fatal(err)
		}
	}
	if got := kinds(t, a, g.Account.ID); got[0] != people.SignedOut || got[1] != people.SignedIn {
		t.Errorf("audit log: %v", got)
	}
}

// TestStaleReadDoesNotRenewTrust ends a session while a request that has already
// found it valid is in progress.
func TestStaleReadDoesNotRenewTrust(t *testing.T) {
	a, _, _ := open(t)
	g := signUp(t, a, "ada@example.com")
	v := viewerOf(t, a, g)
	_, _, round := a.recall("nobody")
	if err := a.EndSessions(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	a.remember(v.SessionID, seen{v, use{id: v.SessionID}, a.trustedUntil(time.Time{})}, round)
	_, err := a.Bearer(t.Context(), g.Access)
	wantCode(t, "an ended session", err, music.Unauthenticated)
}

func TestTidy(t *testing.T) {
	a, db, c := open(t)
	g := signUp(t, a, "ada@example.com")
	old := viewerOf(t, a, g)
	if err := a.Logout(t.Context(), old, ""); err != nil {
		t.Fatal(err)
	}
	c.pass(89 * 24 * time.Hour)
	tidy := func() {
		t.Helper()
		if err := a.Tidy(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	tidy()
	if _, err := db.SessionByID(t.Context(), old.SessionID); err != nil {
		t.Errorf("device of the expired session: %v", err)
	}
	now := viewerOf(t, a, login(t, a, "ada@example.com"))
	c.pass(2 * 24 * time.Hour)
	tidy()
	if _, err := db.SessionByID(t.Context(), old.SessionID); music.CodeOf(err) != music.NotFound {
		t.Errorf("after 91 days: %v", err)
	}
	if _, err := db.SessionByID(t.Context(), now.SessionID); err != nil {
		t.Errorf("a recent one: %v", err)
	}
	before := len(kinds(t, a, old.AccountID))
	c.pass(300 * 24 * time.Hour)
	tidy()
	if after := len(kinds(t, a, old.AccountID)); before < 3 || after != 1 {
		t.Errorf("%d audit entries, and %d after a year", before, after)
	}
}
