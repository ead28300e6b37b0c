package auth

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

func invite(t *testing.T, a *Service, v music.Viewer, n NewInvitation) (secret string, i *people.Invitation) {
	t.Helper()
	i, link, err := a.Invite(t.Context(), v, n)
	if err != nil {
		t.Fatal(err)
	}
	secret, ok := strings.CutPrefix(link, "https://music.example/invite#")
	if !ok {
		t.Fatalf("links to %q", link)
	}
	return secret, i
}

func comeWith(ctx context.Context, a *Service, email, invitation string) (*music.Account, error) {
	return a.Register(ctx, Registration{Email: email, Password1: password, Password2: password, Invitation: invitation})
}

func TestRegistrationByInvitation(t *testing.T) {
	a, _, c := open(t)
	a.settings.(*rules).Registration = "invitation"
	admin := viewerOf(t, a, signUp(t, a, "admin@example.com")) // the first account needs no invitation
	_, err := comeWith(t.Context(), a, "ada@example.com", "")
	wantCode(t, "without one", err, music.Forbidden)
	_, err = comeWith(t.Context(), a, "ada@example.com", "guess")
	wantCode(t, "with a guess", err, music.Forbidden)
	_, err = comeWith(t.Context(), a, "admin@example.com", "")
	wantCode(t, "a taken address, without one", err, music.Forbidden)

	secret, made := invite(t, a, admin, NewInvitation{Note: " for Ada ", Role: music.Listener, Uses: 1, Days: 7})
	if i, err := a.Invitation(t.Context(), secret); err != nil || i.Note != "for Ada" || !i.ExpiresAt.Equal(made.ExpiresAt.Truncate(time.Millisecond)) {
		t.Errorf("check of the invitation: %+v %v", i, err)
	}
	_, err = comeWith(t.Context(), a, "admin@example.com", secret)
	if fieldOf(err, "email") == "" {
		t.Errorf("a taken address: %v", err)
	}
	if account, err := comeWith(t.Context(), a, "ada@example.com", secret); err != nil || account.Role != music.Listener {
		t.Errorf("with the invitation: %+v %v", account, err)
	}
	_, err = comeWith(t.Context(), a, "bob@example.com", secret)
	wantCode(t, "a second time", err, music.Forbidden)
	_, err = a.Invitation(t.Context(), secret)
	wantCode(t, "looked at when used up", err, music.NotFound)

	secret, _ = invite(t, a, admin, NewInvitation{Role: music.Creator, Uses: 2, Days: 1})
	if account, err := comeWith(t.Context(), a, "bob@example.com", secret); err != nil || account.Role != music.Creator {
		t.Errorf("as a creator: %+v %v", account, err)
	}
	c.pass(24 * time.Hour)
	_, err = comeWith(t.Context(), a, "eve@example.com", secret)
	wantCode(t, "a day later", err, music.Forbidden)

	secret, made = invite(t, a, admin, NewInvitation{Note: "for Eve", Role: music.Creator, Uses: 2, Days: 1})
	if err := a.Uninvite(t.Context(), admin, made.ID); err != nil {
		t.Fatal(err)
	}
	log, err := a.store.SecurityEvents(t.Context(), admin.AccountID, music.Page{})
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range []people.AuditKind{people.InvitationRemoved, people.InvitationMade} {
		if e := log.Items[i]; e.Kind != kind || e.Detail != "for Eve" {
			t.Errorf("noted %s %q", e.Kind, e.Detail)
		}
	}
	_, err = comeWith(t.Context(), a, "eve@example.com", secret)
	wantCode(t, "taken back", err, music.Forbidden)
	wantCode(t, "take back again", a.Uninvite(t.Context(), admin, made.ID), music.NotFound)
	if list, err := a.Invitations(t.Context()); err != nil || len(list) != 2 || list[1].UsesLeft != 0 {
		t.Errorf("listed: %+v %v", list, err)
	}
}

func TestInvitationForOneIsUsedOnce(t *testing.T) {
	a, _, _ := open(t)
	a.settings.(*rules).Registration = "invitation"
	admin := viewerOf(t, a, signUp(t, a, "admin@example.com"))
	secret, _ := invite(t, a, admin, NewInvitation{Role: music.Listener, Uses: 1, Days: 7})
	results := make(chan error, 4)
	for i := range 4 {
		go func() {
			_, err := comeWith(context.WithoutCancel(t.Context()), a, fmt.Sprintf("%d@example.com", i), secret)
			results <- err
		}()
	}
	won := 0
	for range 4 {
		if err := <-results; err == nil {
			won++
		} else {
			wantCode(t, "a loser", err, music.Forbidden)
		}
	}
	if won != 1 {
		t.Errorf("%d of four registrations succeeded", won)
	}
}

func TestClosedRegistration(t *testing.T) {
	a, _, _ := open(t)
	a.settings.(*rules).Registration = music.RegistrationClosed
	g := signUp(t, a, "admin@example.com")
	if g.Account.Role != music.Admin {
		t.Errorf("the first is %s", g.Account.Role)
	}
	secret, _ := invite(t, a, viewerOf(t, a, g), NewInvitation{Role: music.Listener, Uses: 1, Days: 7})
	for _, invitation := range []string{"", secret} {
		_, err := comeWith(t.Context(), a, "ada@example.com", invitation)
		wantCode(t, "closed", err, music.Forbidden)
	}
	_, err := a.Invitation(t.Context(), secret)
	wantCode(t, "looked at", err, music.NotFound)
	if account, err := a.Create(t.Context(), "ada@example.com", "", "", password, music.Listener); err != nil || account.VerifiedAt.IsZero() {
		t.Errorf("by the operator: %+v %v", account, err)
	}
}

func TestOpenServerAcceptsInvitations(t *testing.T) {
	a, _, _ := open(t)
	admin := viewerOf(t, a, signUp(t, a, "admin@example.com"))
	secret, _ := invite(t, a, admin, NewInvitation{Role: music.Listener, Uses: 1, Days: 7})
	if account, err := comeWith(t.Context(), a, "ada@example.com", secret); err != nil || account.Role != music.Listener {
		t.Errorf("with one: %+v %v", account, err)
	}
	_, err := comeWith(t.Context(), a, "bob@example.com", secret)
	wantCode(t, "with a used one", err, music.Forbidden)
	if account, err := comeWith(t.Context(), a, "bob@example.com", ""); err != nil || account.Role != music.Creator {
		t.Errorf("without: %+v %v", account, err)
	}
}

func TestInvitationsOutOfRange(t *testing.T) {
	a, _, _ := open(t)
	ok := NewInvitation{Role: music.Listener, Uses: 1, Days: 1}
	for field, change := range map[string]func(*NewInvitation){
		"note": func(n *NewInvitation) { n.Note = strings.Repeat("n", 201) },
		"role": func(n *NewInvitation) { n.Role = music.Admin },
		"uses": func(n *NewInvitation) { n.Uses = 0 },
		"days": func(n *NewInvitation) { n.Days = 366 },
	} {
		n := ok
		change(&n)
		if _, _, err := a.Invite(t.Context(), music.Viewer{}, n); fieldOf(err, field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
	n := ok
	n.Note = "a\r\nb"
	if _, _, err := a.Invite(t.Context(), music.Viewer{}, n); fieldOf(err, "note") == "" {
		t.Errorf("line break: %v", err)
	}
}
