package auth

import (
	"testing"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
)

func TestProfileReplacesAddressOnceBothConfirmed(t *testing.T) {
	a, db, _ := open(t)
	signUp(t, a, "boss@example.com")
	account := signUp(t, a, "ada@example.com").Account
	post, ctx := a.mail.(*postman), t.Context() //nolint:forcetypeassert // open sets this type
	v := music.Viewer{AccountID: account.ID, Role: account.Role}
	post.sent = nil
	for name, email := range map[string]string{"taken": "Boss@Example.com", "none": "ada", "empty": " ", "two": "a@b.example, c@d.example"} {
		wantCode(t, name, a.ReplaceEmail(ctx, v, email), music.Invalid)
	}
	if err := a.ReplaceEmail(ctx, v, " ADA@example.com "); err != nil || len(post.sent) != 0 {
		t.Errorf("the same address: %v, mails %+v", err, post.sent)
	}
	for range 2 { // requesting the same change again changes nothing
		if err := a.ReplaceEmail(ctx, v, "New@Example.com"); err != nil {
			t.Fatal(err)
		}
	}
	now, err := db.AccountByID(ctx, account.ID)
	if err != nil || now.Email != "ada@example.com" || now.PendingEmail != "new@example.com" {
		t.Errorf("%+v %v", now, err)
	}
	var to []string
	for _, m := range post.sent {
		if m.Kind == mail.ChangeEmailOld || m.Kind == mail.ChangeEmailNew {
			to = append(to, m.To)
		}
	}
	if len(to) != 2 || to[0] != "ada@example.com" || to[1] != "new@example.com" {
		t.Errorf("mails to %q", to)
	}
}

func TestProfileReplacesAddressAtOnceWithoutMailServer(t *testing.T) {
	a, db, c := open(t)
	g := signUp(t, a, "ada@example.com")
	a.mail.(*postman).offline = true //nolint:forcetypeassert // open sets this type
	v, err := a.Bearer(t.Context(), g.Access)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.ReplaceEmail(t.Context(), v, "new@example.com"); err != nil {
		t.Fatal(err)
	}
	now, err := db.AccountByID(t.Context(), v.AccountID)
	if err != nil || now.Email != "new@example.com" || now.PendingEmail != "" || !now.VerifiedAt.IsZero() {
		t.Errorf("%+v %v", now, err)
	}
	login(t, a, "new@example.com")
	c.pass(time.Hour)
	wantCode(t, "an hour after the sign-in", a.ReplaceEmail(t.Context(), v, "thief@example.com"), music.Invalid)
}
