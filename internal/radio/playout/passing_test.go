package playout

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// onAir puts a source on air and returns its result.
func onAir(t *testing.T, s *Engine, from *source, dj string) (ended chan error) {
	t.Helper()
	ended = make(chan error, 1)
	go func() {
		ended <- s.GoOnAir(t.Context(), Source{ID: dj + " connected", Frames: from, DJ: dj, DJID: dj, Client: "butt/1"})
		from.Close()
	}()
	return ended
}

func tune(t *testing.T, s *Engine) *listener {
	t.Helper()
	h, release, err := s.Listen(t.Context(), frame.NoCodec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	return &listener{reader: h.Subscribe(4 * time.Second)}
}

func TestLiveSourcePassesThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		s := Start(t.Context(), config(station.ModeLive, b))
		defer s.Close()
		if _, _, err := s.Listen(t.Context(), frame.NoCodec); !errors.Is(err, ErrOff) {
			t.Errorf("before anybody is on air: %v", err)
		}
		if err := s.SetTitle(t.Context(), "Ann", station.StreamTitle{Artist: "A", Title: "Early"}); err != nil {
			t.Error(err)
		}
		from := newSource()
		ended := onAir(t, s, from, "Ann")
		time.Sleep(3 * time.Second)
		l := tune(t, s)
		if err := s.Admit(t.Context(), "Ben"); !errors.Is(err, ErrInUse) {
			t.Errorf("a second source: %v", err)
		}
		time.Sleep(20 * time.Second)
		l.hear()
		if l.silent > 0 || l.torn > 0 || l.sound < 20*time.Second || !consecutive(l.numbers) {
			t.Errorf("heard %v in %d frames, %d silent, %d torn", l.sound, l.frames, l.silent, l.torn)
		}
		if status := s.Status(); status.State != station.StateLive || status.DJ != "Ann" || status.Now.Title != "Early" {
			t.Errorf("status %+v, now %+v", status, status.Now)
		}
		if err := s.SetTitle(t.Context(), "Ann", station.StreamTitle{}); err != nil {
			t.Error(err)
		}
		time.Sleep(5 * time.Second)
		if now := s.Status().Now; now.Artist != "Ann" || now.Title != "Test" || now.Source != "live" {
			t.Errorf("after an empty title: %+v", now)
		}
		if err := s.Disconnect(t.Context(), ErrDisconnected); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, ErrDisconnected) {
			t.Errorf("disconnected: %v", err)
		}
		b.has(t, "source: Ann is on air.")
	})
}

func consecutive(numbers []int) bool {
	for i := 1; i < len(numbers); i++ {
		if numbers[i] != numbers[i-1]+1 {
			return false
		}
	}
	return len(numbers) > 0
}

func TestListenersStayWhenTheSourceIsKilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		s := Start(t.Context(), config(station.ModeLive, b))
		defer s.Close()
		first := newSource()
		first.limit, first.err = 500, errors.New("connection reset by peer")
		ended := onAir(t, s, first, "Ann")
		time.Sleep(5 * time.Second)
		l, tuned, since := tune(t, s), time.Now(), s.Status().Since
		if err := <-ended; err == nil {
			t.Error("no error for a lost connection")
		}
		time.Sleep(3 * time.Second)
		second := newSource()
		again := onAir(t, s, second, "Ann")
		time.Sleep(20 * time.Second)
		l.hear()
		if l.ended || l.torn > 0 || l.silent == 0 {
			t.Errorf("ended %v, %d torn, %d silent", l.ended, l.torn, l.silent)
		}
		if since := time.Since(tuned); l.sound < since || l.sound > since+4*time.Second {
			t.Errorf("%v of sound in %v", l.sound, since)
		}
		if got := s.Status(); got.State != station.StateLive || since.IsZero() || !got.Since.Equal(since) {
			t.Errorf("it is %s since %v, and was since %v", got.State, got.Since, since)
		}
		b.has(t, "Ann was lost: The connection broke.")
		if !slices.Contains(b.passed(), station.StateHold) {
			t.Errorf("states %v", b.passed())
		}
		if err := s.Disconnect(context.Background(), ErrDisconnected); err != nil {
			t.Error(err)
		}
		<-again
		time.Sleep(maxHold + 10*time.Second)
		l.hear()
		if !l.ended || s.Status().State != station.StateOff {
			t.Errorf("after %v of silence: ended %v, %+v", maxHold, l.ended, s.Status())
		}
	})
}

