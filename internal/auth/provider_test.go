package auth

import (
	"context"
	"encoding/base64"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/oidc"
	"sonora/internal/people"
	"sonora/internal/seal"
)

// idp is a provider that returns what the test sets.
type idp struct {
	id              string
	who             oidc.Identity
	nonce, verifier string // of the last authorization request
}

func (p *idp) ID() string       { return p.id }
func (p *idp) Label() string    { return strings.ToUpper(p.id) }
func (p *idp) ClientID() string { return "client" }
func (p *idp) Scope() string    { return "openid" }

func (p *idp) AuthURL(_ context.Context, state, nonce, verifier, _ string) (string, error) {
	p.nonce, p.verifier = nonce, verifier
	return "https://id.example/?state=" + state, nil
}

func (p *idp) Exchange(_ context.Context, _, _, _, _ string) (*oidc.Identity, error) {
	who := p.who
	return &who, nil
}

const acmeCallback = "https://music.example/api/auth/acme/callback/"

func withProvider(t *testing.T) (*Service, *idp, *clock) {
	t.Helper()
	a, _, c := open(t)
	p := &idp{id: "acme", who: oidc.Identity{Subject: "s", Email: "ada@example.com", EmailVerified: true, FirstName: "Ada"}}
	a.providers = []IdentityProvider{p}
	signUp(t, a, "operator@example.com")
	return a, p, c
}

