package auth

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

const fresh = "another horse"

// askReset requests a link and returns its secret.
func askReset(t *testing.T, a *Service, email string) string {
	t.Helper()
	letters(t, a)
	if err := a.AskReset(t.Context(), email); err != nil {
		t.Fatal(err)
	}
	return secretOf(t, letter(t, a, mail.ResetPassword), "/reset")
}

func TestResetEndsEverything(t *testing.T) {
	a, db, c := open(t)
	g := signUp(t, a, "ada@example.com")
	v := viewerOf(t, a, g)
	if _, err := a.ChangeEmail(t.Context(), v, "thief@example.com", password); err != nil {
		t.Fatal(err)
	}
	for range 5 { // locked out
		if _, err := a.Login(t.Context(), Credentials{"ada@example.com", "wrong"}); err == nil {
			t.Fatal("signed in with a wrong password")
		}
	}
	secret := askReset(t, a, " ADA@example.com")
	c.pass(59 * time.Minute)
	if err := a.Reset(t.Context(), secret, fresh, fresh); err != nil {
		t.Fatal(err)
	}
	sent := letters(t, a)
	if len(sent) != 2 || sent[0].Kind != mail.Welcome || sent[1].Kind != mail.PasswordChanged || sent[1].To != "ada@example.com" {
		t.Errorf("sent %+v", sent)
	}
	_, err := a.Refresh(t.Context(), g.Refresh)
	wantCode(t, "refresh", err, music.Unauthenticated)
	_, err = a.Cookie(t.Context(), g.Cookie)
	wantCode(t, "cookie", err, music.Unauthenticated)
	_, err = a.Login(t.Context(), Credentials{"ada@example.com", password})
	wantCode(t, "the old password", err, music.Unauthenticated)
	if _, err = a.Login(t.Context(), Credentials{"ada@example.com", fresh}); err != nil {
		t.Errorf("the new password: %v", err)
	}
	account, err := db.AccountByEmail(t.Context(), "ada@example.com")
	if err != nil || account.VerifiedAt.IsZero() || account.PendingEmail != "" {
		t.Errorf("afterwards %+v %v", account, err)
	}
	wantCode(t, "a second time", a.Reset(t.Context(), secret, password, password), music.Invalid)
}

func TestResetLinks(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "ada@example.com")
	signUp(t, a, "bob@example.com")
	first := askReset(t, a, "ada@example.com")
	if err := a.AskReset(t.Context(), "ada@example.com"); err != nil {
		t.Fatal(err)
	}
	if sent := letters(t, a); len(sent) != 0 {
		t.Errorf("a moment later: %+v", sent)
	}
	c.pass(time.Minute)
	second := askReset(t, a, "ada@example.com")
	wantCode(t, "the link before", a.Reset(t.Context(), first, fresh, fresh), music.Invalid)
	for _, guess := range []string{"", "guess", second[1:], strings.ToLower(second), g.Refresh, strings.Repeat("x", 1<<20)} {
		wantCode(t, "a guess", a.Reset(t.Context(), guess, fresh, fresh), music.Invalid)
	}
	for field, passwords := range map[string][2]string{
		"password1":        {"12345", "12345"},
		"password2":        {fresh, ""},
		"non_field_errors": {fresh, fresh + "x"},
	} {
		if fieldOf(a.Reset(t.Context(), second, passwords[0], passwords[1]), field) == "" {
			t.Errorf("%q is taken", passwords)
		}
	}
	if says := fieldOf(a.Reset(t.Context(), second, "password", "password"), "password1"); says != "This password is too common." {
		t.Errorf("a common one: %q", says)
	}
	if err := a.ChangePassword(t.Context(), viewerOf(t, a, login(t, a, "ada@example.com")), password, fresh, fresh); err != nil {
		t.Fatal(err)
	}
	wantCode(t, "after a change of the password", a.Reset(t.Context(), second, password, password), music.Invalid)

	c.pass(time.Minute)
	third := askReset(t, a, "ada@example.com")
	c.pass(time.Hour)
	wantCode(t, "an hour later", a.Reset(t.Context(), third, password, password), music.Invalid)
}