func TestHangingSourceIsBridged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		s := Start(t.Context(), config(station.ModeLive, b))
		defer s.Close()
		from := newSource()
		from.hangAt, from.hang = 300, 6*time.Second
		ended := onAir(t, s, from, "Ann")
		time.Sleep(4 * time.Second)
		l := tune(t, s)
		time.Sleep(30 * time.Second)
		l.hear()
		if l.ended || l.torn > 0 || !consecutive(l.numbers) || l.silent == 0 {
			t.Errorf("ended %v, %d torn, %d silent", l.ended, l.torn, l.silent)
		}
		if !slices.Contains(b.passed(), station.StateHold) || s.Status().State != station.StateLive {
			t.Errorf("states %v, now %s", b.passed(), s.Status().State)
		}
		_ = s.Disconnect(t.Context(), ErrDisconnected)
		<-ended
	})
}

func TestFastSourceIsHeldBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Start(t.Context(), config(station.ModeLive, &book{}))
		defer s.Close()
		from := newSource()
		from.pace /= 10
		ended := onAir(t, s, from, "Ann")
		time.Sleep(3 * time.Second)
		l := tune(t, s)
		l.follow(time.Minute)
		if l.sound > 66*time.Second || l.silent > 0 || !consecutive(l.numbers) {
			t.Errorf("%v of sound in a minute, %d silent", l.sound, l.silent)
		}
		if other, same := s.Admit(t.Context(), "Ben"), s.Admit(t.Context(), "Ann"); !errors.Is(other, ErrInUse) || same != nil {
			t.Errorf("another DJ: %v; the same, whose program may be gone: %v", other, same)
		}
		if h := s.Health(); h.Buffer > maxQueued+time.Second || h.Source.String() != "Ann with butt/1, MP3" {
			t.Errorf("health %+v", h)
		}
		_ = s.Disconnect(t.Context(), ErrDisconnected)
		<-ended
	})
}

// TestSourceIsToldWhenItIsOnAir puts a source on air, which refuses another.
func TestSourceIsToldWhenItIsOnAir(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Start(t.Context(), config(station.ModeLive, &book{}))
		defer s.Close()
		told := map[string]error{}
		connect := func(dj string) (ended chan error) {
			from := newSource()
			ended = make(chan error, 1)
			go func() {
				ended <- s.GoOnAir(t.Context(), Source{ID: dj, Frames: from, DJ: dj, DJID: dj, OnAir: func() { told[dj] = s.Admit(t.Context(), "Ben") }})
				from.Close()
			}()
			return ended
		}
		first := connect("Ann")
		time.Sleep(3 * time.Second)
		if err := <-connect("Ben"); !errors.Is(err, ErrInUse) {
			t.Errorf("another: %v", err)
		}
		_ = s.Disconnect(t.Context(), ErrDisconnected)
		<-first
		if len(told) != 1 || !errors.Is(told["Ann"], ErrInUse) { // the station knows it by then
			t.Errorf("told %v", told)
		}
	})
}

func TestSourceWithoutSoundIsDisconnected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Start(t.Context(), config(station.ModeLive, &book{}))
		defer s.Close()
		from := newSource()
		from.make = func(int) frame.Frame { return frame.Frame{Data: []byte("x")} }
		from.pace = 10 * time.Millisecond
		if err := <-onAir(t, s, from, "Ann"); !errors.Is(err, ErrNothing) {
			t.Errorf("%v", err)
		}
		if err := s.Admit(t.Context(), "Ben"); err != nil {
			t.Errorf("the next one: %v", err)
		}
	})
}

