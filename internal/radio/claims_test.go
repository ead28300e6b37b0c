package radio

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/ingest"
	"sonora/internal/station"
)

// liveStation returns a station of a Service, and a pass of its DJ Ann.
func liveStation(s *Service) ingest.Pass {
	st := station.New()
	st.ID, st.Mode = "one", station.ModeLive
	s.ensure(&st)
	return ingest.Pass{Station: &st, DJ: "Ann", DJID: "Ann"}
}

// TestStationStaysWithItsSource asks for a station on behalf of another server at every
// moment of a source: admitted, on air but not heard yet, heard, and ended.
func TestStationStaysWithItsSource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Log: slog.New(slog.DiscardHandler), Events: silence{}})
		defer s.Close()
		ann := liveStation(s)
		asked := func(when string, want error) {
			t.Helper()
			for _, dj := range []string{"Ben", "Ann"} {
				if _, err := s.Yield(t.Context(), "one", dj); !errors.Is(err, want) || err != nil && err.Error() != want.Error() {
					t.Errorf("%s, for %s: %v, want %v", when, dj, err, want)
				}
			}
		}
		admit := func() {
			t.Helper()
			if err := s.Admit(t.Context(), ann); err != nil {
				t.Fatal(err)
			}
		}
		asked("before", nil)
		admit()
		asked("admitted", ingest.ErrInUse)
		time.Sleep(admittedLife) //nolint:forbidigo // the clock of the bubble
		asked("admitted, and it did not come", nil)

		admit()
		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		from := &microphone{ctx}
		go func() { ended <- s.GoOnAir(t.Context(), ann, ingest.Source{Frames: from}) }()
		synctest.Wait()
		asked("before its first frame", ingest.ErrInUse)
		time.Sleep(time.Second) //nolint:forbidigo // the clock of the bubble
		if status, _ := s.Status("one"); status.State == station.StateLive || status.DJ != "Ann" || s.arrivals.isExpected("one") {
			t.Fatalf("heard too early: %+v", status)
		}
		asked("on air and not heard yet", ingest.ErrInUse)
		time.Sleep(3 * time.Second) //nolint:forbidigo // the clock of the bubble
		if status, _ := s.Status("one"); status.State != station.StateLive {
			t.Fatalf("not heard: %+v", status)
		}
		asked("heard", ingest.ErrInUse)
		if err := s.Admit(t.Context(), ann); !errors.Is(err, ingest.ErrInUse) || s.arrivals.isExpected("one") {
			t.Errorf("a second connection: %v", err)
		}
		leave()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		asked("ended", nil)
	})
}

// TestSourceThatNeverSendsIsNotExpected goes on air without a frame.
func TestSourceThatNeverSendsIsNotExpected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Config{Log: slog.New(slog.DiscardHandler), Events: silence{}})
		defer s.Close()
		ann := liveStation(s)
		ctx, leave := context.WithCancel(t.Context())
		leave()
		if err := s.GoOnAir(t.Context(), ann, ingest.Source{Frames: &microphone{ctx}}); err == nil {
			t.Error("on air without a frame")
		}
		if _, err := s.Yield(t.Context(), "one", "Ben"); err != nil {
			t.Errorf("kept: %v", err)
		}
	})
}

// TestTitleThatWaitsGoesAlong sets a title before its source, which then connects to
// another server.
func TestTitleThatWaitsGoesAlong(t *testing.T) {
	s := New(Config{Log: slog.New(slog.DiscardHandler), Events: silence{}})
	defer s.Close()
	ann := liveStation(s)
	for name, set := range map[string]func(station.StreamTitle) error{
		"here":      func(title station.StreamTitle) error { return s.SetTitle(t.Context(), ann, title) },
		"elsewhere": func(title station.StreamTitle) error { return s.Retitle(t.Context(), "one", "Ann", title) },
	} {
		if err := set(station.StreamTitle{Title: name}); err != nil {
			t.Fatal(err)
		}
		if title, err := s.Yield(t.Context(), "one", "Ann"); err != nil || title == nil || title.Title != name {
			t.Errorf("set %s: %v, %v", name, title, err)
		}
		if title, err := s.Yield(t.Context(), "one", "Ben"); err != nil || title != nil {
			t.Errorf("set %s, for somebody else: %v, %v", name, title, err)
		}
	}
}

// owned is a cluster in which another server plays everything and answers claims.
type owned struct {
	alone

	answer error
	claims int
	titles []string
}

func (*owned) Owns(string) bool                  { return false }
func (*owned) Take(context.Context, string) bool { return false }

func (o *owned) Claim(context.Context, string, string) error {
	o.claims++
	return o.answer
}

func (o *owned) SetTitle(_ context.Context, stationID, dj string, title station.StreamTitle) error {
	o.titles = append(o.titles, stationID+" "+dj+" "+title.Title)
	return nil
}

// TestOwnerDecides connects a source, and sends a title, to a server that does not play
// the station.
func TestOwnerDecides(t *testing.T) {
	s := New(Config{Log: slog.New(slog.DiscardHandler), Events: silence{}})
	defer s.Close()
	o := &owned{answer: music.NewError(music.Conflict, "Mountpoint in use")}
	s.Join(o)
	ann := liveStation(s)
	if err := s.SetTitle(t.Context(), ann, station.StreamTitle{Title: "First"}); err != nil || o.claims > 0 || len(o.titles) != 1 || o.titles[0] != "one Ann First" {
		t.Errorf("title: %v; sent %q after %d claims", err, o.titles, o.claims)
	}
	if err := s.Admit(t.Context(), ann); music.CodeOf(err) != music.Conflict || err.Error() != ingest.ErrInUse.Error() || s.arrivals.isExpected("one") {
		t.Errorf("refused: %v", err)
	}
	o.answer = context.DeadlineExceeded
	if err := s.Admit(t.Context(), ann); music.CodeOf(err) != music.Unavailable {
		t.Errorf("not answered: %v", err)
	}
}
