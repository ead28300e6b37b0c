package auth

import (
	"strings"
	"testing"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
)

func TestChangePassword(t *testing.T) {
	a, _, c := open(t)
	g, other := signUp(t, a, "ada@example.com"), login(t, a, "ada@example.com")
	v := viewerOf(t, a, g)
	viewerOf(t, a, other)
	letters(t, a)
	for field, p := range map[string][3]string{
		"current":          {"wrong", fresh, fresh},
		"password1":        {password, "Ada", "Ada"},
		"password2":        {password, fresh, ""},
		"non_field_errors": {password, fresh, fresh + "x"},
	} {
		if fieldOf(a.ChangePassword(t.Context(), v, p[0], p[1], p[2]), field) == "" {
			t.Errorf("password %q is accepted", p)
		}
	}
	if fieldOf(a.ChangePassword(t.Context(), v, "", fresh, fresh), "current") != "This field is required." {
		t.Error("changed without the current password")
	}
	if err := a.ChangePassword(t.Context(), v, password, fresh, fresh); err != nil {
		t.Fatal(err)
	}
	if m := letter(t, a, mail.PasswordChanged); m.To != "ada@example.com" {
		t.Errorf("sent %+v", m)
	}
	if _, err := a.Bearer(t.Context(), g.Access); err != nil {
		t.Errorf("the session that changed the password: %v", err)
	}
	_, err := a.Bearer(t.Context(), other.Access)
	wantCode(t, "another session, trusted a moment ago", err, music.Unauthenticated)
	_, err = a.Refresh(t.Context(), other.Refresh)
	wantCode(t, "its refresh token", err, music.Unauthenticated)
	c.pass(time.Second)
	if _, err := a.Login(t.Context(), Credentials{"ada@example.com", fresh}); err != nil {
		t.Error(err)
	}
}

func TestGuessingThePasswordByConfirmingIsLimited(t *testing.T) {
	a, _, _ := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	for range 5 {
		if _, err := a.Confirm(t.Context(), v, "wrong"); fieldOf(err, "password") != "This password is incorrect." {
			t.Errorf("wrong: %v", err)
		}
	}
	_, err := a.Confirm(t.Context(), v, password)
	wantCode(t, "after five", err, music.TooMany)
	_, err = a.Login(t.Context(), Credentials{"ada@example.com", password})
	wantCode(t, "sign-in after five", err, music.TooMany)
	_, err = a.Confirm(t.Context(), music.Viewer{}, password)
	wantCode(t, "nobody", err, music.Forbidden)
	v.Scopes = "write"
	_, err = a.Confirm(t.Context(), v, password)
	wantCode(t, "an API key", err, music.Forbidden)
}

