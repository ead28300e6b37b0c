package event

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// oneReader is a bus with one subscriber, which a test calls.
type oneReader struct{ tell func(music.Event) }

func (*oneReader) Publish(music.Event) {}

func (o *oneReader) Subscribe(handle func(music.Event)) (func(), error) {
	o.tell = handle
	return func() {}, nil
}

// browser passes on what an event stream writes.
type browser struct {
	*httptest.ResponseRecorder
	received chan string
}

func (b browser) Write(p []byte) (int, error) {
	b.received <- string(p)
	return len(p), nil
}

// TestStreamPingsAndTellsGaps checks what a browser needs to notice that events
// were lost, by the server or because the connection is dead.
func TestStreamPingsAndTellsGaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			before []string
			bus    oneReader
		)
		a := &API{watchers: newWatchers(0)}
		if err := a.Listen(&bus, func(e music.Event) { before = append(before, e.Type) }); err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithCancel(t.Context())
		b := browser{httptest.NewRecorder(), make(chan string, 10)}
		ended := make(chan error)
		go func() {
			ended <- a.ServeEvents(b, httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/events", http.NoBody), func() bool { return true },
				func(things.WriteEvent, music.Event) error { return nil }) // as for visitors, who receive few types
		}()
		if got := <-b.received; !strings.HasPrefix(got, "retry: 2000\n\nevent: hello\ndata: {") {
			t.Errorf("begins with %q", got)
		}
		opened := time.Now()
		if got := <-b.received; got != "event: ping\ndata: null\n\n" || time.Since(opened) != pingEvery {
			t.Errorf("received %q after %v", got, time.Since(opened))
		}
		bus.tell(music.Event{Type: music.EventGap})
		if got := <-b.received; got != "event: gap\ndata: null\n\n" {
			t.Errorf("received %q", got)
		}
		if !slices.Equal(before, []string{music.EventGap}) {
			t.Errorf("told of %q before the streams", before)
		}
		leave()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestHubTellsHowLongItWasQuiet opens streams after events for one account and
// for everyone.
func TestHubTellsHowLongItWasQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var bus oneReader
		h, err := newHub(&bus, func(music.Event) {})
		if err != nil {
			t.Fatal(err)
		}
		defer h.close()
		wants := func(after string, ada, bob time.Duration) {
			t.Helper()
			for account, want := range map[string]time.Duration{"ada": ada, "bob": bob, "": bob} {
				if _, quiet := h.open(account); quiet != want {
					t.Errorf("%s: quiet for %v for %q, want %v", after, quiet, account, want)
				}
			}
		}
		<-time.After(time.Minute)
		wants("no event", time.Minute, time.Minute)
		bus.tell(music.Event{Type: music.EventLike, Account: "ada"})
		<-time.After(time.Second)
		wants("one for ada", time.Second, time.Minute+time.Second)
		bus.tell(music.Event{Type: music.EventGap})
		wants("a gap", 0, 0)
		<-time.After(time.Second)
		wants("later", time.Second, time.Second)
	})
}

func TestEventsReachWhomTheyAreFor(t *testing.T) {
	ada, boss := music.Viewer{AccountID: "ada", Role: music.Creator}, music.Viewer{AccountID: "boss", Role: music.Admin}
	for _, c := range []struct {
		event     music.Event
		ada, boss bool
	}{
		{music.Event{Type: music.EventMix}, true, true},
		{music.Event{Type: music.EventLike, Account: "ada"}, true, false},
		{generation.ReviewsChanged, false, true},
		{generation.ConversationChanged("ada"), true, false},
	} {
		for viewer, want := range map[music.Viewer]bool{ada: c.ada, boss: c.boss} {
			sent := false
			write := func(string, ...any) error { sent = true; return nil }
			if err := tell(write, viewer, "en", c.event); err != nil || sent != want {
				t.Errorf("%+v to %s: %v %v", c.event, viewer.AccountID, sent, err)
			}
		}
	}
}

// TestScanEventIsForItsReader sends a failed scan, as it comes from the bus, to
// an operator and to a member.
func TestScanEventIsForItsReader(t *testing.T) {
	event := music.Event{Type: music.EventScan, Data: map[string]any{
		"state": "failed", "folder": "Private/2024", "error": "The scan stopped because of a fault. The log has the details.",
	}}
	for _, c := range []struct {
		language string
		viewer   music.Viewer
		want     []string
	}{
		{"en", music.Viewer{AccountID: "o", Role: music.Admin}, []string{`"folder":"Private/2024"`, `"error":"The scan stopped because of a fault. The log has the details."`}},
		{"es", music.Viewer{AccountID: "m", Role: music.Listener}, []string{`"folder":""`, `"error":"La exploración se detuvo por un fallo. Los detalles están en el registro."`}},
	} {
		var sent string
		write := func(format string, args ...any) error { sent = fmt.Sprintf(format, args...); return nil }
		if err := tell(write, c.viewer, c.language, event); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(sent, want) {
				t.Errorf("%s: %q lacks %s", c.language, sent, want)
			}
		}
	}
}
