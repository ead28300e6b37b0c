package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
)

func identities(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin).AccountID, f.member("ben", music.Listener).AccountID
	i := people.Identity{Provider: "google", Subject: "1", AccountID: ana, Email: "ana@mail.example", CreatedAt: now, LastUsedAt: now}
	f.must(f.LinkIdentity(ctx, i))
	f.must(f.LinkIdentity(ctx, i)) // again changes nothing
	if diff := cmp.Diff([]people.Identity{i}, get(f.Identities(ctx, ana))(t)); diff != "" {
		t.Error(diff)
	}
	if got := get(f.AccountByID(ctx, ana))(t); got.AuthProvider != "google" {
		t.Errorf("provider %q", got.AuthProvider)
	}

	theirs := i
	theirs.AccountID = ben
	f.code(f.LinkIdentity(ctx, theirs), music.Conflict)
	second := i
	second.Subject = "2"
	f.code(f.LinkIdentity(ctx, second), music.Conflict)
	nobodys := second
	nobodys.AccountID = "nobody"
	f.code(f.LinkIdentity(ctx, nobodys), music.NotFound)
	if got := get(f.AccountByID(ctx, ben))(t); got.AuthProvider != "" {
		t.Errorf("provider %q after a refusal", got.AuthProvider)
	}
	elsewhere := people.Identity{Provider: "acme", Subject: "1", AccountID: ben, CreatedAt: now}
	f.must(f.LinkIdentity(ctx, elsewhere)) // the same subject of another provider

	later := now.Add(time.Hour)
	f.must(f.UseIdentity(ctx, "google", "1", "new@mail.example", later))
	f.code(f.UseIdentity(ctx, "google", "2", "", later), music.NotFound)
	i.Email, i.LastUsedAt = "new@mail.example", later
	if diff := cmp.Diff(&i, get(f.Identity(ctx, "google", "1"))(t)); diff != "" {
		t.Error(diff)
	}
	_, err := f.Identity(ctx, "google", "2")
	f.code(err, music.NotFound)
}

func onlyWayIn(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin).AccountID
	link := func(provider string) {
		f.must(f.LinkIdentity(ctx, people.Identity{Provider: provider, Subject: "1", AccountID: ana, CreatedAt: now}))
	}
	link("google")
	f.code(f.DeleteIdentity(ctx, ana, "acme"), music.NotFound)
	f.code(f.DeleteIdentity(ctx, "nobody", "google"), music.NotFound)
	f.code(f.DeleteIdentity(ctx, ana, "google"), music.Conflict)
	if n := len(get(f.Identities(ctx, ana))(t)); n != 1 {
		t.Errorf("%d identities after a refusal", n)
	}
	link("acme")
	f.must(f.DeleteIdentity(ctx, ana, "google"))
	if got := get(f.AccountByID(ctx, ana))(t); got.AuthProvider != "acme" {
		t.Errorf("provider %q", got.AuthProvider)
	}
	f.must(f.CreatePasskey(ctx, &people.Passkey{AccountID: ana, CredentialID: []byte("k"), CreatedAt: now}))
	f.must(f.DeleteIdentity(ctx, ana, "acme"))
	if got := get(f.AccountByID(ctx, ana))(t); got.AuthProvider != "" {
		t.Errorf("provider %q with none left", got.AuthProvider)
	}
}

func linkOnce(t *testing.T, f *fixture) {
	ctx := t.Context()
	accounts := make(chan string, 8)
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		accounts <- f.member(name, music.Listener).AccountID
	}
	linked := atOnce(t, func() (bool, error) {
		err := f.LinkIdentity(ctx, people.Identity{Provider: "google", Subject: "1", AccountID: <-accounts, CreatedAt: now})
		if music.CodeOf(err) == music.Conflict {
			return false, nil
		}
		return err == nil, err
	})
	if linked != 1 {
		t.Errorf("linked with %d accounts", linked)
	}
}
