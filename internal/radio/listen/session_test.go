package listen

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var ended []Heard
		s := NewSessions(time.Now, func(h Heard) {
			mu.Lock()
			defer mu.Unlock()
			ended = append(ended, h)
		})
		ctx, cancel := context.WithCancel(t.Context())
		go s.Run(ctx)
		check := func(what string, count, over int) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if got := s.Count("a"); got != count || len(ended) != over {
				t.Errorf("%s: %d listen, want %d; %d ended, want %d", what, got, count, len(ended), over)
			}
		}
		phone := Session{StationID: "a", Address: "10.0.0.1", Agent: "mpv", Format: "mp3"}
		first, second := s.Begin(phone), s.Begin(phone)
		s.Begin(Session{StationID: "b", UserID: "u"})
		time.Sleep(4 * time.Second) //nolint:forbidigo // in a bubble
		check("4 s", 0, 0)
		time.Sleep(1500 * time.Millisecond) //nolint:forbidigo // in a bubble
		check("5.5 s, two connections", 1, 0)
		s.Touch(Session{StationID: "a", Token: "hls"})
		first()
		first()
		time.Sleep(20 * time.Second) //nolint:forbidigo // in a bubble
		check("one connection left, one request", 1, 0)
		s.Touch(Session{StationID: "a", Token: "hls"})
		check("two requests", 2, 0)
		second()
		time.Sleep(8 * time.Second) //nolint:forbidigo // in a bubble
		s.Begin(phone)()
		time.Sleep(8 * time.Second) //nolint:forbidigo // in a bubble
		check("a reconnect", 2, 0)
		time.Sleep(4 * time.Second) //nolint:forbidigo // in a bubble
		check("gone", 1, 1)
		if h := ended[0]; !h.Counted || h.Seconds < 33 || h.Seconds > 34 || h.Agent != "mpv" {
			t.Errorf("%+v", h)
		}
		if list := s.List("a", 10); len(list) != 1 || list[0].Token != "hls" || !s.Any("b") || s.Any("c") {
			t.Errorf("%+v", list)
		}
		cancel()
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		if len(ended) != 3 || s.Any("a") {
			t.Errorf("%d ended", len(ended))
		}
	})
}
