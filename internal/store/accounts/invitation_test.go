package accounts_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func invitations(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	by := people.Admission{}
	register := func(name string, by people.Admission) (*music.Account, error) {
		a := &music.Account{Email: name + "@music.example", Role: music.Creator, CreatedAt: storetest.Now}
		return a, f.RegisterAccount(ctx, a, by)
	}
	if first, err := register("admin", people.Admission{Invitation: []byte("none")}); err != nil || first.Role != music.Admin {
		t.Errorf("the first: %+v %v", first, err)
	}
	_, err := register("ada", by)
	f.Code(err, music.Forbidden)
	if a, err := register("open", people.Admission{Open: true}); err != nil || a.Role != music.Creator {
		t.Errorf("open: %+v %v", a, err)
	}

	made := people.Invitation{Hash: []byte("secret"), Note: "for A\x00da", Role: music.Listener, UsesLeft: 2, CreatedAt: storetest.Now, ExpiresAt: storetest.Now.Add(time.Hour)}
	f.Must(f.CreateInvitation(ctx, &made))
	late := people.Invitation{Hash: []byte("late"), Role: music.Listener, UsesLeft: 1, CreatedAt: storetest.Now.Add(-time.Hour), ExpiresAt: storetest.Now}
	f.Must(f.CreateInvitation(ctx, &late))
	got := storetest.Get(f.Invitation(ctx, made.Hash, storetest.Now))(t)
	if got.ID != made.ID || got.Note != "for Ada" || got.Role != music.Listener || got.UsesLeft != 2 || !got.ExpiresAt.Equal(made.ExpiresAt) {
		t.Errorf("got %+v", got)
	}
	_, err = f.Invitation(ctx, late.Hash, storetest.Now)
	f.Code(err, music.NotFound)

	by.Invitation = made.Hash
	_, err = register("open", by) // the address is taken, so the use is returned
	f.Code(err, music.Conflict)
	for _, name := range []string{"ada", "bob"} {
		if a, err := register(name, by); err != nil || a.Role != music.Listener {
			t.Errorf("%s: %+v %v", name, a, err)
		}
	}
	for _, hash := range [][]byte{made.Hash, late.Hash, []byte("guess")} {
		_, err := register("eve", people.Admission{Open: true, Invitation: hash})
		f.Code(err, music.Forbidden)
	}
	if list := storetest.Get(f.Invitations(ctx))(t); len(list) != 2 || list[0].ID != late.ID || list[1].UsesLeft != 0 {
		t.Errorf("listed %+v", list)
	}
	storetest.Get(f.DeleteInvitation(ctx, late.ID))(t)
	_, err = f.DeleteInvitation(ctx, late.ID)
	f.Code(err, music.NotFound)
}

func inviteOnce(t *testing.T, f *storetest.Fixture) {
	f.Member("admin", music.Admin)
	f.Must(f.CreateInvitation(t.Context(), &people.Invitation{Hash: []byte("one"), Role: music.Listener, UsesLeft: 1, CreatedAt: storetest.Now, ExpiresAt: storetest.Now.Add(time.Hour)}))
	results := make(chan error, 4)
	for i := range 4 {
		go func() {
			a := &music.Account{Email: fmt.Sprintf("%d@music.example", i), CreatedAt: storetest.Now}
			results <- f.RegisterAccount(context.WithoutCancel(t.Context()), a, people.Admission{Invitation: []byte("one")})
		}()
	}
	won := 0
	for range 4 {
		if err := <-results; err == nil {
			won++
		} else {
			f.Code(err, music.Forbidden)
		}
	}
	if won != 1 {
		t.Errorf("%d of four are in", won)
	}
}
