package auth

import (
	"crypto/md5" //nolint:gosec // Subsonic's tokens
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/seal"
)

func TestAPIKeys(t *testing.T) {
	a, db, c := open(t)
	signUp(t, a, "root@example.com")
	g := signUp(t, a, "ada@example.com")
	v, other := viewerOf(t, a, g), viewerOf(t, a, signUp(t, a, "bob@example.com"))
	p, secret, err := a.MakeAPIKey(t.Context(), v, NewAPIKey{Name: " Car ", Scopes: []music.Scope{people.ScopeListen}, Password: password})
	if err != nil || p.Name != "Car" || !regexp.MustCompile(`^sonora(-[a-z2-7]{7}){4}$`).MatchString(secret) {
		t.Fatalf("%+v %q %v", p, secret, err)
	}
	if _, twin, err := a.MakeAPIKey(t.Context(), v, NewAPIKey{Name: "Car", Scopes: []music.Scope{people.ScopeListen}, Password: password}); err != nil || twin == secret {
		t.Fatalf("second API key with the same name: %v", err)
	}
	want := music.Viewer{AccountID: v.AccountID, Device: p.ID, Role: v.Role, Scopes: "listen"}
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

	list, err := a.APIKeys(t.Context(), v)
	if err != nil || len(list) != 2 || !list[1].LastUsedAt.Equal(c.now()) || !list[0].LastUsedAt.IsZero() {
		t.Errorf("%+v, %v", list, err)
	}
	if err := a.writeUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	if stored, err := db.APIKeys(t.Context(), v.AccountID); err != nil || stored[1].LastAddress != "192.0.2.9" || stored[1].LastUsedAt.IsZero() {
		t.Errorf("%+v, %v", stored, err)
	}

	wantCode(t, "revoked by another", a.RevokeAPIKey(t.Context(), other, p.ID), music.NotFound)
	if err := a.RevokeAPIKey(t.Context(), v, p.ID); err != nil {
		t.Fatal(err)
	}
	_, err = a.Basic(t.Context(), "ada@example.com", secret)
	wantCode(t, "revoked", err, music.Unauthenticated)
	wantCode(t, "revoked again", a.RevokeAPIKey(t.Context(), v, p.ID), music.NotFound)
	if got := kinds(t, a, v.AccountID); got[0] != people.APIKeyRevoked || got[1] != people.APIKeyMade {
		t.Errorf("audit log: %v", got)
	}
}

func TestAPIKeyRules(t *testing.T) {
	a, _, clock := open(t)
	g := signUp(t, a, "ada@example.com") // the first account is an operator's
	v := viewerOf(t, a, g)
	ok := NewAPIKey{Name: "Car", Scopes: []music.Scope{people.ScopeWrite}, Password: password}
	creator := v
	creator.Role = music.Creator
	for name, c := range map[string]struct {
		field  string
		as     music.Viewer
		change func(*NewAPIKey)
	}{
		"no name":               {"name", v, func(n *NewAPIKey) { n.Name = "\t" }},
		"no scope":              {"scopes", v, func(n *NewAPIKey) { n.Scopes = nil }},
		"an unknown scope":      {"scopes", v, func(n *NewAPIKey) { n.Scopes = append(n.Scopes, "full") }},
		"admin alone":           {"scopes", v, func(n *NewAPIKey) { n.Scopes = []music.Scope{people.ScopeListen, people.ScopeAdmin} }},
		"admin for no operator": {"scopes", creator, func(n *NewAPIKey) { n.Scopes = []music.Scope{people.ScopeRead, people.ScopeAdmin} }},
		"expired":               {"expiresAt", v, func(n *NewAPIKey) { n.ExpiresAt = clock.now() }},
		"a wrong password":      {"password", v, func(n *NewAPIKey) { n.Password = "wrong" }},
	} {
		n := ok
		n.Scopes = slices.Clone(ok.Scopes)
		c.change(&n)
		_, _, err := a.MakeAPIKey(t.Context(), c.as, n)
		var invalid *music.Error
		if !errors.As(err, &invalid) || invalid.Code != music.Invalid || len(invalid.Fields[c.field]) != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", strings.Repeat("n", 101), "a\x00b"} {
		n := ok
		n.Name = name
		_, _, err := a.MakeAPIKey(t.Context(), v, n)
		wantCode(t, "name "+name, err, music.Invalid)
	}
	scoped := v
	scoped.Scopes = "write"
	_, _, err := a.MakeAPIKey(t.Context(), scoped, ok)
	wantCode(t, "with an API key", err, music.Forbidden)
}

