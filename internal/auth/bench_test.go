package auth

import (
	"errors"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

// The target: authenticating a request takes 0.1 ms and no database query. The
// benchmarks close the database first to prove the latter.

func BenchmarkBearer(b *testing.B) {
	a, g, _ := known(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := a.Bearer(b.Context(), g.Access); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCookie(b *testing.B) {
	a, g, _ := known(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := a.Cookie(b.Context(), g.Cookie); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAPIKey(b *testing.B) {
	a, _, secret := known(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := a.Basic(b.Context(), "ada@example.com", secret); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkToken(b *testing.B) {
	a, _, secret := known(b)
	token := tokenOf(secret, "salt")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := a.RecogniseToken(b.Context(), "ada@example.com", token, "salt"); err != nil {
			b.Fatal(err)
		}
	}
}

// known returns a server with a closed database that authenticated somebody a
// moment ago.
func known(t testing.TB) (*Service, *Grant, string) {
	t.Helper()
	a, db, _ := open(t) // its clock does not advance
	g := signUp(t, a, "ada@example.com")
	v, err := a.Bearer(t.Context(), g.Access)
	if err != nil {
		t.Fatal(err)
	}
	_, secret, err := a.MakeAPIKey(t.Context(), v, NewAPIKey{Name: "Car", Scopes: []music.Scope{people.ScopeListen, people.ScopeWrite}, Password: password})
	if err == nil {
		_, err = a.Basic(t.Context(), "ada@example.com", secret)
	}
	if err == nil {
		_, err = a.RecogniseToken(t.Context(), "ada@example.com", tokenOf(secret, "salt"), "salt")
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return a, g, secret
}

func TestKnownPeopleNeedNoDatabase(t *testing.T) {
	a, g, secret := known(t)
	for range 10 {
		_, bearer := a.Bearer(t.Context(), g.Access)
		_, cookie := a.Cookie(t.Context(), g.Cookie)
		_, basic := a.Basic(t.Context(), "ada@example.com", secret)
		_, token := a.RecogniseToken(t.Context(), "ada@example.com", tokenOf(secret, "salt"), "salt")
		if err := errors.Join(bearer, cookie, basic, token); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkLogin measures a sign-in without its argon2id hash. The target is
// 5 ms.
func BenchmarkLogin(b *testing.B) {
	a, _, _ := open(b)
	signUp(b, a, "ada@example.com")
	account, err := a.store.AccountByEmail(b.Context(), "ada@example.com")
	if err != nil {
		b.Fatal(err)
	}
	var hashing time.Duration
	for b.Loop() {
		if _, err := a.Login(b.Context(), Credentials{"ada@example.com", password}); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		began := time.Now()
		if _, err := a.checkPassword(b.Context(), password, account.PasswordHash); err != nil {
			b.Fatal(err)
		}
		hashing += time.Since(began)
		b.StartTimer()
	}
	b.ReportMetric(float64(hashing.Microseconds())/1000/float64(b.N), "ms-argon2id")
	b.ReportMetric((float64(b.Elapsed().Microseconds())-float64(hashing.Microseconds()))/1000/float64(b.N), "ms-besides")
}
