package event

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/api/things"
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
			forgotten int
			bus       oneReader
		)
		a := &API{watchers: newWatchers(0)}
		if err := a.Listen(&bus, func() { forgotten++ }); err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithCancel(t.Context())
		b := browser{httptest.NewRecorder(), make(chan string, 10)}
		ended := make(chan error)
		go func() {
			ended <- a.ServeEvents(b, httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/events", http.NoBody), func() bool { return true },
				func(things.WriteEvent, music.Event) error { return nil }) // as for visitors, who receive few types
		}()
		if got := <-b.received; !strings.HasPrefix(got, "retry:") {
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
		if forgotten != 1 {
			t.Errorf("caches dropped %d times", forgotten)
		}
		leave()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