// TestAPIKeyEndsElsewhere revokes an API key on another server.
func TestAPIKeyEndsElsewhere(t *testing.T) {
	a, db, c := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	p, secret, err := a.MakeAPIKey(t.Context(), v, NewAPIKey{Name: "Car", Scopes: []music.Scope{people.ScopeListen, people.ScopeWrite}, Password: password})
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
	if _, err := db.DeleteAPIKey(t.Context(), v.AccountID, p.ID); err != nil {
		t.Fatal(err)
	}
	c.pass(sessionTrust)
	wantCode(t, "when the trust has run out", basic(), music.Unauthenticated)
	c.pass(time.Minute)
	if err := a.writeUses(t.Context()); err != nil {
		t.Errorf("revoked API key: %v", err)
	}
}

// TestMusicApps signs in music apps in every way that the Subsonic API has.
func TestMusicApps(t *testing.T) {
	a, _, c := open(t)
	operator := signUp(t, a, "root@example.com").Account.ID
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	if _, err := a.RecogniseToken(t.Context(), "ada@example.com", tokenOf("x", "salt"), "salt"); music.CodeOf(err) != music.Unauthenticated {
		t.Fatalf("without keys: %v", err)
	}
	k, secret := makeKey(t, a, v, time.Time{}, people.ScopeListen)
	_, writer := makeKey(t, a, v, time.Time{}, people.ScopeWrite)
	_, brief := makeKey(t, a, v, c.now().Add(sessionTrust/2), people.ScopeListen)
	ways := func(email, secret string) map[string]error {
		_, key := a.RecogniseKey(t.Context(), secret)
		_, password := a.RecognisePassword(t.Context(), email, secret)
		_, token := a.RecogniseToken(t.Context(), email, tokenOf(secret, "käse"), "käse")
		return map[string]error{"key": key, "password": password, "token": token}
	}
	all := func(what string, errs map[string]error, code music.Code) {
		t.Helper()
		for way, err := range errs {
			if code != 0 {
				wantCode(t, what+", "+way, err, code)
			} else if err != nil {
				t.Errorf("%s, %s: %v", what, way, err)
			}
		}
	}
	all("listen", ways("ADA@example.com ", secret), 0)
	all("listen again", ways("ada@example.com", secret), 0)
	all("write", ways("ada@example.com", writer), music.Forbidden)
	all("expires soon", ways("ada@example.com", brief), 0)
	all("the account's password", ways("ada@example.com", password), music.Unauthenticated)
	all("nothing", ways("ada@example.com", ""), music.Unauthenticated)
	for name, err := range map[string]error{
		"another's address":       second(a.RecognisePassword(t.Context(), "root@example.com", secret)),
		"a token for another":     second(a.RecogniseToken(t.Context(), "root@example.com", tokenOf(secret, "s"), "s")),
		"a token without address": second(a.RecogniseToken(t.Context(), "", tokenOf(secret, "s"), "s")),
		"an unknown address":      second(a.RecogniseToken(t.Context(), "nobody@example.com", tokenOf(secret, "s"), "s")),
		"another salt":            second(a.RecogniseToken(t.Context(), "ada@example.com", tokenOf(secret, "s"), "t")),
		"a cut token":             second(a.RecogniseToken(t.Context(), "ada@example.com", tokenOf(secret, "s")[1:], "s")),
		"a huge salt":             second(a.RecogniseToken(t.Context(), "ada@example.com", tokenOf(secret, "s"), strings.Repeat("s", 1<<20))),
	} {
		wantCode(t, name, err, music.Unauthenticated)
	}
	if got, err := a.RecogniseToken(t.Context(), "ada@example.com", strings.ToUpper(tokenOf(secret, "s")), "s"); err != nil || got.AccountID != v.AccountID || got.Device != k.ID {
		t.Errorf("upper case: %+v, %v", got, err)
	}
	c.pass(sessionTrust / 2)
	all("expired", ways("ada@example.com", brief), music.Unauthenticated)
	all("not the others", ways("ada@example.com", secret), 0)

	wantCode(t, "revoked for another account", a.RevokeAPIKeyOf(t.Context(), operator, operator, k.ID), music.NotFound)
	if err := a.RevokeAPIKeyOf(t.Context(), operator, v.AccountID, k.ID); err != nil {
		t.Fatal(err)
	}
	all("revoked", ways("ada@example.com", secret), music.Unauthenticated)
	if list, err := a.APIKeysOf(t.Context(), v.AccountID); err != nil || len(list) != 2 {
		t.Errorf("left: %+v, %v", list, err)
	}
	wantCode(t, "keys of nobody", second(a.APIKeysOf(t.Context(), "nobody")), music.NotFound)
	events, err := a.store.SecurityEvents(t.Context(), v.AccountID, music.Page{})
	if e := events.Items[0]; err != nil || e.Kind != people.APIKeyRevoked || e.Actor != operator || e.Detail != "App" {
		t.Errorf("audit log: %+v, %v", e, err)
	}
	for range maxGuesses {
		_, err = a.RecogniseToken(t.Context(), "ada@example.com", tokenOf("x", "s"), "s")
	}
	wantCode(t, "guesses", err, music.TooMany)
}

