package auth

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

func TestAppPasswords(t *testing.T) {
	a, db, c := open(t)
	signUp(t, a, "root@example.com")
	g := signUp(t, a, "ada@example.com")
	v, other := viewerOf(t, a, g), viewerOf(t, a, signUp(t, a, "bob@example.com"))
	p, secret, err := a.MakeAppPassword(t.Context(), v, NewAppPassword{" Car ", music.ScopeStream, password})
	if err != nil || p.Name != "Car" || !regexp.MustCompile(`^sonora(-[a-z2-7]{7}){4}$`).MatchString(secret) {
		t.Fatalf("%+v %q %v", p, secret, err)
	}
	if _, twin, err := a.MakeAppPassword(t.Context(), v, NewAppPassword{"Car", music.ScopeStream, password}); err != nil || twin == secret {
		t.Fatalf("second app password with the same name: %v", err)
	}
	want := music.Viewer{AccountID: v.AccountID, Role: v.Role, Scope: music.ScopeStream}
	for _, typed := range []string{secret, strings.ToUpper(secret), strings.ReplaceAll(secret, "-", " "), strings.ReplaceAll(secret, "-", "")} {
		if got, err := a.Basic(WithDevice(t.Context(), Device{Address: "192.0.2.9"}), " ADA@Example.com", typed); err != nil || got != want {
			t.Errorf("%s: %+v %v", typed, got, err)
		}
	}
	for name, credentials := range map[string][2]string{
		"the real password": {"ada@example.com", password},
		"nothing":           {"ada@example.com", ""},
		"another's email":   {"bob@example.com", secret},
		"no email":          {"", secret},
		"cut":               {"ada@example.com", secret[:len(secret)-1]},
		"the hash":          {"ada@example.com", string(p.Hash)},
		"huge":              {"ada@example.com", strings.Repeat("x", 1<<20)},
		"huge email":        {strings.Repeat("x", 1<<20), secret},
	} {
		_, err := a.Basic(t.Context(), credentials[0], credentials[1])
		wantCode(t, name, err, music.Unauthenticated)
	}

	list, err := a.AppPasswords(t.Context(), v)
	if err != nil || len(list) != 2 || !list[1].LastUsedAt.Equal(c.now()) || !list[0].LastUsedAt.IsZero() {
		t.Errorf("%+v, %v", list, err)
	}
	if err := a.writeUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	if stored, err := db.AppPasswords(t.Context(), v.AccountID); err != nil || stored[1].LastAddress != "192.0.2.9" || stored[1].LastUsedAt.IsZero() {
		t.Errorf("%+v, %v", stored, err)
	}

	wantCode(t, "revoked by another", a.RemoveAppPassword(t.Context(), other, p.ID), music.NotFound)
	if err := a.RemoveAppPassword(t.Context(), v, p.ID); err != nil {
		t.Fatal(err)
	}
	_, err = a.Basic(t.Context(), "ada@example.com", secret)
	wantCode(t, "revoked", err, music.Unauthenticated)
	wantCode(t, "revoked again", a.RemoveAppPassword(t.Context(), v, p.ID), music.NotFound)
	if got := kinds(t, a, v.AccountID); got[0] != people.AppPasswordRemoved || got[1] != people.AppPasswordMade {
		t.Errorf("audit log: %v", got)
	}
}

func TestAppPasswordRules(t *testing.T) {
	a, _, _ := open(t)
	g := signUp(t, a, "ada@example.com")
	v := viewerOf(t, a, g)
	ok := NewAppPassword{"Car", music.ScopeFull, password}
	for field, change := range map[string]func(*NewAppPassword){
		"name":     func(n *NewAppPassword) { n.Name = "\t" },
		"scope":    func(n *NewAppPassword) { n.Scope = "admin" },
		"password": func(n *NewAppPassword) { n.Password = "wrong" },
	} {
		n := ok
		change(&n)
		_, _, err := a.MakeAppPassword(t.Context(), v, n)
		var invalid *music.Error
		if !errors.As(err, &invalid) || invalid.Code != music.Invalid || len(invalid.Fields[field]) != 1 {
			t.Errorf("%s: %v", field, err)
		}
	}
	for _, name := range []string{"", strings.Repeat("n", 101), "a\x00b"} {
		n := ok
		n.Name = name
		_, _, err := a.MakeAppPassword(t.Context(), v, n)
		wantCode(t, "name "+name, err, music.Invalid)
	}
	scoped := v
	scoped.Scope = music.ScopeFull
	_, _, err := a.MakeAppPassword(t.Context(), scoped, ok)
	wantCode(t, "with an app password", err, music.Forbidden)
}

// TestAppPasswordEndsElsewhere revokes an app password on another server.
func TestAppPasswordEndsElsewhere(t *testing.T) {
	a, db, c := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	p, secret, err := a.MakeAppPassword(t.Context(), v, NewAppPassword{"Car", music.ScopeFull, password})
	if err != nil {
		t.Fatal(err)
	}
	basic := func() error {
		_, err := a.Basic(t.Context(), "ada@example.com", secret)
		return err
	}
	if err := basic(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.DeleteAppPassword(t.Context(), v.AccountID, p.ID); err != nil {
		t.Fatal(err)
	}
	c.pass(sessionTrust)
	wantCode(t, "when the trust has run out", basic(), music.Unauthenticated)
	c.pass(time.Minute)
	if err := a.writeUses(t.Context()); err != nil {
		t.Errorf("revoked app password: %v", err)
	}
}
