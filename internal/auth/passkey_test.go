package auth

import (
	"encoding/json"
	"net/url"
	"testing"

	"github.com/descope/virtualwebauthn"

	"sonora/internal/music"
	"sonora/internal/people"
)

// securityKey is an authenticator with one credential for a site.
type securityKey struct {
	t          *testing.T
	site       virtualwebauthn.RelyingParty
	device     virtualwebauthn.Authenticator
	credential virtualwebauthn.Credential
}

func newSecurityKey(t *testing.T, accountID string) *securityKey {
	t.Helper()
	return &securityKey{
		t: t, site: virtualwebauthn.RelyingParty{ID: "music.example", Name: "Sonora", Origin: "https://music.example"},
		device:     virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: []byte(accountID)}),
		credential: virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeRSA),
	}
}

// create answers a registration.
func (k *securityKey) create(c *Ceremony) []byte {
	k.t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(string(c.Options))
	if err != nil {
		k.t.Fatal(err)
	}
	return []byte(virtualwebauthn.CreateAttestationResponse(k.site, k.device, k.credential, *options))
}

// sign answers a sign-in.
func (k *securityKey) sign(c *Ceremony) []byte {
	k.t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(string(c.Options))
	if err != nil {
		k.t.Fatal(err)
	}
	return []byte(virtualwebauthn.CreateAssertionResponse(k.site, k.device, k.credential, *options))
}

// addKey adds a passkey to the account of a session.
func addKey(t *testing.T, a *Service, g *Grant) (*securityKey, *people.Passkey, []string) {
	t.Helper()
	v, k := viewerOf(t, a, g), newSecurityKey(t, g.Account.ID)
	c, err := a.BeginPasskey(t.Context(), v, password)
	if err != nil {
		t.Fatal(err)
	}
	p, codes, err := a.AddPasskey(t.Context(), v, c.Token, " Phone ", k.create(c))
	if err != nil {
		t.Fatal(err)
	}
	return k, p, codes
}