func TestOnlyOneOfFourResetsSucceeds(t *testing.T) {
	a, _, _ := open(t)
	signUp(t, a, "ada@example.com")
	secret := askReset(t, a, "ada@example.com")
	results := make(chan error, 4)
	for i := range 4 {
		go func() {
			p := fmt.Sprint("another horse ", i)
			results <- a.Reset(context.WithoutCancel(t.Context()), secret, p, p)
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

func TestResetKeepsTheSecondFactor(t *testing.T) {
	a, db, c := open(t)
	g := signUp(t, a, "ada@example.com")
	if err := db.SetVerified(t.Context(), g.Account.ID, g.Account.Email, c.now()); err != nil {
		t.Fatal(err)
	}
	turnOn(t, a, c, g)
	challenge := challengeOf(t, a, "ada@example.com", "totp", "recovery")
	secret := askReset(t, a, "ada@example.com")
	if err := a.Reset(t.Context(), secret, fresh, fresh); err != nil {
		t.Fatal(err)
	}
	_, err := a.LoginCode(t.Context(), challenge, "000000")
	wantCode(t, "a sign-in begun before", err, music.Unauthenticated)
	_, err = a.Login(t.Context(), Credentials{"ada@example.com", fresh})
	asks(t, err, "totp", "recovery")
}

func TestResetMailsAreLimited(t *testing.T) {
	a, _, c := open(t)
	ask := func(email string) int {
		t.Helper()
		if err := a.AskReset(t.Context(), email); err != nil {
			t.Fatal(err)
		}
		sent := letters(t, a)
		for _, m := range sent {
			if m.Kind != mail.NoAccount || m.To != email || m.AccountID != "" {
				t.Errorf("sent %+v", m)
			}
		}
		return len(sent)
	}
	if ask("one@example.com") != 1 || ask("one@example.com") != 0 {
		t.Error("no mail was sent to an address")
	}
	for i := range 30 {
		got, want := ask(fmt.Sprintf("%d@example.com", i)), 0
		if i < maxAllStrangerMails-1 {
			want = 1
		}
		if got != want {
			t.Errorf("stranger %d got %d mails", i, got)
		}
	}
	c.pass(mailMemory + time.Second)
	if ask("one@example.com") != 1 {
		t.Error("no mail an hour later")
	}
}

func TestNoResetMailForDisabledAccount(t *testing.T) {
	a, db, c := open(t)
	signUp(t, a, "admin@example.com")
	account := signUp(t, a, "ada@example.com").Account
	secret := askReset(t, a, "ada@example.com")
	if err := db.SetDisabled(t.Context(), account.ID, c.now()); err != nil {
		t.Fatal(err)
	}
	wantCode(t, "a link from before", a.Reset(t.Context(), secret, fresh, fresh), music.Invalid)
	c.pass(time.Minute)
	if err := a.AskReset(t.Context(), "ada@example.com"); err != nil {
		t.Fatal(err)
	}
	if sent := letters(t, a); len(sent) != 0 {
		t.Errorf("sent %+v", sent)
	}
}

// TestResetRevokesAccessOfEarlierOwner registers the address of somebody else and
// adds every other way to sign in, before the owner of the address resets the
// password.
func TestResetRevokesAccessOfEarlierOwner(t *testing.T) {
	a, _, _ := open(t)
	post := a.mail.(*postman) //nolint:forcetypeassert // open sets this type
	signUp(t, a, "operator@example.com")
	stranger := signUp(t, a, "owner@example.com")
	v, err := a.Bearer(t.Context(), stranger.Access)
	if err != nil {
		t.Fatal(err)
	}
	_, secret, err := a.MakeAPIKey(t.Context(), v, NewAPIKey{Name: "Car", Scopes: []music.Scope{people.ScopeListen, people.ScopeWrite}, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	identity := people.Identity{Provider: "acme", Subject: "stranger", AccountID: v.AccountID, Email: "x@evil.example", CreatedAt: a.now()}
	if err := a.store.LinkIdentity(t.Context(), identity); err != nil {
		t.Fatal(err)
	}
	if err := a.store.SetTOTP(t.Context(), v.AccountID, []byte("sealed"), 1, a.now(), [][]byte{hashToken("code")}); err != nil {
		t.Fatal(err)
	}
	if err := a.sendReset(t.Context(), "owner@example.com"); err != nil {
		t.Fatal(err)
	}
	link := post.sent[len(post.sent)-1].Link
	if err := a.Reset(t.Context(), link[strings.IndexByte(link, '#')+1:], "a new river", "a new river"); err != nil {
		t.Fatal(err)
	}
	_, err = a.Basic(t.Context(), "owner@example.com", secret)
	wantCode(t, "the stranger's API key", err, music.Unauthenticated)
	if left, err := a.store.Identities(t.Context(), v.AccountID); err != nil || len(left) != 0 {
		t.Errorf("identities left: %v, %v", left, err)
	}
	if f, err := a.store.Factors(t.Context(), v.AccountID); err != nil || f.Any() || f.RecoveryCodes != 0 {
		t.Errorf("factors left: %+v, %v", f, err)
	}
	if _, err := a.Login(t.Context(), Credentials{"owner@example.com", "a new river"}); err != nil {
		t.Errorf("the owner: %v", err)
	}
}
