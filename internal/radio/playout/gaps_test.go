package playout

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestSilenceInPassedThroughStream checks that silence is detected in a source
// whose frames are not decoded.
func TestSilenceInPassedThroughStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c := config(station.ModeLive, b)
		c.Station.Options.SilenceSeconds = 10
		c.Sound = func(context.Context, *station.Station) (Sound, error) { return &fakeSound{}, nil }
		s := Start(t.Context(), c)
		defer s.Close()
		from := newSource()
		from.make = func(number int) frame.Frame {
			f := mp3Frame(number)
			if number > 1000 && number < 3000 { // 24 s to 72 s are silent, as in fakeSound
				f.Data[100] = 1
			}
			return f
		}
		onAir(t, s, from, "Ann")
		time.Sleep(20 * time.Second)
		if h := s.Health(); h.Level > -11 || h.Level < -13 || len(b.alerted()) > 0 {
			t.Errorf("%v dBFS, %v", h.Level, b.alerted())
		}
		time.Sleep(30 * time.Second)
		if h := s.Health(); h.Level != Silent+1 || !s.Status().Problem.Equal(sourceSilent) || len(b.alerted()) != 1 {
			t.Errorf("%v dBFS, %q, %v", h.Level, s.Status().Problem, b.alerted())
		}
		time.Sleep(40 * time.Second)
		if h := s.Health(); h.Level < -13 || !s.Status().Problem.IsZero() || len(b.alerted()) != 1 {
			t.Errorf("%v dBFS, %q, %v", h.Level, s.Status().Problem, b.alerted())
		}
	})
}

// TestNewFormatHasBurst requests a format that nobody has listened to before.
func TestNewFormatHasBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := lists(station.ModeAutoDJ, &book{})
		c.Station.Options.Formats = []string{string(frame.AAC)}
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(10 * time.Second)
		h, release, err := s.Listen(t.Context(), frame.AAC)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		time.Sleep(time.Second)
		var sound time.Duration
		for _, chunk := range h.View().Chunks {
			sound += chunk.Duration
		}
		if sound < ahead || sound > ahead+2*time.Second {
			t.Errorf("%v a second after it was asked for", sound)
		}
	})
}

// TestSourceStopsWithoutClosing checks that listeners stay connected, that the
// station reports the problem, and that the DJ can connect again.
func TestSourceStopsWithoutClosing(t *testing.T) {
	for name, formats := range map[string][]string{"passed on": nil, "mixed": {string(frame.AAC)}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := lists(station.ModeLive, &book{})
				c.Station.Options.Formats = formats
				s := Start(t.Context(), c)
				defer s.Close()
				from := newSource()
				from.hangAt, from.hang = 400, time.Hour
				ended := onAir(t, s, from, "Ann")
				time.Sleep(5 * time.Second)
				l := tune(t, s)
				time.Sleep(10 * time.Second)
				for range 60 {
					time.Sleep(time.Second)
					if status := s.Status(); status.State != station.StateHold || status.Problem.IsZero() {
						t.Fatalf("%+v", status)
					}
				}
				if err := <-ended; !errors.Is(err, ErrHung) {
					t.Errorf("it ended with %v", err)
				}
				again := onAir(t, s, newSource(), "Ann")
				time.Sleep(10 * time.Second)
				l.hear()
				if status := s.Status(); l.ended || status.State != station.StateLive || !status.Problem.IsZero() {
					t.Errorf("ended %v, %+v", l.ended, status)
				}
				_ = s.Disconnect(t.Context(), ErrDisconnected)
				<-again
			})
		})
	}
}