// beginPasskeyLogin starts a sign-in. The challenge is "" for one without a
// password.
func beginPasskeyLogin(t *testing.T, a *Service, challenge string) *Ceremony {
	t.Helper()
	c, err := a.BeginPasskeyLogin(t.Context(), challenge)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAddPasskey(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	other := login(t, a, "ada@example.com")
	v := viewerOf(t, a, g)
	_, err := a.BeginPasskey(t.Context(), v, "wrong")
	wantCode(t, "without the password", err, music.Invalid)
	k, p, codes := addKey(t, a, g)
	if p.Name != "Phone" || p.ID == "" || len(codes) != recoveryCodes {
		t.Errorf("%+v, %d recovery codes", p, len(codes))
	}
	if _, err := a.Refresh(t.Context(), other.Refresh); err == nil {
		t.Error("another session is still valid")
	}
	if got := told(t, a); got != people.PasskeyAdded {
		t.Errorf("the mail says %q", got)
	}

	begin := func(v music.Viewer) *Ceremony {
		t.Helper()
		ceremony, err := a.BeginPasskey(t.Context(), v, password)
		if err != nil {
			t.Fatal(err)
		}
		return ceremony
	}
	again := begin(v)
	options, err := virtualwebauthn.ParseAttestationOptions(string(again.Options))
	if err != nil || !k.credential.IsExcludedForAttestation(*options) || options.UserID != g.Account.ID {
		t.Errorf("%+v, %v", options, err)
	}
	_, _, err = a.AddPasskey(t.Context(), v, again.Token, "Phone", k.create(again))
	wantCode(t, "the same device", err, music.Conflict)
	_, _, err = a.AddPasskey(t.Context(), v, again.Token, "Phone", newSecurityKey(t, g.Account.ID).create(again))
	wantCode(t, "the same ceremony", err, music.Invalid)

	bob := viewerOf(t, a, signUp(t, a, "bob@example.com"))
	foreign := begin(v)
	_, _, err = a.AddPasskey(t.Context(), bob, foreign.Token, "Phone", newSecurityKey(t, bob.AccountID).create(foreign))
	wantCode(t, "the ceremony of another account", err, music.Invalid)
	elsewhere, evil := begin(v), newSecurityKey(t, g.Account.ID)
	evil.site.Origin = "https://music.example.evil.example"
	_, _, err = a.AddPasskey(t.Context(), v, elsewhere.Token, "Phone", evil.create(elsewhere))
	wantCode(t, "another site", err, music.Invalid)
	_, _, err = a.AddPasskey(t.Context(), v, begin(v).Token, "Phone", []byte(`{"id":7}`))
	wantCode(t, "no answer of a device", err, music.Invalid)
	_, _, err = a.AddPasskey(t.Context(), v, begin(v).Token, " ", nil)
	wantCode(t, "no name", err, music.Invalid)
	late := begin(v)
	c.pass(ceremonyLifetime)
	_, _, err = a.AddPasskey(t.Context(), v, late.Token, "Phone", newSecurityKey(t, g.Account.ID).create(late))
	wantCode(t, "five minutes later", err, music.Invalid)
	if s, err := a.Security(t.Context(), v); err != nil || len(s.Passkeys) != 1 || s.Factors.RecoveryCodes != recoveryCodes {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestSignInWithPasskey(t *testing.T) {
	a, db, c := open(t)
	signUp(t, a, "admin@example.com")
	k, p, _ := addKey(t, a, signUp(t, a, "ada@example.com"))
	ceremony := beginPasskeyLogin(t, a, "")
	answer := k.sign(ceremony)
	g, err := a.PasskeyLogin(t.Context(), ceremony.Token, answer)
	if err != nil {
		t.Fatal(err)
	}
	v := viewerOf(t, a, g)
	if v.AccountID != p.AccountID {
		t.Errorf("signed in as %s", v.AccountID)
	}
	if s, err := a.Security(t.Context(), v); err != nil || s.Passkeys[0].LastUsedAt.UnixMilli() != c.now().UnixMilli() {
		t.Errorf("%+v, %v", s, err)
	}
	_, err = a.PasskeyLogin(t.Context(), ceremony.Token, answer)
	wantCode(t, "the same ceremony", err, music.Unauthenticated)

	try := func(what string, change func(k *securityKey)) {
		t.Helper()
		changed := *k
		change(&changed)
		ceremony := beginPasskeyLogin(t, a, "")
		_, err := a.PasskeyLogin(t.Context(), ceremony.Token, changed.sign(ceremony))
		wantCode(t, what, err, music.Unauthenticated)
	}
	try("another domain", func(k *securityKey) { k.site.ID = "evil.example" })
	try("another site", func(k *securityKey) { k.site.Origin = "https://evil.example" })
	try("another scheme", func(k *securityKey) { k.site.Origin = "http://music.example" })
	try("a device that did not check its user", func(k *securityKey) { k.device.Options.UserNotVerified = true })
	try("nobody at the device", func(k *securityKey) { k.device.Options.UserNotPresent = true })
	try("another key", func(k *securityKey) { k.credential.Key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeRSA).Key })
	try("an unknown passkey", func(k *securityKey) { k.credential = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeRSA) })
	try("nobody's", func(k *securityKey) { k.device.Options.UserHandle = nil })
	bob := signUp(t, a, "bob@example.com")
	try("in the name of another account", func(k *securityKey) { k.device.Options.UserHandle = []byte(bob.Account.ID) })
	_, err = a.PasskeyLogin(t.Context(), beginPasskeyLogin(t, a, "").Token, k.sign(beginPasskeyLogin(t, a, "")))
	wantCode(t, "an answer to another ceremony", err, music.Unauthenticated)
	_, err = a.PasskeyLogin(t.Context(), beginPasskeyLogin(t, a, "").Token, []byte(`[]`))
	wantCode(t, "no answer of a device", err, music.Unauthenticated)

	late := beginPasskeyLogin(t, a, "")
	c.pass(ceremonyLifetime)
	_, err = a.PasskeyLogin(t.Context(), late.Token, k.sign(late))
	wantCode(t, "five minutes later", err, music.Unauthenticated)
	if err := db.SetRole(t.Context(), bob.Account.ID, music.Admin); err != nil { // the last operator cannot be deleted
		t.Fatal(err)
	}
	if err := db.DeleteAccount(t.Context(), p.AccountID); err != nil {
		t.Fatal(err)
	}
	try("of a deleted account", func(*securityKey) {})
}

func TestFactorsOfADisabledAccount(t *testing.T) {
	a, db, c := open(t)
	signUp(t, a, "admin@example.com")
	g := signUp(t, a, "ada@example.com")
	k, p, _ := addKey(t, a, g)
	phone, _ := turnOn(t, a, c, g)
	challenge := challengeOf(t, a, "ada@example.com", "totp", "passkey", "recovery")
	alone, second := beginPasskeyLogin(t, a, ""), beginPasskeyLogin(t, a, challenge)
	if err := db.SetDisabled(t.Context(), p.AccountID, c.now()); err != nil {
		t.Fatal(err)
	}
	_, err := a.PasskeyLogin(t.Context(), alone.Token, k.sign(alone))
	wantCode(t, "a passkey", err, music.Unauthenticated)
	_, err = a.PasskeyLogin(t.Context(), second.Token, k.sign(second))
	wantCode(t, "a passkey after the password", err, music.Unauthenticated)
	_, err = a.LoginCode(t.Context(), challenge, phone.at(0))
	wantCode(t, "a code after the password", err, music.Unauthenticated)
}

func TestPasskeyAsSecondFactor(t *testing.T) {
	a, _, _ := open(t)
	k, _, _ := addKey(t, a, signUp(t, a, "ada@example.com"))
	bobsKey, _, _ := addKey(t, a, signUp(t, a, "bob@example.com"))
	challenge := challengeOf(t, a, "ada@example.com", "passkey", "recovery")

	ceremony := beginPasskeyLogin(t, a, challenge)
	options, err := virtualwebauthn.ParseAssertionOptions(string(ceremony.Options))
	if err != nil || !k.credential.IsAllowedForAssertion(*options) || bobsKey.credential.IsAllowedForAssertion(*options) {
		t.Errorf("%+v, %v", options, err)
	}
	_, err = a.PasskeyLogin(t.Context(), ceremony.Token, bobsKey.sign(ceremony))
	wantCode(t, "the passkey of another account", err, music.Unauthenticated)

	// A device without user verification is enough, because the password was correct.
	k.device.Options.UserNotVerified = true
	ceremony = beginPasskeyLogin(t, a, challenge)
	again := beginPasskeyLogin(t, a, challenge)
	g, err := a.PasskeyLogin(t.Context(), ceremony.Token, k.sign(ceremony))
	if err != nil {
		t.Fatal(err)
	}
	viewerOf(t, a, g)
	_, err = a.PasskeyLogin(t.Context(), again.Token, k.sign(again))
	wantCode(t, "the challenge again", err, music.Unauthenticated)
	_, err = a.BeginPasskeyLogin(t.Context(), challenge)
	wantCode(t, "another ceremony for it", err, music.Unauthenticated)
	_, err = a.BeginPasskeyLogin(t.Context(), "no challenge")
	wantCode(t, "what is no challenge", err, music.Unauthenticated)

	// A ceremony without a password cannot be used as a second factor.
	k.device.Options.UserNotVerified = true
	alone := beginPasskeyLogin(t, a, "")
	_, err = a.PasskeyLogin(t.Context(), alone.Token, k.sign(alone))
	wantCode(t, "without a password and a check of the user", err, music.Unauthenticated)
}

func TestPasskeyCounterThatGoesBack(t *testing.T) {
	a, db, _ := open(t)
	k, p, _ := addKey(t, a, signUp(t, a, "ada@example.com"))
	use := func(counter uint32) error {
		k.credential.Counter = counter
		ceremony := beginPasskeyLogin(t, a, "")
		_, err := a.PasskeyLogin(t.Context(), ceremony.Token, k.sign(ceremony))
		return err
	}
	if err := use(7); err != nil {
		t.Fatal(err)
	}
	wantCode(t, "the same count", use(7), music.Unauthenticated)
	wantCode(t, "a lower count", use(3), music.Unauthenticated)
	var saved struct {
		Authenticator struct {
			SignCount uint32 `json:"signCount"`
		} `json:"authenticator"`
	}
	passkey, err := db.Passkey(t.Context(), p.AccountID, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(passkey.Credential), &saved); err != nil || saved.Authenticator.SignCount != 7 {
		t.Errorf("count %+v, %v", saved, err)
	}
	if err := use(8); err != nil {
		t.Errorf("the device itself: %v", err)
	}
}

func TestRemovePasskeys(t *testing.T) {
	a, _, _ := open(t)
	g := signUp(t, a, "ada@example.com")
	k, p, _ := addKey(t, a, g)
	v := viewerOf(t, a, g)
	bob := viewerOf(t, a, signUp(t, a, "bob@example.com"))
	wantCode(t, "somebody else's", a.RemovePasskey(t.Context(), bob, p.ID, password), music.NotFound)
	_, err := a.RenamePasskey(t.Context(), bob, p.ID, "Mine")
	wantCode(t, "renaming somebody else's", err, music.NotFound)
	_, err = a.RenamePasskey(t.Context(), v, p.ID, "a\x00b")
	wantCode(t, "a name that is none", err, music.Invalid)
	if renamed, err := a.RenamePasskey(t.Context(), v, p.ID, "Key ring"); err != nil || renamed.Name != "Key ring" {
		t.Errorf("%+v, %v", renamed, err)
	}

	begun := beginPasskeyLogin(t, a, challengeOf(t, a, "ada@example.com", "passkey", "recovery"))
	wantCode(t, "without the password", a.RemovePasskey(t.Context(), v, p.ID, "wrong"), music.Invalid)
	rulesOf(t, a).EnableTwoFactor = true
	wantCode(t, "the last where one is required", a.RemovePasskey(t.Context(), v, p.ID, password), music.Conflict)
	rulesOf(t, a).EnableTwoFactor = false
	if err := a.RemovePasskey(t.Context(), v, p.ID, password); err != nil {
		t.Fatal(err)
	}
	if got := told(t, a); got != people.PasskeyRemoved {
		t.Errorf("the mail says %q", got)
	}
	_, err = a.PasskeyLogin(t.Context(), begun.Token, k.sign(begun))
	wantCode(t, "a removed passkey", err, music.Unauthenticated)
	alone := beginPasskeyLogin(t, a, "")
	_, err = a.PasskeyLogin(t.Context(), alone.Token, k.sign(alone))
	wantCode(t, "a removed passkey without a password", err, music.Unauthenticated)
	login(t, a, "ada@example.com")
}

func TestPasskeyDomain(t *testing.T) {
	for address, want := range map[string][2]string{
		"https://music.example":       {"music.example", "https://music.example"},
		"https://Music.Example:8443":  {"music.example", "https://music.example:8443"},
		"http://127.0.0.1:4700":       {"localhost", "http://localhost:4700"},
		"http://[::1]:4700":           {"localhost", "http://localhost:4700"},
		"http://localhost:4700":       {"localhost", "http://localhost:4700"},
		"http://music.localhost:4700": {"music.localhost", "http://music.localhost:4700"},
		"http://music.example":        {},
		"https://192.0.2.1":           {},
		"http://0.0.0.0:4700":         {},
		"http://:4700":                {},
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if id, origin := relyingParty(u); id != want[0] || origin != want[1] {
			t.Errorf("%s: %q at %q", address, id, origin)
		}
	}
	a, _, _ := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	if got := a.PasskeyDomain(); got != "music.example" {
		t.Errorf("domain %q", got)
	}
	a.publicURL = &url.URL{Scheme: "http", Host: "192.0.2.1"}
	_, err := a.BeginPasskey(t.Context(), v, password)
	wantCode(t, "adding one at an address", err, music.Unavailable)
	_, err = a.BeginPasskeyLogin(t.Context(), "")
	wantCode(t, "signing in at an address", err, music.Unavailable)
}