// TestOperatorsKeys tells who acts as an operator: only keys of the scope admin do,
// and only while their owner is one.
func TestOperatorsKeys(t *testing.T) {
	a, _, _ := open(t)
	v := viewerOf(t, a, signUp(t, a, "root@example.com"))
	other := signUp(t, a, "ada@example.com").Account.ID
	_, plain := makeKey(t, a, v, time.Time{}, people.ScopeWrite)
	_, admin := makeKey(t, a, v, time.Time{}, people.ScopeRead, people.ScopeAdmin)
	roles := func() [2]music.Role {
		p, plainErr := a.byKey(t.Context(), "", plain)
		o, adminErr := a.byKey(t.Context(), "", admin)
		if plainErr != nil || adminErr != nil {
			t.Fatal(plainErr, adminErr)
		}
		return [2]music.Role{p.Role, o.Role}
	}
	if got := roles(); got != [2]music.Role{music.Creator, music.Admin} {
		t.Errorf("an operator's: %v", got)
	}
	for _, err := range []error{
		second(a.Manage(t.Context(), people.ActorOperator, other, Change{Role: new(music.Admin)})),
		second(a.Manage(t.Context(), people.ActorOperator, v.AccountID, Change{Role: new(music.Listener)})),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := roles(); got != [2]music.Role{music.Listener, music.Listener} {
		t.Errorf("a former operator's: %v", got)
	}
}

// TestKeysOfAnotherSecretKey opens a database without the key that sealed its API
// keys: they work where they are sent as they are.
func TestKeysOfAnotherSecretKey(t *testing.T) {
	a, _, _ := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	_, secret := makeKey(t, a, v, time.Time{}, people.ScopeListen)
	box, err := seal.Fresh()
	if err != nil {
		t.Fatal(err)
	}
	a.box = box
	if _, err := a.RecogniseKey(t.Context(), secret); err != nil {
		t.Error(err)
	}
	wantCode(t, "a token", second(a.RecogniseToken(t.Context(), "ada@example.com", tokenOf(secret, "s"), "s")), music.Unauthenticated)
}

func makeKey(t *testing.T, a *Service, v music.Viewer, expires time.Time, scopes ...music.Scope) (*people.APIKey, string) {
	t.Helper()
	k, secret, err := a.MakeAPIKey(t.Context(), v, NewAPIKey{"App", scopes, expires, password})
	if err != nil {
		t.Fatal(err)
	}
	return k, secret
}

// tokenOf returns a token of Subsonic's API.
func tokenOf(secret, salt string) string { return fmt.Sprintf("%x", md5.Sum([]byte(secret+salt))) }