// TestSourceHangsBeforeItIsHeard has a source that stops before its buffer is full.
// It is lost after the usual time, another DJ is heard as soon as without it, and
// nothing of it is heard later.
func TestSourceHangsBeforeItIsHeard(t *testing.T) {
	for name, set := range map[string]func(*Config){
		"passed on":         func(*Config) {},
		"without a mixer":   func(c *Config) { c.Sound = nil },
		"mixed":             func(c *Config) { c.Station.Options.Formats = []string{string(frame.AAC)} },
		"beside the AutoDJ": func(c *Config) { c.Station.Mode = station.ModeBoth },
	} {
		for other, isReplaced := range map[string]bool{"replaced": true, "alone": false} {
			t.Run(name+", "+other, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b := &book{}
					c, _ := lists(station.ModeLive, b)
					set(&c)
					var owners []string
					c.Tap = func(_ frame.Codec, c *hub.Chunk) {
						if c.Live != nil {
							owners = append(owners, c.Live.Source)
						}
					}
					s := Start(t.Context(), c)
					from := newSource()
					from.hangAt, from.hang = 20, time.Hour // after half a second
					ended := onAir(t, s, from, "Ann")
					time.Sleep(hangAfter)
					if err := s.Admit(t.Context(), "Otto"); !errors.Is(err, ErrInUse) {
						t.Errorf("before it is lost, another DJ: %v", err)
					}
					time.Sleep(time.Second)
					if err := s.Admit(t.Context(), "Otto"); err != nil || s.Status().DJ != "" {
						t.Errorf("after it is lost, %q is on air, and another DJ: %v", s.Status().DJ, err)
					}
					b.has(t, "source: Nothing came from Ann for 3 seconds.")
					rest, why := station.StateOff, ErrHung
					if c.Station.Mode.PlaysLists() {
						rest = station.StateAutoDJ
					}
					if problem := s.Status().Problem; (rest == station.StateOff) == problem.IsZero() {
						t.Errorf("the problem is %q", problem)
					}
					if isReplaced {
						why = ErrReplaced
						_ = onAir(t, s, newSource(), "Otto")
						time.Sleep(jitter + time.Second/2)
						if status := s.Status(); status.State != station.StateLive || status.DJ != "Otto" || !status.Problem.IsZero() {
							t.Errorf("with another DJ: %+v", status)
						}
					}
					select {
					case err := <-ended:
						if !errors.Is(err, why) {
							t.Errorf("it ended with %v", err)
						}
					case <-time.After(maxHang):
						t.Error("it is not disconnected")
					}
					time.Sleep(time.Second)
					if state := s.Status().State; !isReplaced && state != rest {
						t.Errorf("without it, the station is %s", state)
					}
					_ = s.Disconnect(t.Context(), ErrDisconnected)
					s.Close()
					log := strings.Join(b.noted(), "\n")
					if slices.Contains(owners, "Ann connected") || strings.Contains(log, "Ann is on air") || strings.Contains(log, "again") || strings.Count(log, "Ann") != 2 {
						t.Errorf("logged:\n%s", log)
					}
				})
			})
		}
	}
}

// TestSourceIsHeardAfterItHung has a source that stops before it is heard, and goes
// on before it is disconnected.
func TestSourceIsHeardAfterItHung(t *testing.T) {
	for name, formats := range map[string][]string{"passed on": nil, "mixed": {string(frame.AAC)}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &book{}
				c, _ := lists(station.ModeLive, b)
				c.Station.Options.Formats = formats
				s := Start(t.Context(), c)
				defer s.Close()
				from := newSource()
				from.hangAt, from.hang = 20, 8*time.Second
				_ = onAir(t, s, from, "Ann")
				time.Sleep(20 * time.Second)
				if status := s.Status(); status.State != station.StateLive || status.DJ != "Ann" || !status.Problem.IsZero() {
					t.Errorf("%+v", status)
				}
				if log := strings.Join(b.noted(), "\n"); strings.Count(log, "Ann is on air.") != 1 || strings.Contains(log, "again") {
					t.Errorf("logged:\n%s", log)
				}
				_ = s.Disconnect(t.Context(), ErrDisconnected)
			})
		})
	}
}

// TestMixedStationGoesOffAir has a source that does not come back. What the station
// then says stays true.
func TestMixedStationGoesOffAir(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := lists(station.ModeLive, &book{})
		c.Station.Options.Formats = []string{string(frame.AAC)}
		s := Start(t.Context(), c)
		defer s.Close()
		from := newSource()
		from.limit = 500
		ended := onAir(t, s, from, "Ann")
		time.Sleep(5 * time.Second)
		l := tune(t, s)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		time.Sleep(maxHold - time.Minute)
		if status := s.Status(); status.State != station.StateHold {
			t.Errorf("%+v", status)
		}
		time.Sleep(time.Hour)
		l.hear()
		if status := s.Status(); !l.ended || status.State != station.StateOff || status.Problem.String() != "The source has been gone for more than 5 minutes." {
			t.Errorf("ended %v, %+v", l.ended, status)
		}
	})
}

