package remote

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
)

// TestCallsMakeTheQuestionComeAtOnce has a service call back after a second. It is asked then, and
// only what it answers counts.
func TestCallsMakeTheQuestionComeAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t)
		f.public = &url.URL{Scheme: "https", Host: "music.example"}
		f.poll = inTurn(running, finished)
		s, began := f.service(), time.Now()
		done := make(chan error)
		go func() { done <- f.makeBy(t.Context(), s) }()
		time.Sleep(time.Second) //nolint:forbidigo // in a bubble
		secret, named := strings.CutPrefix(f.callback, "https://music.example/api/ai/callbacks/x/")
		if !named || len(secret) < 20 {
			t.Fatalf("the order names %q", f.callback)
		}
		for _, forged := range [][2]string{{"x", ""}, {"x", "guess"}, {"x", secret[1:]}, {"y", secret}, {"", ""}} {
			if err := s.CalledBack(forged[0], forged[1]); music.CodeOf(err) != music.NotFound {
				t.Errorf("a call with %q: %v", forged, err)
			}
		}
		synctest.Wait()
		if len(f.asked) != 0 {
			t.Error("forged calls made the server ask")
		}
		for range 3 { // a service may call again
			if err := s.CalledBack("x", secret); err != nil {
				t.Error(err)
			}
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		var at []time.Duration
		for _, asked := range f.asked {
			at = append(at, asked.Sub(began))
		}
		if len(at) != 2 || at[0] != time.Second || f.ordered != 1 || len(f.saved) != 2 {
			t.Errorf("asked at %v, ordered %d times, saved %q", at, f.ordered, f.saved)
		}
		if err := s.CalledBack("x", secret); music.CodeOf(err) != music.NotFound {
			t.Errorf("a call after the end: %v", err)
		}
	})
}

// TestManyCallsDoNotFloodTheService calls a hundred times a second.
func TestManyCallsDoNotFloodTheService(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t)
		f.public = &url.URL{Scheme: "https", Host: "music.example"}
		f.poll = func() string {
			if len(f.asked) > maxWoken+1 {
				return finished
			}
			return running
		}
		s := f.service()
		done := make(chan error)
		go func() { done <- f.makeBy(t.Context(), s) }()
		time.Sleep(time.Second) //nolint:forbidigo // in a bubble
		secret := f.callback[strings.LastIndex(f.callback, "/")+1:]
		for range 150 {
			time.Sleep(10 * time.Millisecond) //nolint:forbidigo // in a bubble
			if err := s.CalledBack("x", secret); err != nil {
				t.Fatal(err)
			}
		}
		if len(f.asked) != maxWoken {
			t.Errorf("asked %d times in 1.5 s", len(f.asked))
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// TestNoAddressNoCalls orders from a server that does not know how it is reached.
func TestNoAddressNoCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t)
		s := f.service()
		if err := f.makeBy(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f.callback, ".invalid/") || strings.Contains(string(f.store.x.Remote), "secret") {
			t.Errorf("the order names %q; %s is stored", f.callback, f.store.x.Remote)
		}
	})
}

// TestCallsAfterAStart takes up an order that another run of the server sent, with its secret.
func TestCallsAfterAStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := start(t)
		f.store.x.Remote = fmt.Appendf(nil, `{"sentAt":%q,"ref":"job-1","secret":"known"}`, time.Now().Format(time.RFC3339))
		s, began := f.service(), time.Now()
		done := make(chan error)
		go func() { done <- f.makeBy(t.Context(), s) }()
		synctest.Wait()
		if err := s.CalledBack("x", "known"); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil || len(f.asked) != 1 || f.asked[0].Sub(began) != 0 || f.ordered != 0 {
			t.Errorf("%v, asked at %v, ordered %d times", err, f.asked, f.ordered)
		}
	})
}
