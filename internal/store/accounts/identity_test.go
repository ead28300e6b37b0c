package accounts_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func identities(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin).AccountID, f.Member("ben", music.Listener).AccountID
	i := people.Identity{Provider: "google", Subject: "1", AccountID: ana, Email: "ana@mail.example", CreatedAt: storetest.Now, LastUsedAt: storetest.Now}
	f.Must(f.LinkIdentity(ctx, i))
	f.Must(f.LinkIdentity(ctx, i)) // linking again changes nothing
	if diff := cmp.Diff([]people.Identity{i}, storetest.Get(f.Identities(ctx, ana))(t)); diff != "" {
		t.Error(diff)
	}
	if got := storetest.Get(f.AccountByID(ctx, ana))(t); got.AuthProvider != "google" {
		t.Errorf("provider %q", got.AuthProvider)
	}

	theirs := i
	theirs.AccountID = ben
	f.Code(f.LinkIdentity(ctx, theirs), music.Conflict)
	second := i
	second.Subject = "2"
	f.Code(f.LinkIdentity(ctx, second), music.Conflict)
	nobodys := second
	nobodys.AccountID = "nobody"
	f.Code(f.LinkIdentity(ctx, nobodys), music.NotFound)
	if got := storetest.Get(f.AccountByID(ctx, ben))(t); got.AuthProvider != "" {
		t.Errorf("provider %q after a refusal", got.AuthProvider)
	}
	elsewhere := people.Identity{Provider: "acme", Subject: "1", AccountID: ben, CreatedAt: storetest.Now}
	f.Must(f.LinkIdentity(ctx, elsewhere)) // the same subject of another provider

	later := storetest.Now.Add(time.Hour)
	f.Must(f.UseIdentity(ctx, "google", "1", "new@mail.example", later))
	f.Code(f.UseIdentity(ctx, "google", "2", "", later), music.NotFound)
	i.Email, i.LastUsedAt = "new@mail.example", later
	if diff := cmp.Diff(&i, storetest.Get(f.Identity(ctx, "google", "1"))(t)); diff != "" {
		t.Error(diff)
	}
	_, err := f.Identity(ctx, "google", "2")
	f.Code(err, music.NotFound)
}

func onlyWayIn(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin).AccountID
	link := func(provider string) {
		f.Must(f.LinkIdentity(ctx, people.Identity{Provider: provider, Subject: "1", AccountID: ana, CreatedAt: storetest.Now}))
	}
	link("google")
	f.Code(f.DeleteIdentity(ctx, ana, "acme"), music.NotFound)
	f.Code(f.DeleteIdentity(ctx, "nobody", "google"), music.NotFound)
	f.Code(f.DeleteIdentity(ctx, ana, "google"), music.Conflict)
	if n := len(storetest.Get(f.Identities(ctx, ana))(t)); n != 1 {
		t.Errorf("%d identities after a refusal", n)
	}
	link("acme")
	f.Must(f.DeleteIdentity(ctx, ana, "google"))
	if got := storetest.Get(f.AccountByID(ctx, ana))(t); got.AuthProvider != "acme" {
		t.Errorf("provider %q", got.AuthProvider)
	}
	f.Must(f.CreatePasskey(ctx, &people.Passkey{AccountID: ana, CredentialID: []byte("k"), CreatedAt: storetest.Now}))
	f.Must(f.DeleteIdentity(ctx, ana, "acme"))
	if got := storetest.Get(f.AccountByID(ctx, ana))(t); got.AuthProvider != "" {
		t.Errorf("provider %q with none left", got.AuthProvider)
	}
}

func linkOnce(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	accounts := make(chan string, 8)
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		accounts <- f.Member(name, music.Listener).AccountID
	}
	linked := atOnce(t, func() (bool, error) {
		err := f.LinkIdentity(ctx, people.Identity{Provider: "google", Subject: "1", AccountID: <-accounts, CreatedAt: storetest.Now})
		if music.CodeOf(err) == music.Conflict {
			return false, nil
		}
		return err == nil, err
	})
	if linked != 1 {
		t.Errorf("linked with %d accounts", linked)
	}
}
