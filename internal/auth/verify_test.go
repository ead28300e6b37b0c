package auth

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
)

func register(t *testing.T, a *Service, email string) *music.Account {
	t.Helper()
	account, err := a.Register(t.Context(), Registration{Email: email, Password1: password, Password2: password, FirstName: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	return account
}

func TestVerificationLinkWorksOnce(t *testing.T) {
	a, db, c := open(t)
	account := register(t, a, "ada@example.com")
	m := letter(t, a, mail.Verify)
	if m.To != "ada@example.com" || m.Name != "Ada" || m.AccountID != account.ID || !m.Expires.Equal(c.now().Add(72*time.Hour)) {
		t.Errorf("sent %+v", m)
	}
	secret := secretOf(t, m, "/verify")
	for _, wrong := range []string{"", "guess", secret + "x", secret[:len(secret)-1], "\x00"} {
		wantCode(t, "guessed", a.Verify(t.Context(), wrong), music.Invalid)
	}
	wantCode(t, "as a reset", a.Reset(t.Context(), secret, "another horse", "another horse"), music.Invalid)
	_, err := a.ConfirmEmail(t.Context(), secret)
	wantCode(t, "as a change of the address", err, music.Invalid)
	if err := a.Verify(t.Context(), secret); err != nil {
		t.Fatal(err)
	}
	if got, err := db.AccountByID(t.Context(), account.ID); err != nil || got.VerifiedAt.IsZero() {
		t.Errorf("address not verified: %v", err)
	}
	letter(t, a, mail.Welcome)
	wantCode(t, "a second time", a.Verify(t.Context(), secret), music.Invalid)
}

// TestTellsOfVerifiedAddresses verifies an address, and then changes it.
func TestTellsOfVerifiedAddresses(t *testing.T) {
	a, _, _ := open(t)
	var told []string
	a.isVerified = func(_ context.Context, accountID string) { told = append(told, accountID) }
	account := register(t, a, "ada@example.com")
	verify := secretOf(t, letter(t, a, mail.Verify), "/verify")
	if len(told) > 0 {
		t.Error("told of an address that is not verified")
	}
	if err := a.Verify(t.Context(), verify); err != nil {
		t.Fatal(err)
	}
	letter(t, a, mail.Welcome)
	if !slices.Equal(told, []string{account.ID}) {
		t.Errorf("told of %v", told)
	}
	if err := a.ReplaceEmail(t.Context(), music.Viewer{AccountID: account.ID}, "new@example.com"); err != nil {
		t.Fatal(err)
	}
	for _, m := range letters(t, a) {
		if _, err := a.ConfirmEmail(t.Context(), secretOf(t, m, "/email/confirm")); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) != 2 {
		t.Errorf("told %d times after the address was changed", len(told))
	}
}

func TestVerificationLinkExpires(t *testing.T) {
	a, _, c := open(t)
	register(t, a, "ada@example.com")
	secret := secretOf(t, letter(t, a, mail.Verify), "/verify")
	c.pass(72 * time.Hour)
	wantCode(t, "three days later", a.Verify(t.Context(), secret), music.Invalid)
}

func TestVerificationLinkOfReplacedAddress(t *testing.T) {
	a, db, _ := open(t)
	account := register(t, a, "ada@example.com")
	secret := secretOf(t, letter(t, a, mail.Verify), "/verify")
	if err := db.SetEmail(t.Context(), account.ID, "new@example.com", time.Time{}); err != nil {
		t.Fatal(err)
	}
	wantCode(t, "of the old address", a.Verify(t.Context(), secret), music.Invalid)
	if got, err := db.AccountByID(t.Context(), account.ID); err != nil || !got.VerifiedAt.IsZero() {
		t.Errorf("the new address counts as verified: %v", err)
	}
}

func TestResendRevealsNothingAndIsLimited(t *testing.T) {
	a, _, c := open(t)
	register(t, a, "ada@example.com")
	first := secretOf(t, letter(t, a, mail.Verify), "/verify")
	resend := func(email string) []mail.Message {
		t.Helper()
		if err := a.ResendVerification(t.Context(), email); err != nil {
			t.Fatal(err)
		}
		return letters(t, a)
	}
	if sent := resend("ada@example.com"); len(sent) != 0 {
		t.Errorf("a moment later: %+v", sent)
	}
	c.pass(time.Minute)
	again := resend(" ADA@example.com ")
	if len(again) != 1 || again[0].Kind != mail.Verify || again[0].To != "ada@example.com" {
		t.Fatalf("a minute later: %+v", again)
	}
	if sent := resend("nobody@example.com"); len(sent) != 0 {
		t.Errorf("to nobody: %+v", sent)
	}
	wantCode(t, "the link before", a.Verify(t.Context(), first), music.Invalid)
	if err := a.Verify(t.Context(), secretOf(t, again[0], "/verify")); err != nil {
		t.Error(err)
	}
	letter(t, a, mail.Welcome)
	c.pass(time.Minute)
	if sent := resend("ada@example.com"); len(sent) != 0 {
		t.Errorf("to a verified address: %+v", sent)
	}
	wantCode(t, "no address", a.ResendVerification(t.Context(), "ada"), music.Invalid)
}

func TestSignInMayRequireVerifiedAddress(t *testing.T) {
	a, _, _ := open(t)
	register(t, a, "admin@example.com")
	register(t, a, "ada@example.com")
	sent := letters(t, a)
	a.settings.(*rules).RequireVerification = true
	if _, err := a.Login(t.Context(), Credentials{"admin@example.com", password}); err != nil {
		t.Errorf("the operator: %v", err)
	}
	_, err := a.Login(t.Context(), Credentials{"ada@example.com", password})
	var e *music.Error
	if !errors.As(err, &e) || e.Code != music.Unauthenticated || e.Detail.IsZero() || len(e.Fields["unverified"]) != 1 {
		t.Errorf("unverified: %v", err)
	}
	if err := a.Verify(t.Context(), secretOf(t, sent[1], "/verify")); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Login(t.Context(), Credentials{"ada@example.com", password}); err != nil {
		t.Errorf("proven: %v", err)
	}
}

func TestVerificationMailsAreLimited(t *testing.T) {
	a, _, _ := open(t)
	for range maxTasks + 10 {
		if err := a.AskReset(t.Context(), "nobody@example.com"); err != nil {
			t.Fatal(err)
		}
	}
	if sent := letters(t, a); len(sent) != 1 {
		t.Errorf("sent %d mails to an unknown address", len(sent))
	}
}
