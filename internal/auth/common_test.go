package auth

import (
	"errors"
	"testing"

	"sonora/internal/music"
)

func TestCommonPasswordsAreRefused(t *testing.T) {
	a, _, _ := open(t)
	account := &music.Account{Email: "grace.hopper@example.com", FirstName: "Grace", LastName: "Höpper"}
	refused := func(password string) bool {
		f := music.FieldErrors{}
		a.checkPasswordRules(f, "password1", password, account)
		return len(f["password1"]) == 1 && f["password1"][0].String() == "This password is too common."
	}
	for _, password := range []string{
		"123456", "password", "PASSWORD", "Password1!", "P@ssw0rd", "p4$$word", "ｐａｓｓｗｏｒｄ", "qwerty12", "1q2w3e4r", "letmein!", "contraseña",
		"      ", "\t\t\t\t\t\t", "zzzzzzzzzzz", "abcdefghijk", "987654321098"[:10], "trustno1", "m0nk3y",
		"grace.hopper", "Grace.Hopper1999!", "grace.hopper@example.com", "GraceHöpper", "grace höpper", "höpper2024", "Sonora2026!",
	} {
		if !refused(password) {
			t.Errorf("%q is taken", password)
		}
	}
	for _, good := range []string{
		"s3cret-pass", "correct horse", "пароль7x", "qk7vz2", "password between friends", "grace is not hopper", "      x", "acegik", "sonora is loud",
	} {
		if refused(good) {
			t.Errorf("%q is refused", good)
		}
	}
}

func TestEmptyNameDoesNotRestrictPasswords(t *testing.T) {
	if isOwn("123.!?", "", &music.Account{Email: "ab@example.com"}) {
		t.Error("a password without letters counts as containing an empty name")
	}
}

func TestCommonPasswordsList(t *testing.T) {
	if n := len(common()); n < 5000 {
		t.Errorf("%d passwords", n)
	}
	for password := range common() {
		if foldPassword(password) != password || len(password) < music.RegisterMinPassword {
			t.Errorf("%q can never match a password", password)
		}
	}
}

func TestLoginAcceptsPasswordsThatBecameCommon(t *testing.T) {
	a, db, _ := open(t)
	g := signUp(t, a, "ada@example.com")
	hash, err := a.hashPassword(t.Context(), "password")
	if err == nil {
		err = db.ReplacePassword(t.Context(), g.Account.ID, hash, "", a.now())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Login(t.Context(), Credentials{"ada@example.com", "password"}); err != nil {
		t.Errorf("login with a password that was accepted earlier: %v", err)
	}
}

// fieldOf returns the first sentence about a field of an Invalid error.
func fieldOf(err error, field string) string {
	var e *music.Error
	if !errors.As(err, &e) || e.Code != music.Invalid || len(e.Fields[field]) == 0 {
		return ""
	}
	return e.Fields[field][0].String()
}
