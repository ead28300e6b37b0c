package auth

import (
	"crypto/rand"
	"crypto/rsa"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

// beside opens another server on the same database.
func beside(t *testing.T, a *Service, c *clock) *Service {
	t.Helper()
	b, err := Open(t.Context(), Config{Store: a.store, Settings: a.settings, Mail: a.mail, Box: a.box, Log: a.log, PublicURL: a.publicURL})
	if err != nil {
		t.Fatal(err)
	}
	b.now = c.now
	return b
}

func kidOf(t *testing.T, token string) string {
	t.Helper()
	parsed, _, err := jwt.NewParser().ParseUnverified(token, &claims{})
	if err != nil {
		t.Fatal(err)
	}
	kid, ok := parsed.Header["kid"].(string)
	if !ok {
		t.Fatal("no kid")
	}
	return kid
}

func TestKeysRotate(t *testing.T) {
	a, db, c := open(t)
	b := beside(t, a, c)
	before := signUp(t, a, "ada@example.com")
	if err := b.RotateKeys(t.Context(), people.ActorOperator, false); err != nil {
		t.Fatal(err)
	}
	after := login(t, b, "ada@example.com")
	if kidOf(t, before.Access) == kidOf(t, after.Access) {
		t.Error("the new key does not sign")
	}
	c.pass(unknownKeyReload + time.Second)
	for name, g := range map[string]*Grant{"of before": before, "of after": after} {
		for _, s := range []*Service{a, b} {
			if _, err := s.Bearer(t.Context(), g.Access); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	c.pass(keyReload + time.Second)
	renewed, err := a.Refresh(t.Context(), before.Refresh)
	if err != nil || kidOf(t, renewed.Access) != kidOf(t, after.Access) {
		t.Fatalf("a running server still signs with the old key: %v", err)
	}
	// The old key is valid until the longest session ends, and no longer.
	c.pass(23*time.Hour + 50*time.Minute)
	if _, err := a.Cookie(t.Context(), after.Cookie); err != nil {
		t.Errorf("the longest session: %v", err)
	}
	c.pass(time.Hour)
	keys, err := a.Keys(t.Context())
	if err != nil || len(keys) != 2 || !keys[0].Signs || keys[1].Signs || keys[1].RetiredAt.After(c.now()) {
		t.Errorf("keys: %+v, %v", keys, err)
	}
	if _, err := a.keys.secret(t.Context(), kidOf(t, before.Access), c.now()); err == nil {
		t.Error("the retired key verifies")
	}
	events, err := db.SecurityEvents(t.Context(), "", music.Page{})
	if err != nil || !slices.ContainsFunc(events.Items, func(e people.AuditEntry) bool { return e.Kind == people.KeysRotated && e.Actor == people.ActorOperator }) {
		t.Errorf("audit log: %+v, %v", events, err)
	}
}

// TestTabsAgreeDuringKeyRotation refreshes from two tabs while the key changes in
// between.
func TestTabsAgreeDuringKeyRotation(t *testing.T) {
	a, _, c := open(t)
	b := beside(t, a, c)
	first := signUp(t, a, "ada@example.com")
	one, err := a.Refresh(t.Context(), first.Refresh)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.RotateKeys(t.Context(), people.ActorOperator, false); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*Service{"the same server": a, "one that has the new key": b} {
		two, err := s.Refresh(t.Context(), first.Refresh)
		if err != nil || two.Refresh != one.Refresh {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestImmediateRotationSignsEverybodyOut(t *testing.T) {
	a, _, c := open(t)
	b := beside(t, a, c)
	g := signUp(t, a, "ada@example.com")
	if err := b.RotateKeys(t.Context(), people.ActorOperator, true); err != nil {
		t.Fatal(err)
	}
	out := func(what string, s *Service) {
		t.Helper()
		_, err := s.Bearer(t.Context(), g.Access)
		wantCode(t, what+", bearer", err, music.Unauthenticated)
		_, err = s.Cookie(t.Context(), g.Cookie)
		wantCode(t, what+", cookie", err, music.Unauthenticated)
		_, err = s.Refresh(t.Context(), g.Refresh)
		wantCode(t, what+", refresh", err, music.Unauthenticated)
	}
	out("where it was done", b)
	c.pass(keyReload + time.Second)
	out("on another server, a minute later", a)
	if _, err := a.Bearer(t.Context(), login(t, a, "ada@example.com").Access); err != nil {
		t.Errorf("signed in again: %v", err)
	}
}

// TestKeysOutliveTheDatabase checks that the server continues with the keys in
// memory if the database fails.
func TestKeysOutliveTheDatabase(t *testing.T) {
	a, db, c := open(t)
	g := signUp(t, a, "ada@example.com")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	c.pass(keyReload + time.Second)
	if _, err := a.verify(t.Context(), accessAudience, g.Access); err != nil {
		t.Errorf("the keys were lost: %v", err)
	}
}

func TestTokensOutsideTheirValidity(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	var good claims
	if _, _, err := jwt.NewParser().ParseUnverified(g.Access, &good); err != nil {
		t.Fatal(err)
	}
	key, _ := a.keys.newest()
	sign := func(change func(*claims)) string {
		k := good
		change(&k)
		token := jwt.NewWithClaims(jwt.SigningMethodHS256, k)
		token.Header["kid"] = key.ID
		signed, err := token.SignedString(key.Secret)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	at := func(d time.Duration) *jwt.NumericDate { return jwt.NewNumericDate(c.now().Add(d)) }
	for name, change := range map[string]func(*claims){
		"expired a second ago": func(k *claims) { k.ExpiresAt = at(-time.Second) },
		"expired long ago":     func(k *claims) { k.ExpiresAt = at(-24 * time.Hour) },
		"not valid yet":        func(k *claims) { k.NotBefore = at(time.Minute) },
		"no issuer":            func(k *claims) { k.Issuer = "" },
		"no audience":          func(k *claims) { k.Audience = nil },
		"no session":           func(k *claims) { k.SessionID = "" },
	} {
		_, err := a.Bearer(t.Context(), sign(change))
		wantCode(t, name, err, music.Unauthenticated)
	}
	for name, change := range map[string]func(*claims){
		"by a clock that is ahead": func(k *claims) { k.IssuedAt = at(30 * time.Second) },
		"for two audiences":        func(k *claims) { k.Audience = append(k.Audience, "more") },
	} {
		if _, err := a.Bearer(t.Context(), sign(change)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestVerifiedTokensStayRefusable checks that a token which was verified before
// is refused when it expires, for another audience and when its key is retired.
func TestVerifiedTokensStayRefusable(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	for range 2 {
		if _, err := a.Bearer(t.Context(), g.Access); err != nil {
			t.Fatal(err)
		}
	}
	_, err := a.Cookie(t.Context(), g.Access)
	wantCode(t, "as a cookie", err, music.Unauthenticated)
	if err := a.RotateKeys(t.Context(), people.ActorOperator, true); err != nil {
		t.Fatal(err)
	}
	_, err = a.Bearer(t.Context(), g.Access)
	wantCode(t, "with a retired key", err, music.Unauthenticated)

	second := login(t, a, "ada@example.com")
	if _, err := a.Bearer(t.Context(), second.Access); err != nil {
		t.Fatal(err)
	}
	c.pass(11 * time.Minute)
	_, err = a.Bearer(t.Context(), second.Access)
	wantCode(t, "after it expired", err, music.Unauthenticated)
}

func TestForgedKeysAreRefused(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	var good claims
	if _, _, err := jwt.NewParser().ParseUnverified(g.Access, &good); err != nil {
		t.Fatal(err)
	}
	key, _ := a.keys.newest()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	retired := store.SigningKey{ID: "retired", Secret: []byte("0123456789abcdef0123456789abcdef"), CreatedAt: c.now(), RetiredAt: c.now()}
	if err := a.store.AddSigningKey(t.Context(), retired); err != nil {
		t.Fatal(err)
	}
	c.pass(keyReload + time.Second)
	for name, trick := range map[string]struct {
		method jwt.SigningMethod
		key    any
		header map[string]any
	}{
		"alg RS256":            {jwt.SigningMethodRS256, private, map[string]any{"kid": key.ID}},
		"alg none":             {jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, map[string]any{"kid": key.ID}},
		"alg in another case":  {jwt.SigningMethodHS256, key.Secret, map[string]any{"kid": key.ID, "alg": "hs256"}},
		"alg RS256, HMAC made": {jwt.SigningMethodHS256, key.Secret, map[string]any{"kid": key.ID, "alg": "RS256"}},
		"no kid":               {jwt.SigningMethodHS256, key.Secret, nil},
		"empty kid":            {jwt.SigningMethodHS256, []byte{}, map[string]any{"kid": ""}},
		"kid a path":           {jwt.SigningMethodHS256, []byte{}, map[string]any{"kid": "../../../dev/null"}},
		"kid SQL":              {jwt.SigningMethodHS256, []byte("x"), map[string]any{"kid": "' union select 'x' --"}},
		"kid a list":           {jwt.SigningMethodHS256, key.Secret, map[string]any{"kid": []string{key.ID}}},
		"kid a number":         {jwt.SigningMethodHS256, key.Secret, map[string]any{"kid": 0}},
		"its own key":          {jwt.SigningMethodHS256, []byte("own"), map[string]any{"kid": "own", "jwk": map[string]string{"kty": "oct", "k": "b3du"}}},
		"a key elsewhere":      {jwt.SigningMethodHS256, []byte("own"), map[string]any{"kid": key.ID, "jku": "https://evil.example/keys"}},
		"a retired key":        {jwt.SigningMethodHS256, retired.Secret, map[string]any{"kid": retired.ID}},
	} {
		token := jwt.NewWithClaims(trick.method, good)
		maps.Copy(token.Header, trick.header)
		signed, err := token.SignedString(trick.key)
		if err != nil {
			t.Fatal(name, err)
		}
		_, err = a.Bearer(t.Context(), signed)
		wantCode(t, name, err, music.Unauthenticated)
	}
	old := refreshToken(retired, viewerOf(t, a, g).SessionID, 1)
	_, err = a.Refresh(t.Context(), old)
	wantCode(t, "refresh token of a retired key", err, music.Unauthenticated)
}