func begin(t *testing.T, a *Service, v music.Viewer) string {
	t.Helper()
	_, sealed, err := a.BeginProvider(t.Context(), v, ProviderStart{Provider: "acme", State: "state", RedirectURI: acmeCallback, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func finish(t *testing.T, a *Service, v music.Viewer, sealed, code string) (*Grant, error) {
	t.Helper()
	return a.FinishProvider(t.Context(), v, ProviderReturn{Provider: "acme", Code: code, RedirectURI: acmeCallback, Sealed: sealed})
}

func TestAttempts(t *testing.T) {
	a, p, c := withProvider(t)
	one := begin(t, a, music.Viewer{})
	first := *p
	two := begin(t, a, music.Viewer{})
	if one == two || first.nonce == p.nonce || first.verifier == p.verifier || len(p.nonce) < 26 || len(p.verifier) < 43 {
		t.Errorf("attempts share values: %+v and %+v", first, p)
	}
	if strings.Contains(one, first.nonce) || strings.Contains(one, first.verifier) {
		t.Error("the sealed values are readable")
	}
	other := base64.RawURLEncoding.EncodeToString(a.box.Close([]byte(`{"purpose":"authenticator app","provider":"acme","expires":"2999-01-01T00:00:00Z"}`)))
	for name, sealed := range map[string]string{"cut": one[:len(one)-2], "garbage": "!", "short": "AAAA", "sealed for something else": other} {
		_, err := finish(t, a, music.Viewer{}, sealed, "code")
		wantCode(t, name, err, music.Invalid)
	}
	c.pass(AttemptLifetime)
	_, err := finish(t, a, music.Viewer{}, one, "code")
	wantCode(t, "too late", err, music.Invalid)
	if _, err := finish(t, a, music.Viewer{}, begin(t, a, music.Viewer{}), "code"); err != nil {
		t.Error(err)
	}
	_, err = finish(t, a, music.Viewer{}, begin(t, a, music.Viewer{}), "code")
	wantCode(t, "a code that came before", err, music.Invalid)
}

func TestConcurrentFirstSignInsCreateOneAccount(t *testing.T) {
	a, p, _ := withProvider(t)
	var wg sync.WaitGroup
	ids := make(chan string, 8)
	for i := range 8 {
		wg.Go(func() {
			g, err := finish(t, a, music.Viewer{}, "", string(rune('a'+i)))
			if err != nil {
				t.Error(err)
				return
			}
			ids <- g.Account.ID
		})
	}
	wg.Wait()
	close(ids)
	first := <-ids
	for id := range ids {
		if id != first {
			t.Errorf("two accounts: %s and %s", first, id)
		}
	}
	if list, err := a.store.Identities(t.Context(), first); err != nil || len(list) != 1 || list[0].Subject != p.who.Subject {
		t.Errorf("%+v %v", list, err)
	}
}

func TestProviderAccountsAreNotOperators(t *testing.T) {
	a, p, _ := withProvider(t)
	p.who.FirstName, p.who.LastName = "A\x00d\na", strings.Repeat("é", 200)
	g, err := finish(t, a, music.Viewer{}, "", "code")
	if err != nil {
		t.Fatal(err)
	}
	account := g.Account
	if account.Role == music.Admin || account.FirstName != "Ada" || len([]rune(account.LastName)) != maxName || account.AuthProvider != "acme" ||
		account.PasswordHash != "" || account.VerifiedAt.IsZero() {
		t.Errorf("%+v", account)
	}
	if _, err := a.Login(t.Context(), Credentials{"ada@example.com", password}); music.CodeOf(err) != music.Unauthenticated {
		t.Errorf("password sign-in to an account without a password: %v", err)
	}
}

func TestProviderDoesNotReplaceTheSecondFactor(t *testing.T) {
	a, _, _ := withProvider(t)
	g, err := finish(t, a, music.Viewer{}, "", "code")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.store.SetTOTP(t.Context(), g.Account.ID, a.box.Close([]byte("secret")), 1, a.now(), nil); err != nil {
		t.Fatal(err)
	}
	_, err = finish(t, a, music.Viewer{}, "", "another")
	wantCode(t, "without the code", err, music.Unauthenticated)
	if e, ok := err.(*music.Error); !ok || len(e.Fields["challenge"]) != 1 { //nolint:errorlint // the outermost
		t.Errorf("%#v", err)
	}
}

func TestLinkingIsReported(t *testing.T) {
	a, p, _ := withProvider(t)
	operator, err := a.store.AccountByEmail(t.Context(), "operator@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.store.SetVerified(t.Context(), operator.ID, operator.Email, a.now()); err != nil {
		t.Fatal(err)
	}
	p.who.Email = " Operator@Example.com"
	g, err := finish(t, a, music.Viewer{}, "", "code")
	if err != nil || g.Account.ID != operator.ID {
		t.Fatalf("%+v %v", g, err)
	}
	told := 0
	for _, m := range a.mail.(*postman).sent { //nolint:forcetypeassert // see open
		if m.Kind == mail.FactorChanged && m.Detail == string(people.IdentityLinked) && m.To == operator.Email {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d mails, want 1", told)
	}
	events, err := a.store.SecurityEvents(t.Context(), operator.ID, music.Page{})
	if err != nil || events.Items[1].Kind != people.IdentityLinked || events.Items[1].Detail != "ACME" {
		t.Errorf("%+v %v", events.Items, err)
	}
}

func TestCallback(t *testing.T) {
	for _, c := range []struct {
		public, address, want string
		guessed               bool
	}{
		{"https://music.example", "", "https://music.example", false},
		{"https://Music.example:443", "", "https://music.example", true},
		{"http://music.example:80", "http://localhost", "http://music.example", false},
		{"http://127.0.0.1:4700", "http://localhost:4700", "http://localhost:4700", true},
		{"http://127.0.0.1:0", "http://127.0.0.1:4711", "http://127.0.0.1:4711", true},
		{"http://127.0.0.1:4700", "http://[::1]:4700", "http://[::1]:4700", true},
		{"http://127.0.0.1:4700", "http://evil.example", "http://127.0.0.1:4700", true},
		{"http://127.0.0.1:4700", "http://127.0.0.1.evil.example", "http://127.0.0.1:4700", true},
		{"http://nas:4700", "https://NAS", "https://nas", true},
		{"http://nas:4700", "http://%zz", "http://nas:4700", true},
	} {
		public, err := url.Parse(c.public)
		if err != nil {
			t.Fatal(err)
		}
		a := &Service{publicURL: public, guessedURL: c.guessed}
		if got := a.Callback("acme", c.address); got != c.want+"/api/auth/acme/callback/" {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// FuzzAttempt checks that only sealed attempts are accepted.
func FuzzAttempt(f *testing.F) {
	f.Add("")
	f.Add("AAAA")
	box, err := seal.Open(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	a := &Service{box: box, now: time.Now}
	f.Fuzz(func(t *testing.T, sealed string) {
		if attempt, err := a.openAttempt(sealed); err == nil {
			t.Errorf("%q is %+v", sealed, attempt)
		}
	})
}
