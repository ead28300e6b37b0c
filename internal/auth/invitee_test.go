package auth

import (
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

func inviteOwner(t *testing.T, a *Service, email string, anew bool) (account *music.Account, secret string) {
	t.Helper()
	account, invitation, link, err := a.InviteOwner(t.Context(), people.ActorOperator, email, "Bo\x00\n", anew)
	if err != nil {
		t.Fatal(err)
	}
	if invitation == nil {
		return account, ""
	}
	secret, ok := strings.CutPrefix(link, "https://music.example/invite#")
	if !ok || invitation.Email != account.Email {
		t.Fatalf("links to %q: %+v", link, invitation)
	}
	return account, secret
}

func TestWaitingAccount(t *testing.T) {
	a, _, c := open(t)
	a.settings.(*rules).Registration = music.RegistrationClosed
	_, _, _, err := a.InviteOwner(t.Context(), people.ActorOperator, "bo@example.com", "Bo", false)
	wantCode(t, "before the operator", err, music.Conflict)
	signUp(t, a, "admin@example.com")
	_, _, _, err = a.InviteOwner(t.Context(), people.ActorOperator, "bo", "Bo", false)
	wantCode(t, "no address", err, music.Invalid)
	if account, secret := inviteOwner(t, a, "admin@example.com", false); account.Role != music.Admin || secret != "" {
		t.Errorf("somebody with an account: %+v, %q", account, secret)
	}

	waiting, old := inviteOwner(t, a, "Bo@Example.com", false)
	if !people.IsWaiting(waiting) || waiting.Role != music.Listener || waiting.FirstName != "Bo" {
		t.Errorf("%+v", waiting)
	}
	if _, again := inviteOwner(t, a, "bo@example.com", false); again != "" {
		t.Error("a second invitation while the first works")
	}
	if _, err := a.Invitation(t.Context(), old); err != nil {
		t.Errorf("the first invitation: %v", err)
	}
	_, anew := inviteOwner(t, a, "bo@example.com", true)
	if _, err := a.Invitation(t.Context(), anew); err != nil {
		t.Errorf("an invitation in place of the first: %v", err)
	}
	_, err = a.Invitation(t.Context(), old)
	wantCode(t, "replaced", err, music.NotFound)
	c.t = c.t.Add(joinLifetime + time.Second)
	_, err = a.Invitation(t.Context(), anew)
	wantCode(t, "after a month", err, music.NotFound)
	_, secret := inviteOwner(t, a, "bo@example.com", false)

	for _, guess := range []string{password, " ", "x"} {
		_, err := a.Login(t.Context(), Credentials{"bo@example.com", guess})
		wantCode(t, "sign in before accepting", err, music.Unauthenticated)
	}
	if i, err := a.Invitation(t.Context(), secret); err != nil || i.Email != "bo@example.com" || i.FirstName != "Bo" {
		t.Errorf("look at the invitation: %+v %v", i, err)
	}
	_, err = comeWith(t.Context(), a, "eve@example.com", secret)
	if fieldOf(err, "email") == "" {
		t.Errorf("with another address: %v", err)
	}
	_, err = a.Register(t.Context(), Registration{Email: "bo@example.com", Password1: "x", Password2: "x", Invitation: secret})
	if fieldOf(err, "password1") == "" {
		t.Errorf("with a bad password: %v", err)
	}
	joined, err := comeWith(t.Context(), a, "bo@example.com", secret)
	if err != nil || joined.ID != waiting.ID || people.IsWaiting(joined) || joined.FirstName != "Bo" || !joined.VerifiedAt.IsZero() {
		t.Fatalf("accept: %+v %v", joined, err)
	}
	if _, secret := inviteOwner(t, a, "bo@example.com", true); secret != "" {
		t.Error("a new invitation to an account that has its owner")
	}
	if g := login(t, a, "bo@example.com"); g.Account.ID != waiting.ID {
		t.Errorf("signed in to %s", g.Account.ID)
	}
	_, err = comeWith(t.Context(), a, "bo@example.com", secret)
	wantCode(t, "a second time", err, music.Forbidden)
	_, err = a.Invitation(t.Context(), secret)
	wantCode(t, "look at it afterwards", err, music.NotFound)
}

// TestInvitationEndsWithAPassword has the operator, or whoever reads the mail of the address,
// choose a password first: the link of the invitation is then worth nothing.
func TestInvitationEndsWithAPassword(t *testing.T) {
	a, _, _ := open(t)
	signUp(t, a, "admin@example.com")
	account, secret := inviteOwner(t, a, "bo@example.com", false)
	if err := a.SetPassword(t.Context(), account.ID, password); err != nil {
		t.Fatal(err)
	}
	_, err := a.Register(t.Context(), Registration{Email: "bo@example.com", Password1: "another-pass", Password2: "another-pass", Invitation: secret})
	wantCode(t, "accept", err, music.Forbidden)
	login(t, a, "bo@example.com")
}

func TestInvitationEndsWithTheAccount(t *testing.T) {
	a, _, _ := open(t)
	signUp(t, a, "admin@example.com")
	account, secret := inviteOwner(t, a, "bo@example.com", false)
	off := false
	if _, err := a.Manage(t.Context(), people.ActorOperator, account.ID, Change{Active: &off}); err != nil {
		t.Fatal(err)
	}
	_, err := a.Invitation(t.Context(), secret)
	wantCode(t, "disabled", err, music.NotFound)
	if err := a.Delete(t.Context(), people.ActorOperator, account.ID); err != nil {
		t.Fatal(err)
	}
	_, err = comeWith(t.Context(), a, "bo@example.com", secret)
	wantCode(t, "deleted", err, music.Forbidden)
}

func TestProviderDoesNotOpenAWaitingAccount(t *testing.T) {
	a, p, _ := withProvider(t)
	inviteOwner(t, a, p.who.Email, false)
	_, err := finish(t, a, music.Viewer{}, "", "code")
	wantCode(t, "before accepting", err, music.Forbidden)
	if err == nil || !strings.Contains(err.Error(), "Open the link of your invitation first") {
		t.Errorf("%v", err)
	}
}