// TestReturnedSourceIsOnAir has a source that stops for so long that the AutoDJ takes
// over. When it is heard again, listeners see its last title, and the history has one
// new entry. Without an AutoDJ, there was nothing else on air.
func TestReturnedSourceIsOnAir(t *testing.T) {
	none, last := station.StreamTitle{}, station.StreamTitle{Artist: "A", Title: "Last"}
	for _, c := range []struct {
		name    string
		mode    station.Mode
		title   station.StreamTitle // that the source sends; zero for none
		later   station.StreamTitle // that it sends while it is lost; zero for none
		want    station.StreamTitle
		entries int
		fades   int64
	}{
		{"beside the AutoDJ", station.ModeBoth, last, none, last, 2, 2},
		{"without a title", station.ModeBoth, none, none, station.StreamTitle{Artist: "Ann", Title: "Test"}, 2, 2},
		{"with another title", station.ModeBoth, none, last, last, 2, 2},
		{"alone", station.ModeLive, last, none, last, 1, 0},
		{"alone, with another title", station.ModeLive, none, last, last, 2, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &book{}
				set, sound := lists(c.mode, b)
				s := Start(t.Context(), set)
				defer s.Close()
				if err := s.SetTitle(t.Context(), "Ann", c.title); err != nil {
					t.Error(err)
				}
				from := newSource()
				from.hangAt, from.hang = 800, 8*time.Second
				_ = onAir(t, s, from, "Ann")
				time.Sleep(5 * time.Second)
				l := tune(t, s)
				l.follow(20 * time.Second)
				if state := s.Status().State; state == station.StateLive {
					t.Error("it is not lost")
				}
				if c.later != none {
					if err := s.SetTitle(t.Context(), "Ann", c.later); err != nil {
						t.Error(err)
					}
				}
				l.follow(40 * time.Second)
				status := s.Status()
				if status.State != station.StateLive || status.DJ != "Ann" || status.Now == nil || status.Now.Source != string(station.StateLive) {
					t.Fatalf("%+v, now %+v", status, status.Now)
				}
				if now := (station.StreamTitle{Artist: status.Now.Artist, Title: status.Now.Title}); now != c.want || l.titles[len(l.titles)-1] != c.want.String() {
					t.Errorf("now %q, listeners see %q", now, l.titles)
				}
				var entries int
				for _, p := range read(b, &b.plays) {
					if p.Source == string(station.StateLive) {
						entries++
					}
				}
				if log := strings.Join(b.noted(), "\n"); entries != c.entries || strings.Count(log, "Ann is heard again.") != 1 {
					t.Errorf("%d entries in the history, and the log:\n%s", entries, log)
				}
				if m := sound.lastMixer(); m != nil && m.lives.Load() != c.fades {
					t.Errorf("faded in %d times", m.lives.Load())
				}
				_ = s.Disconnect(t.Context(), ErrDisconnected)
			})
		})
	}
}

// TestSourceInBurstsIsLostOnce sends four seconds at a time, as an upload tool with a
// limited rate does. If the source is mixed, the first wait is longer than the buffer;
// after it, the buffer is larger. Nobody else takes over while it is heard.
func TestSourceInBurstsIsLostOnce(t *testing.T) {
	for mode, mayBeLost := range map[station.Mode]int{station.ModeBoth: 1, station.ModeLive: 0} {
		t.Run(string(mode), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &book{}
				c, _ := lists(mode, b)
				s := Start(t.Context(), c)
				defer s.Close()
				from := newSource()
				from.burst = 171 // 4.1 s
				_ = onAir(t, s, from, "Ann")
				time.Sleep(time.Minute)
				for range 100 {
					time.Sleep(600 * time.Millisecond)
					if err := s.Admit(t.Context(), "Otto"); !errors.Is(err, ErrInUse) {
						t.Fatalf("another DJ: %v", err)
					}
				}
				log := strings.Join(b.noted(), "\n")
				if lost, back := strings.Count(log, "Nothing came from Ann"), strings.Count(log, "Ann is heard again"); lost != back || lost > mayBeLost || s.Status().State != station.StateLive {
					t.Errorf("lost %d times, back %d times, %v:\n%s", lost, back, s.Status().State, log)
				}
				_ = s.Disconnect(t.Context(), ErrDisconnected)
			})
		})
	}
}

