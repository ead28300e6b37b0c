package accounts_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func replays(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ada, bob := f.Member("ada", music.Listener), f.Member("bob", music.Listener)
	of := func(who music.Viewer, key, fingerprint string) people.Replay {
		return people.Replay{AccountID: who.AccountID, Key: key, Fingerprint: []byte(fingerprint), ExpiresAt: storetest.Now.Add(time.Hour)}
	}
	claim := func(r people.Replay, at time.Time) *people.Replay { return storetest.Get(f.ClaimReplay(ctx, r, at))(t) }
	first := of(ada, "k", "one")
	if taken := claim(first, storetest.Now); taken != nil {
		t.Errorf("the first request finds %+v", taken)
	}
	if taken := claim(of(ada, "k", "two"), storetest.Now); taken == nil || string(taken.Fingerprint) != "one" || taken.Answer != nil {
		t.Errorf("a running request is %+v", taken)
	}
	if taken := claim(of(bob, "k", "two"), storetest.Now); taken != nil {
		t.Errorf("another account finds %+v", taken)
	}
	first.Answer, first.ExpiresAt = []byte("sealed"), storetest.Now.Add(24*time.Hour)
	f.Must(f.KeepReplay(ctx, first))
	f.Must(f.DropReplay(ctx, first)) // it has an answer, which stays
	if taken := claim(of(ada, "k", "one"), storetest.Now.Add(24*time.Hour-time.Millisecond)); taken == nil || string(taken.Answer) != "sealed" || !taken.ExpiresAt.Equal(first.ExpiresAt) {
		t.Errorf("a request that has run is %+v", taken)
	}
	if taken := claim(of(ada, "k", "three"), storetest.Now.Add(24*time.Hour)); taken != nil {
		t.Errorf("a day later there is %+v", taken)
	}
	f.Must(f.DropReplay(ctx, of(ada, "k", "three")))
	if taken := claim(of(ada, "k", "four"), storetest.Now); taken != nil {
		t.Errorf("a request that has done nothing is %+v", taken)
	}
	f.Code(f.KeepReplay(ctx, of(ada, "none", "one")), music.NotFound)
	if n := storetest.Get(f.Tidy(ctx, store.Ages{Replays: storetest.Now.Add(time.Hour + time.Millisecond)}))(t); n != 2 {
		t.Errorf("%d deleted, want 2", n)
	}
}

// replaysAreBounded keeps the responses of the latest requests of an account.
func replaysAreBounded(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ada := f.Member("ada", music.Listener)
	of := func(n int) people.Replay {
		return people.Replay{AccountID: ada.AccountID, Key: strconv.Itoa(n), Fingerprint: []byte("x"), Answer: []byte("a"), ExpiresAt: storetest.Now.Add(time.Hour)}
	}
	for n := range 502 {
		if taken := storetest.Get(f.ClaimReplay(ctx, of(n), storetest.Now))(t); taken != nil {
			t.Fatalf("%d: %+v", n, taken)
		}
		f.Must(f.KeepReplay(ctx, of(n)))
	}
	if taken := storetest.Get(f.ClaimReplay(ctx, of(2), storetest.Now))(t); taken == nil {
		t.Error("the third request is forgotten")
	}
	if taken := storetest.Get(f.ClaimReplay(ctx, of(1), storetest.Now))(t); taken != nil {
		t.Errorf("the second request is still %+v", taken)
	}
}

// replayOnce sends a request many times at once. It runs once.
func replayOnce(t *testing.T, f *storetest.Fixture) {
	ada := f.Member("ada", music.Listener)
	const senders = 8
	ran := make(chan bool, senders)
	for range senders {
		go func() {
			taken, err := f.ClaimReplay(context.WithoutCancel(t.Context()), people.Replay{AccountID: ada.AccountID, Key: "k", Fingerprint: []byte("x"), ExpiresAt: storetest.Now.Add(time.Hour)}, storetest.Now)
			if err != nil {
				t.Error(err)
			}
			ran <- taken == nil
		}()
	}
	won := 0
	for range senders {
		if <-ran {
			won++
		}
	}
	if won != 1 {
		t.Errorf("%d of %d ran", won, senders)
	}
}