func TestConfirmingWithoutAPasswordNeedsAFreshSession(t *testing.T) {
	a, db, c := open(t)
	g := signUp(t, a, "ada@example.com")
	v := viewerOf(t, a, g)
	if err := db.ReplacePassword(t.Context(), g.Account.ID, "", v.SessionID, c.now()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Confirm(t.Context(), v, ""); err != nil {
		t.Errorf("fresh: %v", err)
	}
	c.pass(15*time.Minute + time.Second)
	err := a.ChangePassword(t.Context(), v, "", fresh, fresh)
	wantCode(t, "16 minutes later", err, music.Forbidden)
}

// askEmail requests a change of address and returns the secrets of both mails.
func askEmail(t *testing.T, a *Service, v music.Viewer, email string) (old, next string) {
	t.Helper()
	letters(t, a)
	if applied, err := a.ChangeEmail(t.Context(), v, email, password); applied || err != nil {
		t.Fatal(applied, err)
	}
	sent := letters(t, a)
	if len(sent) != 2 || sent[0].Kind != mail.ChangeEmailOld || sent[1].Kind != mail.ChangeEmailNew || sent[0].Detail != email || sent[1].To != email {
		t.Fatalf("sent %+v", sent)
	}
	return secretOf(t, sent[0], "/email/confirm"), secretOf(t, sent[1], "/email/confirm")
}

// proveAddress verifies the address with the link of the registration.
func proveAddress(t *testing.T, a *Service) {
	t.Helper()
	for _, m := range letters(t, a) {
		if m.Kind == mail.Verify {
			if err := a.Verify(t.Context(), secretOf(t, m, "/verify")); err != nil {
				t.Fatal(err)
			}
		}
	}
	letters(t, a)
}

func TestBothAddressesConfirmAChange(t *testing.T) {
	for _, oldFirst := range []bool{true, false} {
		a, db, c := open(t)
		v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
		proveAddress(t, a)
		reset := askReset(t, a, "ada@example.com")
		first, second := askEmail(t, a, v, "new@example.com")
		if !oldFirst {
			first, second = second, first
		}
		if done, err := a.ConfirmEmail(t.Context(), first); done || err != nil {
			t.Fatalf("the first: %v %v", done, err)
		}
		if account, err := db.AccountByID(t.Context(), v.AccountID); err != nil || account.Email != "ada@example.com" || account.PendingEmail != "new@example.com" {
			t.Fatalf("in between: %+v %v", account, err)
		}
		_, err := a.ConfirmEmail(t.Context(), first)
		wantCode(t, "the first again", err, music.Invalid)
		c.pass(23 * time.Hour)
		if done, err := a.ConfirmEmail(t.Context(), second); !done || err != nil {
			t.Fatalf("the second: %v %v", done, err)
		}
		account, err := db.AccountByID(t.Context(), v.AccountID)
		if err != nil || account.Email != "new@example.com" || account.PendingEmail != "" || account.VerifiedAt.IsZero() {
			t.Errorf("afterwards: %+v %v", account, err)
		}
		if m := letter(t, a, mail.EmailChanged); m.To != "ada@example.com" || m.Detail != "new@example.com" {
			t.Errorf("sent %+v", m)
		}
		wantCode(t, "a reset by the old address", a.Reset(t.Context(), reset, fresh, fresh), music.Invalid)
	}
}

func TestUnverifiedAddressNeedNotConfirm(t *testing.T) {
	a, db, _ := open(t)
	v := viewerOf(t, a, signUp(t, a, "slip@exmaple.com"))
	old, _ := askEmail(t, a, v, "ada@example.com")
	if done, err := a.ConfirmEmail(t.Context(), old); done || err != nil {
		t.Fatal(done, err)
	}
	old, next := askEmail(t, a, v, "ada@example.com")
	if done, err := a.ConfirmEmail(t.Context(), next); !done || err != nil {
		t.Fatal(done, err)
	}
	if account, err := db.AccountByID(t.Context(), v.AccountID); err != nil || account.Email != "ada@example.com" || account.VerifiedAt.IsZero() {
		t.Errorf("afterwards: %+v %v", account, err)
	}
	_, err := a.ConfirmEmail(t.Context(), old)
	wantCode(t, "by the slip's reader", err, music.Invalid)
}

func TestWithoutAPasswordUnverifiedAddressMustConfirm(t *testing.T) {
	a, db, _ := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	letters(t, a)
	if err := a.ReplaceEmail(t.Context(), v, "thief@example.com"); err != nil {
		t.Fatal(err)
	}
	sent := letters(t, a)
	if len(sent) != 2 || sent[1].To != "thief@example.com" {
		t.Fatalf("sent %+v", sent)
	}
	if done, err := a.ConfirmEmail(t.Context(), secretOf(t, sent[1], "/email/confirm")); done || err != nil {
		t.Error(done, err)
	}
	if account, err := db.AccountByID(t.Context(), v.AccountID); err != nil || account.Email != "ada@example.com" {
		t.Errorf("afterwards: %+v %v", account, err)
	}
}

func TestAddressChangeRefusals(t *testing.T) {
	a, db, c := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	signUp(t, a, "bob@example.com")
	proveAddress(t, a)
	for email, says := range map[string]string{
		"bob@example.com":             "A user is already registered with this e-mail address.",
		"ＢＯＢ@example.com":             "A user is already registered with this e-mail address.",
		" ADA@example.com":            "This is your email address already.",
		"ada":                         "Enter a valid email address.",
		"a@b.example\r\nBcc: c@d.com": "Enter a valid email address.",
		"":                            "This field is required.",
	} {
		if _, err := a.ChangeEmail(t.Context(), v, email, password); fieldOf(err, "email") != says {
			t.Errorf("%q: %v", email, err)
		}
	}
	if _, err := a.ChangeEmail(t.Context(), v, "new@example.com", "wrong"); fieldOf(err, "password") == "" {
		t.Errorf("wrong password: %v", err)
	}

	one, _ := askEmail(t, a, v, "one@example.com")
	old, next := askEmail(t, a, v, "two@example.com")
	_, err := a.ConfirmEmail(t.Context(), one)
	wantCode(t, "the change before", err, music.Invalid)
	if err := a.CancelEmail(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{old, next} {
		_, err := a.ConfirmEmail(t.Context(), secret)
		wantCode(t, "cancelled", err, music.Invalid)
	}

	old, next = askEmail(t, a, v, "three@example.com")
	signUp(t, a, "three@example.com") // somebody takes the address first
	if _, err := a.ConfirmEmail(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	if _, err := a.ConfirmEmail(t.Context(), next); fieldOf(err, "email") == "" {
		t.Errorf("taken meanwhile: %v", err)
	}

	old, _ = askEmail(t, a, v, "four@example.com")
	c.pass(24 * time.Hour)
	_, err = a.ConfirmEmail(t.Context(), old)
	wantCode(t, "a day later", err, music.Invalid)
	if account, err := db.AccountByID(t.Context(), v.AccountID); err != nil || account.Email != "ada@example.com" {
		t.Errorf("afterwards: %+v %v", account, err)
	}
}

func TestAddressChangesAtOnceWithoutAMailServer(t *testing.T) {
	a, db, _ := open(t)
	v := viewerOf(t, a, signUp(t, a, "ada@example.com"))
	proveAddress(t, a)
	a.mail.(*postman).offline = true
	if applied, err := a.ChangeEmail(t.Context(), v, "new@example.com", password); !applied || err != nil {
		t.Fatal(applied, err)
	}
	if account, err := db.AccountByID(t.Context(), v.AccountID); err != nil || account.Email != "new@example.com" || !account.VerifiedAt.IsZero() {
		t.Errorf("afterwards: %+v %v", account, err)
	}
	sent := letters(t, a)
	if len(sent) != 2 || sent[0].Kind != mail.EmailChanged || sent[0].To != "ada@example.com" || sent[1].Kind != mail.Verify || sent[1].To != "new@example.com" {
		t.Errorf("sent %+v", sent)
	}
}

func TestEquivalentAddressesAreOne(t *testing.T) {
	a, _, _ := open(t)
	register(t, a, "émile@example.com")
	for _, twin := range []string{"e\u0301mile@example.com", "ÉMILE@EXAMPLE.COM", "émile@ｅｘａｍｐｌｅ.com", " émile@example.com\t", "émi\u2097e@example.com", "E\u0301MILE@example.com"} {
		_, err := a.Register(t.Context(), Registration{Email: twin, Password1: password, Password2: password})
		if says := fieldOf(err, "email"); !strings.Contains(says, "already registered") {
			t.Errorf("%q: %v", twin, err)
		}
	}
}