// TestAutoDJHasTimeToStart keeps a source live for longer than a station may be
// empty. The handover to the AutoDJ must not report the station as silent.
func TestAutoDJHasTimeToStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, _ := lists(station.ModeBoth, b)
		c.Station.Options.HoldSeconds = 5
		next := c.Next
		var isLate atomic.Bool
		c.Next = func(ctx context.Context, s *station.Station, at time.Time, held []string) (*mix.Item, error) {
			if isLate.Load() {
				return nil, nil //nolint:nilnil // no item is ready yet
			}
			return next(ctx, s, at, held)
		}
		s := Start(t.Context(), c)
		defer s.Close()
		from := newSource()
		from.limit = 1500
		ended := onAir(t, s, from, "Ann")
		time.Sleep(30 * time.Second)
		isLate.Store(true)
		<-ended
		time.Sleep(8 * time.Second)
		isLate.Store(false)
		time.Sleep(3 * time.Second)
		if status := s.Status(); len(b.alerted()) > 0 || status.State != station.StateAutoDJ || !status.Problem.IsZero() {
			t.Errorf("%q, %+v", b.alerted(), status)
		}
	})
}

// TestAutoDJStartsOnceFFmpegIsFound starts a station on a server that finds ffmpeg
// later.
func TestAutoDJStartsOnceFFmpegIsFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, sound := lists(station.ModeAutoDJ, b)
		var isThere atomic.Bool
		c.Sound = func(context.Context, *station.Station) (Sound, error) {
			if !isThere.Load() {
				return nil, errNoSound
			}
			return sound, nil
		}
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(time.Minute)
		if status := s.Status(); status.State != station.StateOff || !status.Problem.Equal(errNoSound.Detail) || len(b.noted()) != 1 {
			t.Errorf("%+v, %q", status, b.noted())
		}
		isThere.Store(true)
		time.Sleep(soundRetry + time.Second)
		if status := s.Status(); status.State != station.StateAutoDJ || !status.Problem.IsZero() {
			t.Errorf("%+v", status)
		}
	})
}

// TestHardStartCutsCurrentTrack adds a show with a hard start while a track plays.
func TestHardStartCutsCurrentTrack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, sound := lists(station.ModeAutoDJ, b)
		next := c.Next
		c.Next = func(ctx context.Context, s *station.Station, at time.Time, held []string) (*mix.Item, error) {
			item, err := next(ctx, s, at, held)
			item.Meta.(*Choice).Seconds = 5
			return item, err
		}
		s := Start(t.Context(), c)
		defer s.Close()
		synctest.Wait()
		time.Sleep(1600 * time.Millisecond) // the burst is over: the second plays
		skipped := func(want int64, why string) {
			t.Helper()
			if got := sound.lastMixer().skipped.Load(); got != want {
				t.Errorf("%s: skipped %d times", why, got)
			}
		}
		now := s.Status().Now
		at := time.Now().Add(2 * time.Second)
		for _, when := range []time.Time{at, {}, time.Now().Add(time.Hour), at} { // added, removed, far away, added again
			if err := s.EndBy(t.Context(), when); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Second)
		skipped(0, "before its time")
		time.Sleep(time.Second + listTick + tick)
		skipped(1, "at its time")
		time.Sleep(200 * time.Millisecond)
		if s.Status().Now.PlayID == now.PlayID {
			t.Error("the current track continues after the hard start")
		}
		time.Sleep(3 * time.Second)
		skipped(1, "later")
	})
}