func TestRelayPlaysWhileSomebodyListens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c := config(station.ModeRelay, b)
		opened, failing := 0, false
		var last *source
		c.Relay = func(context.Context, *station.Station) (Upstream, error) {
			opened++
			if failing {
				return nil, music.NewError(music.Unavailable, "The stream does not answer.")
			}
			last = newSource()
			last.number = opened * 100_000
			return last, nil
		}
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(time.Minute)
		if opened != 0 || s.Status().State != station.StateIdle {
			t.Errorf("opened %d times for nobody, %s", opened, s.Status().State)
		}
		h, release, err := s.Listen(t.Context(), frame.NoCodec)
		if err != nil {
			t.Fatal(err)
		}
		l := &listener{reader: h.Subscribe(time.Second)}
		time.Sleep(10 * time.Second)
		last.Close() // the stream breaks
		time.Sleep(20 * time.Second)
		l.hear()
		if l.ended || l.torn > 0 || opened != 2 || s.Status().State != station.StateRelay {
			t.Errorf("ended %v, %d torn, opened %d times, %s", l.ended, l.torn, opened, s.Status().State)
		}
		release()
		time.Sleep(relayIdle + time.Second)
		l.hear()
		if !l.ended || s.Status().State != station.StateIdle {
			t.Errorf("a minute after the last listener: %v, %s", l.ended, s.Status().State)
		}
		failing = true
		if _, _, err := s.Listen(t.Context(), frame.NoCodec); err == nil || err.Error() != "The stream does not answer." {
			t.Errorf("a stream that does not answer: %v", err)
		}
		if got := s.Status(); got.State != station.StateOff || got.Problem.IsZero() {
			t.Errorf("%+v", got)
		}
	})
}

// TestHangingRelayIsNotOurFault has a remote stream that hangs while it is
// opened. The error must have no cause, because causes are logged as faults of
// this server.
func TestHangingRelayIsNotOurFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := config(station.ModeRelay, &book{})
		c.Relay = func(ctx context.Context, _ *station.Station) (Upstream, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		s := Start(t.Context(), c)
		defer s.Close()
		_, _, err := s.Listen(t.Context(), frame.NoCodec)
		if known, ok := errors.AsType[*music.Error](err); !ok || !known.Detail.Is(ErrOff.Detail) || known.Err != nil {
			t.Errorf("%v", err)
		}
		left, leave := context.WithCancel(t.Context())
		leave()
		if _, _, err := s.Listen(left, frame.NoCodec); !errors.Is(err, context.Canceled) {
			t.Errorf("a listener who left: %v", err)
		}
	})
}

func TestCodecChangeInStream(t *testing.T) {
	for _, c := range []struct {
		name  string
		sound Sound
		state station.State
	}{{"with a mixer", &fakeSound{}, station.StateLive}, {"without", nil, station.StateOff}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &book{}
				set := config(station.ModeLive, b)
				if c.sound != nil {
					set.Sound = func(context.Context, *station.Station) (Sound, error) { return c.sound, nil }
				}
				s := Start(t.Context(), set)
				defer s.Close()
				from := newSource()
				from.make = func(number int) frame.Frame {
					f := mp3Frame(number)
					if number > 400 { // ten seconds later
						from.codec = frame.AAC
						copy(f.Data, []byte{0xff, 0xf1})
					}
					return f
				}
				ended := onAir(t, s, from, "Ann")
				time.Sleep(3 * time.Second)
				l := tune(t, s)
				for range 30 {
					time.Sleep(time.Second)
					l.hear()
				}
				if state := s.Status().State; state != c.state || l.torn > 0 || l.sound < 8*time.Second {
					t.Errorf("%s, %d chunks that are no MP3, %v of sound", state, l.torn, l.sound)
				}
				if l.ended != (c.sound == nil) {
					t.Errorf("listeners ended: %v", l.ended)
				}
				from.Close()
				<-ended
			})
		})
	}
}
