package auth

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/seal"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// rules holds the settings for a test.
type rules struct{ music.Settings }

func (r rules) Get() music.Settings    { return r.Settings }
func (r rules) PasswordMinLength() int { return music.RegisterMinPassword }

// clock is a clock that the test sets.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

const password = "correct horse"

// postman is a mail service that stores the messages.
type postman struct {
	mu      sync.Mutex
	sent    []mail.Message
	offline bool // no mail server is configured
}

func (p *postman) Send(_ context.Context, m mail.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, m)
	return nil
}

func (p *postman) Delivers() bool { return !p.offline }

func open(t testing.TB) (*Service, *store.Store, *clock) {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "test.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	box, err := seal.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a, err := Open(t.Context(), Config{
		Store: db, Settings: &rules{music.DefaultSettings()}, Mail: &postman{}, Box: box, Log: slog.New(slog.DiscardHandler),
		PublicURL: &url.URL{Scheme: "https", Host: "music.example"}, HashCost: HashCost{Memory: 64, Passes: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{t: time.Now()}
	a.now = c.now
	return a, db, c
}

func signUp(t testing.TB, a *Service, email string) *Grant {
	t.Helper()
	if _, err := a.Register(t.Context(), Registration{Email: email, Password1: password, Password2: password, FirstName: "Ada"}); err != nil {
		t.Fatal(err)
	}
	return login(t, a, email)
}

func login(t testing.TB, a *Service, email string) *Grant {
	t.Helper()
	g, err := a.Login(WithDevice(t.Context(), Device{Address: "192.0.2.1"}), Credentials{email, password})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func wantCode(t *testing.T, what string, err error, code music.Code) {
	t.Helper()
	if err == nil || music.CodeOf(err) != code {
		t.Errorf("%s: %v, want code %d", what, err, code)
	}
}

func TestRegistrationRules(t *testing.T) {
	a, _, _ := open(t)
	signUp(t, a, "ada@example.com")
	ok := Registration{Email: "bob@example.com", Password1: password, Password2: password}
	for name, c := range map[string]struct {
		change func(*Registration)
		field  string
		says   string
	}{
		"no email":         {func(r *Registration) { r.Email = " " }, "email", "This field is required."},
		"no email at all":  {func(r *Registration) { r.Email = "bob" }, "email", "Enter a valid email address."},
		"display name":     {func(r *Registration) { r.Email = "Bob <bob@example.com>" }, "email", "Enter a valid email address."},
		"header injection": {func(r *Registration) { r.Email = "bob@example.com\r\nBcc: x@example.com" }, "email", "Enter a valid email address."},
		"long email":       {func(r *Registration) { r.Email = strings.Repeat("b", 250) + "@example.com" }, "email", "Enter a valid email address."},
		"taken":            {func(r *Registration) { r.Email = "ada@example.com" }, "email", "A user is already registered with this e-mail address."},
		"taken, its twin":  {func(r *Registration) { r.Email = " ADA@Example.COM " }, "email", "A user is already registered with this e-mail address."},
		"short password":   {func(r *Registration) { r.Password1, r.Password2 = "12345", "12345" }, "password1", "This password is too short. It must contain at least 6 characters."},
		"huge password": {func(r *Registration) {
			r.Password1 = strings.Repeat("x", 1<<20)
			r.Password2 = r.Password1
		}, "password1", "This password is too long. It must contain at most 128 characters."},
		"no password":       {func(r *Registration) { r.Password1, r.Password2 = "", "" }, "password1", "This field is required."},
		"differing":         {func(r *Registration) { r.Password2 = "something else" }, "non_field_errors", "The two password fields didn't match."},
		"long name":         {func(r *Registration) { r.FirstName = strings.Repeat("n", 151) }, "first_name", "Ensure this field has no more than 150 characters."},
		"control character": {func(r *Registration) { r.LastName = "a\x00b" }, "last_name", "Control characters are not allowed."},
	} {
		r := ok
		c.change(&r)
		_, err := a.Register(t.Context(), r)
		var invalid *music.Error
		if !errors.As(err, &invalid) || invalid.Code != music.Invalid || len(invalid.Fields[c.field]) == 0 || invalid.Fields[c.field][0].String() != c.says {
			t.Errorf("%s: %v %v", name, err, invalid)
		}
	}
	account, err := a.Register(t.Context(), Registration{Email: "émile@example.com", Password1: "пароль", Password2: "пароль"})
	if err != nil || account.Role != music.Creator {
		t.Errorf("password of six non-Latin letters: %v, role %v", err, account)
	}
}

func TestOnlyOneOfFourRegistrationsSucceeds(t *testing.T) {
	a, _, _ := open(t)
	results := make(chan error, 4)
	for range 4 {
		go func() {
			_, err := a.Register(context.WithoutCancel(t.Context()), Registration{Email: "ada@example.com", Password1: password, Password2: password})
			results <- err
		}()
	}
	won := 0
	for range 4 {
		if err := <-results; err == nil {
			won++
		} else {
			wantCode(t, "a loser", err, music.Invalid)
		}
	}
	if won != 1 {
		t.Errorf("%d of four succeeded", won)
	}
}

func TestLoginRevealsNothingAboutAccounts(t *testing.T) {
	a, db, _ := open(t)
	g := signUp(t, a, "ada@example.com")
	if g.Account.Role != music.Admin {
		t.Errorf("the first account is %s", g.Account.Role)
	}
	if _, err := a.Login(t.Context(), Credentials{" ADA@example.com", password}); err != nil {
		t.Errorf("different spelling of the address: %v", err)
	}
	_, unknown := a.Login(t.Context(), Credentials{"nobody@example.com", password})
	_, wrong := a.Login(t.Context(), Credentials{"ada@example.com", "wrong"})
	for _, err := range []error{unknown, wrong} {
		wantCode(t, "refused", err, music.Unauthenticated)
		if err.Error() != unknown.Error() {
			t.Errorf("%q and %q differ", err, unknown)
		}
	}
	for _, c := range []Credentials{{"", password}, {"ada@example.com", ""}, {"ada", password}, {"ada@example.com", strings.Repeat("x", 1<<20)}, {"a\x00@example.com", password}} {
		_, err := a.Login(t.Context(), c)
		wantCode(t, "what cannot be", err, music.Invalid)
	}
	g = signUp(t, a, "bob@example.com") // the last operator cannot be deleted
	if err := db.DeleteAccount(t.Context(), g.Account.ID); err != nil {
		t.Fatal(err)
	}
	_, err := a.Refresh(t.Context(), g.Refresh)
	wantCode(t, "refresh of a deleted account", err, music.Unauthenticated)
}

func TestLockOutIsPerAccountAndAddress(t *testing.T) {
	a, _, c := open(t)
	signUp(t, a, "ada@example.com")
	try := func(email, pass, address string) error {
		_, err := a.Login(WithDevice(t.Context(), Device{Address: address}), Credentials{email, pass})
		return err
	}
	for _, email := range []string{"ada@example.com", "nobody@example.com"} {
		for range 5 {
			wantCode(t, "a failure", try(email, "wrong", "198.51.100.1"), music.Unauthenticated)
		}
		err := try(email, password, "198.51.100.1")
		wantCode(t, email+" after five", err, music.TooMany)
		var locked *music.Error
		if errors.As(err, &locked) && (locked.RetryAfter <= 14*time.Minute || locked.RetryAfter > 15*time.Minute) {
			t.Errorf("retry after %v", locked.RetryAfter)
		}
	}
	if err := try("ada@example.com", password, "203.0.113.9"); err != nil {
		t.Errorf("from another address: %v", err)
	}
	c.pass(15*time.Minute + time.Second)
	if err := try("ada@example.com", password, "198.51.100.1"); err != nil {
		t.Errorf("15 minutes later: %v", err)
	}
}

func TestRefreshRotates(t *testing.T) {
	a, _, c := open(t)
	first := signUp(t, a, "ada@example.com")
	second, err := a.Refresh(t.Context(), first.Refresh)
	if err != nil || second.Refresh == first.Refresh {
		t.Fatalf("second: %v", err)
	}
	// Another tab presents the same old token and gets the same successor.
	twin, err := a.Refresh(t.Context(), first.Refresh)
	if err != nil || twin.Refresh != second.Refresh {
		t.Fatalf("within the grace period: %v", err)
	}
	c.pass(11 * time.Minute)
	if _, err := a.Bearer(t.Context(), first.Access); err == nil {
		t.Error("an 11-minute-old access token is accepted")
	}
	third, err := a.Refresh(t.Context(), second.Refresh)
	if err != nil {
		t.Fatalf("third: %v", err)
	}
	other := login(t, a, "ada@example.com")

	// The grace period of the first token ended when the second was used, so the
	// token must be stolen.
	_, err = a.Refresh(t.Context(), first.Refresh)
	wantCode(t, "the thief", err, music.Unauthenticated)
	_, err = a.Refresh(t.Context(), third.Refresh)
	wantCode(t, "the stolen session's present token", err, music.Unauthenticated)
	_, err = a.Bearer(t.Context(), third.Access)
	wantCode(t, "its access token", err, music.Unauthenticated)
	if _, err := a.Refresh(t.Context(), other.Refresh); err != nil {
		t.Errorf("another device of the same person: %v", err)
	}
}

func TestReplacedTokenEndsTheSessionAfterTheGrace(t *testing.T) {
	a, _, c := open(t)
	first := signUp(t, a, "ada@example.com")
	second, err := a.Refresh(t.Context(), first.Refresh)
	if err != nil {
		t.Fatal(err)
	}
	c.pass(rotationGrace + time.Second)
	_, err = a.Refresh(t.Context(), first.Refresh)
	wantCode(t, "after the grace", err, music.Unauthenticated)
	_, err = a.Refresh(t.Context(), second.Refresh)
	wantCode(t, "and the session is over", err, music.Unauthenticated)
}

func TestParallelRefreshesAgree(t *testing.T) {
	a, _, _ := open(t)
	first := signUp(t, a, "ada@example.com")
	type result struct {
		g   *Grant
		err error
	}
	results := make(chan result, 8)
	for range 8 {
		go func() {
			g, err := a.Refresh(context.WithoutCancel(t.Context()), first.Refresh)
			results <- result{g, err}
		}()
	}
	next := ""
	for range 8 {
		r := <-results
		if r.err != nil {
			t.Fatal(r.err)
		}
		if next == "" {
			next = r.g.Refresh
		}
		if r.g.Refresh != next {
			t.Error("concurrent refreshes returned different tokens")
		}
	}
}

func TestSessionsEnd(t *testing.T) {
	a, db, c := open(t)
	g := signUp(t, a, "ada@example.com")
	v, err := a.Bearer(t.Context(), g.Access)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Logout(t.Context(), v, g.Refresh); err != nil {
		t.Fatal(err)
	}
	if err := a.Logout(t.Context(), v, g.Refresh); err != nil {
		t.Errorf("again: %v", err)
	}
	_, err = a.Bearer(t.Context(), g.Access)
	wantCode(t, "bearer after logout", err, music.Unauthenticated)
	_, err = a.Cookie(t.Context(), g.Cookie)
	wantCode(t, "cookie after logout", err, music.Unauthenticated)
	_, err = a.Refresh(t.Context(), g.Refresh)
	wantCode(t, "refresh after logout", err, music.Unauthenticated)

	g = login(t, a, "ada@example.com")
	c.pass(25 * time.Hour)
	_, err = a.Refresh(t.Context(), g.Refresh)
	wantCode(t, "after a day unused", err, music.Unauthenticated)

	// A session that ended on another server ends here when the cached check
	// expires.
	g = login(t, a, "ada@example.com")
	if v, err = a.Cookie(t.Context(), g.Cookie); err != nil {
		t.Fatal(err)
	}
	if _, err := db.RevokeSession(t.Context(), v.SessionID, c.now()); err != nil {
		t.Fatal(err)
	}
	c.pass(sessionTrust)
	_, err = a.Cookie(t.Context(), g.Cookie)
	wantCode(t, "cookie of a session ended elsewhere", err, music.Unauthenticated)
}

func TestForgedTokensAreRefused(t *testing.T) {
	a, _, _ := open(t)
	g := signUp(t, a, "ada@example.com")
	var good claims
	if _, _, err := jwt.NewParser().ParseUnverified(g.Access, &good); err != nil {
		t.Fatal(err)
	}
	forge := func(method jwt.SigningMethod, key any, change func(*claims), kid string) string {
		c := good
		change(&c)
		token := jwt.NewWithClaims(method, c)
		token.Header["kid"] = kid
		signed, err := token.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	key, _ := a.keys.newest()
	kid, secret := key.ID, key.Secret
	same := func(*claims) {}
	for name, token := range map[string]string{
		"empty":          "",
		"garbage":        "a.b.c",
		"refresh token":  g.Refresh,
		"cookie":         g.Cookie,
		"alg none":       forge(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, same, kid),
		"alg HS512":      forge(jwt.SigningMethodHS512, secret, same, kid),
		"other secret":   forge(jwt.SigningMethodHS256, []byte("guess"), same, kid),
		"unknown key":    forge(jwt.SigningMethodHS256, secret, same, "nope"),
		"other issuer":   forge(jwt.SigningMethodHS256, secret, func(c *claims) { c.Issuer = "evil" }, kid),
		"other audience": forge(jwt.SigningMethodHS256, secret, func(c *claims) { c.Audience = jwt.ClaimStrings{"mail"} }, kid),
		"never expires":  forge(jwt.SigningMethodHS256, secret, func(c *claims) { c.ExpiresAt = nil }, kid),
		"other subject":  forge(jwt.SigningMethodHS256, secret, func(c *claims) { c.Subject = "someone" }, kid),
		"other session":  forge(jwt.SigningMethodHS256, secret, func(c *claims) { c.SessionID = "someone" }, kid),
		"cut":            g.Access[:len(g.Access)-2],
	} {
		_, err := a.Bearer(t.Context(), token)
		wantCode(t, name, err, music.Unauthenticated)
	}
	if _, err := a.Bearer(t.Context(), g.Access); err != nil {
		t.Errorf("valid token: %v", err)
	}
	for _, token := range []string{"", "...", g.Access, g.Refresh + "x", strings.Replace(g.Refresh, ".1.", ".2.", 1)} {
		_, err := a.Refresh(t.Context(), token)
		wantCode(t, "refresh with "+token, err, music.Unauthenticated)
	}
	if _, err := a.Refresh(t.Context(), g.Refresh); err != nil {
		t.Errorf("an invalid token ended the session: %v", err)
	}
}

func FuzzTokens(f *testing.F) {
	key := store.SigningKey{ID: "k", Secret: []byte("secret")}
	a := &Service{keys: &keyring{keys: []store.SigningKey{key}, read: time.Now().Add(time.Hour)}, now: time.Now}
	f.Add("k.s.1.x")
	f.Add("eyJhbGciOiJIUzI1NiIsImtpZCI6ImsifQ.e30.x")
	f.Fuzz(func(t *testing.T, token string) {
		if _, err := a.verify(t.Context(), accessAudience, token); err == nil {
			t.Error("a guessed access token is accepted")
		}
		if id, n, err := a.parseRefresh(t.Context(), token); err == nil && token != refreshToken(key, id, n) {
			t.Error("a guessed refresh token is accepted")
		}
	})
}

func TestPasswordHashes(t *testing.T) {
	tested, _, _ := open(t)
	a, err := Open(t.Context(), Config{Store: tested.store, Log: tested.log}) // with the production defaults
	if err != nil {
		t.Fatal(err)
	}
	phc, err := a.hashPassword(t.Context(), password)
	if err != nil || !strings.HasPrefix(phc, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%q %v", phc, err)
	}
	if ok, err := a.checkPassword(t.Context(), password, phc); !ok || err != nil {
		t.Errorf("the right one: %v %v", ok, err)
	}
	if ok, err := a.checkPassword(t.Context(), password+"x", phc); ok || err != nil {
		t.Errorf("a wrong one: %v %v", ok, err)
	}
	for _, broken := range []string{"plain", "$argon2id$v=19$m=1,t=0,p=0$AA$AA", "$argon2id$v=19$m=19456,t=2,p=1$!$AA", "$2a$10$abc"} {
		if ok, err := a.checkPassword(t.Context(), password, broken); ok || err == nil {
			t.Errorf("%s: %v %v", broken, ok, err)
		}
	}
}