// TestHardStartOfLateEdit changes the calendar when it is too late to replace
// the item that is about to begin.
func TestHardStartOfLateEdit(t *testing.T) {
	made := time.Now()
	ten, eleven := made.Add(time.Minute), made.Add(time.Hour)
	for name, c := range map[string]struct {
		choice Choice
		told   time.Time
		want   time.Time
	}{
		"added":                       {Choice{made: made}, ten, ten},
		"removed":                     {Choice{made: made, Until: ten}, time.Time{}, time.Time{}},
		"the one that it begins":      {Choice{made: made, From: ten, Until: eleven}, ten, eleven},
		"known when it was asked for": {Choice{made: made.Add(2 * time.Second), Until: eleven}, ten, eleven},
	} {
		m := &mixing{hardStart: c.told, told: made.Add(time.Second)}
		if got := m.cutOf(&c.choice); !got.Equal(c.want) {
			t.Errorf("%s: cut off at %v, not %v", name, got, c.want)
		}
	}
}

// TestAutoDJWaitsForSlowCodecs has an encoder, and then a decoder, that is busy
// for longer than its queue lasts.
func TestAutoDJWaitsForSlowCodecs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, sound := lists(station.ModeAutoDJ, &book{})
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(3 * time.Second)
		l := tune(t, s)
		l.follow(10 * time.Second)
		sound.stall.Store(int64(4 * time.Second))
		l.follow(20 * time.Second)
		sound.lastMixer().short.Store(true)
		l.follow(2 * time.Second)
		sound.lastMixer().short.Store(false)
		l.follow(20 * time.Second)
		if h := s.Health(); h.Underruns > 0 || l.silent > 0 || l.sound < 52*time.Second {
			t.Errorf("%d underruns, %d silent, %v of sound in 52 s", h.Underruns, l.silent, l.sound)
		}
		sound.lastMixer().short.Store(true) // permanently: there are gaps, but the station continues
		heard := l.frames
		l.follow(20 * time.Second)
		if l.frames < heard+500 {
			t.Errorf("only %d frames more", l.frames-heard)
		}
	})
}

// TestChangedPasswordDisconnectsDJ disconnects only the DJ concerned, and says why.
func TestChangedPasswordDisconnectsDJ(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, why := &book{}, music.NewError(music.Forbidden, "The DJ was removed.")
		s := Start(t.Context(), config(station.ModeLive, b))
		defer s.Close()
		ended := onAir(t, s, newSource(), "Ann")
		time.Sleep(3 * time.Second)
		if err := s.DisconnectDJ(t.Context(), "Bob", ErrDisconnected); err != nil {
			t.Error(err)
		}
		time.Sleep(3 * time.Second)
		if status := s.Status(); status.State != station.StateLive {
			t.Errorf("%+v", status)
		}
		if err := s.DisconnectDJ(t.Context(), "Ann", why); err != nil {
			t.Error(err)
		}
		if err := <-ended; !errors.Is(err, why) {
			t.Errorf("%v", err)
		}
		time.Sleep(3 * time.Second)
		b.has(t, "Ann was disconnected: The DJ was removed.")
		if problem := s.Status().Problem.String(); problem != "The DJ was removed." {
			t.Errorf("problem %q", problem)
		}
	})
}

// steady is an encoder that accepts everything and returns nothing.
type steady struct{ done chan struct{} }

func (e steady) Write([]float32) error      { return nil }
func (e steady) Next() (frame.Frame, error) { <-e.done; return frame.Frame{}, errKilled }
func (e steady) Close()                     { close(e.done) }

// TestBlockDoesNotAllocate checks the code that runs for every block of a station.
func TestBlockDoesNotAllocate(t *testing.T) {
	e := startEncoding(t.Context(), nil, false, func(context.Context) (Encoder, error) { return steady{make(chan struct{})}, nil }, func(string) {})
	defer e.close()
	out := &output{encoder: e, main: true}
	s := &Engine{outs: map[frame.Codec]*output{frame.MP3: out}}
	m := &mixing{engine: s, mixer: &fakeMixer{left: 1 << 30, level: 0.1}, splicer: &splicer{out: out}, block: make([]float32, mix.BlockSamples), meter: newMeter(), recent: newRecent(ahead)}
	for range 2 * encoderAhead {
		m.mixBlock()
	}
	// A busy machine can hold up the encoder, which then returns no blocks to use again. A path that allocates does so each time.
	least := testing.AllocsPerRun(1000, m.mixBlock)
	for range 4 {
		least = min(least, testing.AllocsPerRun(1000, m.mixBlock))
	}
	if least > 0 {
		t.Errorf("%v allocations in a block", least)
	}
}
