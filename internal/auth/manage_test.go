package auth

import (
	"slices"
	"testing"

	"sonora/internal/music"
	"sonora/internal/people"
)

// proofs holds every kind of credentials of an account.
type proofs struct {
	g      *Grant
	email  string
	secret string // of an API key
}

func proofsOf(t *testing.T, a *Service, email string) proofs {
	t.Helper()
	g := login(t, a, email)
	_, secret, err := a.MakeAPIKey(t.Context(), viewerOf(t, a, g), NewAPIKey{Name: "Car", Scopes: []music.Scope{people.ScopeListen, people.ScopeWrite}, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	p := proofs{g, email, secret}
	p.all(t, a, "at first", true)
	return p
}

// all checks every credential twice, because valid ones are cached.
func (p proofs) all(t *testing.T, a *Service, what string, good bool) {
	t.Helper()
	_, bearer := a.Bearer(t.Context(), p.g.Access)
	_, cookie := a.Cookie(t.Context(), p.g.Cookie)
	_, basic := a.Basic(t.Context(), p.email, p.secret)
	for name, err := range map[string]error{"bearer": bearer, "cookie": cookie, "API key": basic} {
		if good && err != nil {
			t.Errorf("%s, %s: %v", what, name, err)
		} else if !good {
			wantCode(t, what+", "+name, err, music.Unauthenticated)
		}
	}
}

func TestDisabledAccountIsSignedOutAtOnce(t *testing.T) {
	a, _, _ := open(t)
	operator := signUp(t, a, "root@example.com").Account.ID
	id := signUp(t, a, "ada@example.com").Account.ID
	p := proofsOf(t, a, "ada@example.com")
	if _, err := a.Manage(t.Context(), operator, id, Change{Active: new(false)}); err != nil {
		t.Fatal(err)
	}
	p.all(t, a, "disabled", false)
	_, err := a.Refresh(t.Context(), p.g.Refresh)
	wantCode(t, "refresh", err, music.Unauthenticated)
	_, err = a.Login(t.Context(), Credentials{p.email, password})
	wantCode(t, "sign-in", err, music.Unauthenticated)

	if _, err := a.Manage(t.Context(), operator, id, Change{Active: new(true)}); err != nil {
		t.Fatal(err)
	}
	_, err = a.Bearer(t.Context(), p.g.Access)
	wantCode(t, "the session of before", err, music.Unauthenticated)
	if _, err := a.Basic(t.Context(), p.email, p.secret); err != nil {
		t.Errorf("the API key of before: %v", err)
	}
	login(t, a, p.email)
	if got := kinds(t, a, id); got[1] != people.AccountEnabled || got[3] != people.AccountDisabled {
		t.Errorf("audit log: %v", got)
	}
}

func TestDeletedAccountIsSignedOutAtOnce(t *testing.T) {
	a, _, _ := open(t)
	operator := signUp(t, a, "root@example.com").Account.ID
	id := signUp(t, a, "ada@example.com").Account.ID
	p := proofsOf(t, a, "ada@example.com")
	if err := a.Delete(t.Context(), operator, id); err != nil {
		t.Fatal(err)
	}
	p.all(t, a, "deleted", false)
	_, err := a.Refresh(t.Context(), p.g.Refresh)
	wantCode(t, "refresh", err, music.Unauthenticated)
	if got := kinds(t, a, ""); got[0] != people.AccountDeleted {
		t.Errorf("audit log: %v", got)
	}
	wantCode(t, "again", a.Delete(t.Context(), operator, id), music.NotFound)
}

func TestRoleChangeAppliesAtOnce(t *testing.T) {
	a, _, _ := open(t)
	operator := signUp(t, a, "root@example.com").Account.ID
	id := signUp(t, a, "ada@example.com").Account.ID
	p := proofsOf(t, a, "ada@example.com")
	if changed, err := a.Manage(t.Context(), operator, id, Change{Role: new(music.Listener)}); err != nil || !changed {
		t.Fatalf("changed: %v, %v", changed, err)
	}
	if v, err := a.Basic(t.Context(), p.email, p.secret); err != nil || v.Role != music.Listener {
		t.Errorf("the API key: %+v, %v", v, err)
	}
	_, err := a.Bearer(t.Context(), p.g.Access)
	wantCode(t, "the session", err, music.Unauthenticated)
	p = proofsOf(t, a, "ada@example.com")
	if changed, err := a.Manage(t.Context(), operator, id, Change{Role: new(music.Listener), Active: new(true)}); err != nil || changed {
		t.Fatalf("changed: %v, %v", changed, err)
	}
	p.all(t, a, "after a change that changes nothing", true)
	if _, err := a.Manage(t.Context(), people.ActorOperator, id, Change{Role: new(music.Admin)}); err != nil {
		t.Fatal(err)
	}
	if v, err := a.Basic(t.Context(), p.email, p.secret); err != nil || v.IsAdmin() {
		t.Errorf("an operator's API key: %+v, %v", v, err)
	}
	list, err := a.store.SecurityEvents(t.Context(), id, music.Page{})
	if e := list.Items[0]; err != nil || e.Kind != people.RoleChanged || e.Detail != "listener → admin" || e.Actor != people.ActorOperator {
		t.Errorf("audit log: %+v, %v", e, err)
	}
}

func TestLastOperatorStays(t *testing.T) {
	a, _, _ := open(t)
	g := signUp(t, a, "root@example.com")
	id := g.Account.ID
	for name, err := range map[string]error{
		"disable oneself": second(a.Manage(t.Context(), id, id, Change{Active: new(false)})),
		"delete oneself":  a.Delete(t.Context(), id, id),
		"disable":         second(a.Manage(t.Context(), people.ActorOperator, id, Change{Active: new(false)})),
		"demote":          second(a.Manage(t.Context(), id, id, Change{Role: new(music.Creator)})),
		"delete":          a.Delete(t.Context(), people.ActorOperator, id),
	} {
		wantCode(t, name, err, music.Conflict)
	}
	wantCode(t, "nobody", second(a.Manage(t.Context(), id, "nobody", Change{})), music.NotFound)
	if _, err := a.Bearer(t.Context(), g.Access); err != nil {
		t.Errorf("a refused change ended the session: %v", err)
	}
	if got := kinds(t, a, id); slices.Contains(got, people.AccountDisabled) || slices.Contains(got, people.RoleChanged) {
		t.Errorf("audit log: %v", got)
	}
}

func second[T any](_ T, err error) error { return err }
