package playout

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// lists returns the configuration of a station with an AutoDJ and a fake mixer.
func lists(mode station.Mode, b *book) (Config, *fakeSound) {
	c := config(mode, b)
	sound := &fakeSound{level: 0.25}
	c.Sound = func(context.Context, *station.Station) (Sound, error) { return sound, nil }
	number := 0
	c.Next = func(context.Context, *station.Station, time.Time, []string) (*mix.Item, error) {
		number++
		choice := &Choice{ID: strconv.Itoa(number), Artist: "List", Title: fmt.Sprintf("Song %d", number), Source: "autodj", Words: music.Say("it was its turn")}
		if number%4 == 0 {
			choice.Title, choice.Source = "Jingle", "jingle"
		}
		return &mix.Item{ID: choice.ID, Meta: choice}, nil
	}
	return c, sound
}

func TestAutoDJPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, sound := lists(station.ModeAutoDJ, b)
		s := Start(t.Context(), c)
		time.Sleep(3 * time.Second)
		l := tune(t, s)
		l.follow(time.Minute)
		if l.silent > 2 || l.torn > 0 || l.sound < 62*time.Second || l.sound > 66*time.Second {
			t.Errorf("%v of sound in a minute and a burst, %d silent, %d torn", l.sound, l.silent, l.torn)
		}
		if status := s.Status(); status.State != station.StateAutoDJ || status.Now == nil || !status.Problem.IsZero() {
			t.Errorf("%+v", status)
		}
		if slices.Contains(l.titles, "List - Jingle") || !slices.Contains(l.titles, "List - Song 5") || !slices.Contains(b.played(), "Jingle") {
			t.Errorf("titles %v, aired %v", l.titles, b.played())
		}
		b.has(t, "decision: “List - Song 1”: it was its turn")
		if err := s.Skip(t.Context()); err != nil || sound.lastMixer().skipped.Load() != 1 {
			t.Errorf("skip: %v", err)
		}
		if err := s.Admit(t.Context(), "Ben"); !errors.Is(err, ErrNoLiveSources) {
			t.Errorf("source on an AutoDJ station: %v", err)
		}
		s.Close()
		l.hear()
		if !l.ended || !sound.lastMixer().closed.Load() {
			t.Error("a play continues after the station was closed")
		}
	})
}

// TestSoundComesSoonAfterTheStart checks that listeners who wait for a station
// to start soon get its first chunk. After a restart of the server, all
// listeners wait.
func TestSoundComesSoonAfterTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := lists(station.ModeAutoDJ, &book{})
		s := Start(t.Context(), c)
		defer s.Close()
		l, began := tune(t, s), time.Now()
		if _, err := l.reader.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(began); d > 400*time.Millisecond {
			t.Errorf("the first sound came after %v", d)
		}
	})
}

// ended is a book that records when items are expected to end, and when the
// next ones begin.
type ended struct {
	book
	ends, begins []time.Time
}

func (e *ended) Aired(c *Choice, at time.Time, seconds float64) {
	e.book.Aired(c, at, seconds)
	e.mu.Lock()
	defer e.mu.Unlock()
	if c.ID == strconv.Itoa(len(e.ends)+1) {
		e.ends, e.begins = append(e.ends, at.Add(time.Duration(seconds*float64(time.Second)))), append(e.begins, time.Now())
	}
}

// TestPlanKnowsOfTheBurst checks that the planner is told when the first item
// ends: earlier, because its beginning is sent at once as the burst. Otherwise
// there would be a gap between it and a show that begins on the second.
func TestPlanKnowsOfTheBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &ended{}
		c, _ := lists(station.ModeAutoDJ, &b.book)
		c.Keeper = b
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(time.Minute)
		b.mu.Lock()
		defer b.mu.Unlock()
		for i, end := range b.ends[:3] {
			if late := b.begins[i+1].Sub(end); late < -time.Second || late > time.Second {
				t.Errorf("item %d was to end at %s, and the next began at %s", i+1, end, b.begins[i+1])
			}
		}
	})
}

// TestHardStartIsEarlyOnlyInsteadOfSilence checks when the first item of a show
// may begin.
func TestHardStartIsEarlyOnlyInsteadOfSilence(t *testing.T) {
	now := time.Now()
	m := &mixing{due: now}
	for _, c := range []struct {
		in                  time.Duration // time until the show begins
		isEarly, isEarlyYet bool          // expected results of IsEarly while the previous item plays, and after it
	}{{-time.Second, false, false}, {0, false, false}, {900 * time.Millisecond, true, false}, {1100 * time.Millisecond, true, true}} {
		item := m.cue(&mix.Item{Meta: &Choice{From: now.Add(c.in)}}, nil, now)
		if during, after := item.IsEarly(false), item.IsEarly(true); during != c.isEarly || after != c.isEarlyYet {
			t.Errorf("%v before its time: %v, %v", c.in, during, after)
		}
	}
	if item := m.cue(&mix.Item{Meta: &Choice{}}, nil, now); item.IsEarly(false) || item.IsEarly(true) {
		t.Error("an item without a show waits")
	}
}

// TestFailedTrackIsReportedOnce checks that a station reports an unplayable
// track to the planner and does not log it itself.
func TestFailedTrackIsReportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, sound := lists(station.ModeAutoDJ, b)
		sound.broken = "2"
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(time.Minute)
		if played := b.played(); slices.Contains(played, "Song 2") || !slices.Contains(played, "Song 3") {
			t.Errorf("played %v", played)
		}
		if missing := b.missing(); !slices.Equal(missing, []string{"Song 2: Its file is silent."}) {
			t.Errorf("reported %v as missing", missing)
		}
		for _, note := range b.noted() {
			if strings.Contains(note, "Song 2") {
				t.Errorf("the station logs %q too", note)
			}
		}
	})
}

// TestLateSoundIsTold checks that a station calls Late when its machine is too
// slow, and only then.
func TestLateSoundIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, sound := lists(station.ModeAutoDJ, &book{})
		var told atomic.Int64
		c.Late = func() { told.Add(1) }
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(time.Minute)
		if n := told.Load(); n > 0 {
			t.Errorf("it was late %d times with nothing in its way", n)
		}
		sound.lastMixer().short.Store(true)
		time.Sleep(2 * time.Second)
		if told.Load() == 0 {
			t.Error("nobody was told that a decoder is slow")
		}
		sound.lastMixer().short.Store(false)
		time.Sleep(10 * time.Second)
		told.Store(0)
		time.Sleep(10 * time.Second)
		if n := told.Load(); n > 0 {
			t.Errorf("it was late %d times after the decoder was fast again", n)
		}
	})
}

// TestReasonOfSilenceIsTrue checks the reason that operators see for a station
// that has nothing to send.
func TestReasonOfSilenceIsTrue(t *testing.T) {
	for name, c := range map[string]struct {
		change func(c *Config, s *fakeSound)
		want   string
	}{
		"a slow machine": {
			func(_ *Config, s *fakeSound) { s.isSlow = true },
			"The next song is not ready: the storage, ffmpeg or CPU is slow.",
		},
		"broken files": {func(_ *Config, s *fakeSound) { s.broken = "*" }, "The last songs could not be played."},
		"empty lists": {func(c *Config, _ *fakeSound) {
			c.Next = func(context.Context, *station.Station, time.Time, []string) (*mix.Item, error) {
				return nil, music.NewError(music.NotFound, "The lists are empty.")
			}
		}, "The lists are empty."},
		"a broken planner": {func(c *Config, _ *fakeSound) {
			c.Next = func(context.Context, *station.Station, time.Time, []string) (*mix.Item, error) {
				return nil, errors.New("the database is gone")
			}
		}, "The next song could not be planned."},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &book{}
				config, sound := lists(station.ModeAutoDJ, b)
				c.change(&config, sound)
				s := Start(t.Context(), config)
				defer s.Close()
				time.Sleep(30 * time.Second)
				if got := b.alerted(); !slices.Equal(got, []string{"The station is silent. " + c.want}) {
					t.Errorf("alerts: %q", got)
				}
			})
		})
	}
}

// TestPlannerFaultIsLoggedOnce checks that the log has a fault of the planner
// once, and again if it returns after a success. That there is nothing to play
// is no fault and must not be logged.
func TestPlannerFaultIsLoggedOnce(t *testing.T) {
	var log strings.Builder
	m := &mixing{engine: &Engine{id: "S", Config: Config{Log: slog.New(slog.NewTextHandler(&log, nil))}}}
	fault := fmt.Errorf("next slot: %w", music.ErrNotFound.Because(errors.New("the database is gone")))
	for range 3 {
		m.unplanned(music.NewError(music.NotFound, "The lists are empty."))
		m.unplanned(fault)
	}
	if n := strings.Count(log.String(), "the database is gone"); n != 1 || strings.Contains(log.String(), "empty") {
		t.Errorf("logged %d times:\n%s", n, log.String())
	}
}

// TestHungEncoderIsTold checks the message about a station whose encoders take
// no sound, and that listeners hear it again once an encoder does.
func TestHungEncoderIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const why = "The encoder of MP3 sends nothing: ffmpeg or CPU is slow."
		b := &book{}
		c, sound := lists(station.ModeAutoDJ, b)
		sound.isHung.Store(true)
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(emptyAfter - time.Second)
		if status := s.Status(); !status.Problem.IsZero() {
			t.Errorf("an encoder that starts: %+v", status)
		}
		time.Sleep(3 * time.Minute) // enough for several encoders and songs
		if got := b.alerted(); !slices.Equal(got, []string{"The station is silent. " + why}) {
			t.Errorf("alerts: %q", got)
		}
		if status, health := s.Status(), s.Health(); status.Problem.String() != why || health.LastError.String() != why {
			t.Errorf("%+v, %+v", status, health)
		}
		sound.isHung.Store(false)
		time.Sleep(90 * time.Second)
		l := tune(t, s)
		l.follow(10 * time.Second)
		if status := s.Status(); l.sound < 10*time.Second || l.silent > 0 || !status.Problem.IsZero() || status.State != station.StateAutoDJ {
			t.Errorf("%v of sound, %d silent, %+v", l.sound, l.silent, status)
		}
		b.has(t, "encoder: The encoder of MP3 works again.")
	})
}

func TestSourceTakesOverAndLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, sound := lists(station.ModeBoth, b)
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(3 * time.Second)
		l := tune(t, s)
		from := newSource()
		from.limit = 1000
		ended := onAir(t, s, from, "Ann")
		if err := s.SetTitle(t.Context(), "Ann", station.StreamTitle{Title: "Talk"}); err != nil {
			t.Error(err)
		}
		time.Sleep(10 * time.Second)
		if status := s.Status(); status.State != station.StateLive || status.DJ != "Ann" || status.Now.Title != "Talk" || status.Now.Source != "live" {
			t.Errorf("%+v, %+v", status, status.Now)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		time.Sleep(6 * time.Second)
		if status := s.Status(); status.State != station.StateAutoDJ || status.DJ != "" || status.Now.Source != "autodj" {
			t.Errorf("after the end: %+v, %+v", status, status.Now)
		}
		l.hear()
		if l.silent > 5 || l.torn > 0 {
			t.Errorf("%d silent frames at the handovers, %d torn", l.silent, l.torn)
		}
		var about []string
		for _, note := range b.noted() {
			if strings.Contains(note, "Ann") || strings.Contains(note, "took over") {
				about = append(about, note)
			}
		}
		if want := []string{"source: Ann connected with butt/1 and sends MP3.", "source: Ann is on air.", "source: Ann ended.", "decision: The AutoDJ took over."}; !slices.Equal(about, want) {
			t.Errorf("logged %q, want %q", about, want)
		}
		if n := sound.lastMixer().lives.Load(); n != 1 {
			t.Errorf("it was faded in %d times", n)
		}
		if err := s.Admit(t.Context(), "Ben"); err != nil {
			t.Errorf("the next one: %v", err)
		}
	})
}

// TestSourceWaitsForTheEncoder checks that a source is on air, and in a
// recording, only once listeners can hear it.
func TestSourceWaitsForTheEncoder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, sound := lists(station.ModeBoth, &book{})
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(3 * time.Second)
		sound.lastMixer().shadow.Store(true)
		onAir(t, s, newSource(), "Ann")
		time.Sleep(4 * time.Second)
		if status := s.Status(); status.State != station.StateAutoDJ {
			t.Errorf("before the encoder is ready: %+v", status)
		}
		sound.lastMixer().shadow.Store(false)
		time.Sleep(time.Second)
		if status := s.Status(); status.State != station.StateLive {
			t.Errorf("after it is ready: %+v", status)
		}
	})
}

func TestAutoDJBridgesHangingSource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, _ := lists(station.ModeBoth, b)
		s := Start(t.Context(), c)
		defer s.Close()
		from := newSource()
		from.hangAt, from.hang = 400, 8*time.Second
		ended := onAir(t, s, from, "Ann")
		time.Sleep(8 * time.Second)
		l := tune(t, s)
		time.Sleep(5 * time.Second)
		if got := s.Status().State; got != station.StateAutoDJ {
			t.Errorf("while it hangs: %s", got)
		}
		time.Sleep(15 * time.Second)
		if got := s.Status().State; got != station.StateLive {
			t.Errorf("after it hung: %s", got)
		}
		l.hear()
		if l.silent > 5 || l.torn > 0 {
			t.Errorf("%d silent, %d torn", l.silent, l.torn)
		}
		_ = s.Disconnect(t.Context(), ErrDisconnected)
		<-ended
	})
}

func TestSilenceIsDetected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, sound := lists(station.ModeBoth, b)
		sound.level = 0.0001
		c.Station.Options.SilenceSeconds = 5
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(20 * time.Second)
		if sound.lastMixer().skipped.Load() == 0 || len(b.alerted()) == 0 || !strings.Contains(b.alerted()[0], "was skipped") {
			t.Errorf("silence of the lists: skipped %d, %v", sound.lastMixer().skipped.Load(), b.alerted())
		}
		from := newSource()
		from.make = func(number int) frame.Frame {
			if number > 200 && number < 800 {
				f := mp3Frame(number)
				f.Data[100] = 1
				return f
			}
			return mp3Frame(number)
		}
		ended := onAir(t, s, from, "Ann")
		time.Sleep(14 * time.Second)
		if got := s.Status().State; got != station.StateAutoDJ {
			t.Errorf("a silent source: %s, %v", got, b.alerted())
		}
		time.Sleep(12 * time.Second)
		if got := s.Status().State; got != station.StateLive {
			t.Errorf("one that is heard again: %s", got)
		}
		_ = s.Disconnect(t.Context(), ErrDisconnected)
		<-ended
	})
}

func TestKilledEncoderIsRestarted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, sound := lists(station.ModeAutoDJ, b)
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(5 * time.Second)
		l := tune(t, s)
		sound.encoders[0].Close()
		time.Sleep(10 * time.Second)
		l.hear()
		if sound.started() != 2 || l.ended || l.torn > 0 || l.sound < 13*time.Second {
			t.Errorf("%d encoders, ended %v, %v of sound", sound.started(), l.ended, l.sound)
		}
		b.has(t, "encoder: The encoder of MP3 ended and was started again.")
	})
}

func TestEmptyRotationIsReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, _ := lists(station.ModeBoth, b)
		c.Next = func(context.Context, *station.Station, time.Time, []string) (*mix.Item, error) {
			return nil, music.NewError(music.Unavailable, "The lists of this station are empty.")
		}
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(30 * time.Second)
		if status := s.Status(); status.State != station.StateOff || status.Problem.String() != "The lists of this station are empty." || len(b.alerted()) != 1 {
			t.Errorf("%+v, alerts %v", status, b.alerted())
		}
		ended := onAir(t, s, newSource(), "Ann")
		time.Sleep(10 * time.Second)
		if status := s.Status(); status.State != station.StateLive || !status.Problem.IsZero() {
			t.Errorf("with somebody on air: %+v", status)
		}
		_ = s.Disconnect(t.Context(), ErrDisconnected)
		<-ended
	})
}

func TestFormatsAreMadeOnDemand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, sound := lists(station.ModeAutoDJ, &book{})
		c.Station.Options.Formats = []string{"opus"}
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(5 * time.Second)
		if _, _, err := s.Listen(t.Context(), frame.AAC); !errors.Is(err, ErrFormat) {
			t.Errorf("unavailable format: %v", err)
		}
		h, release, err := s.Listen(t.Context(), frame.Opus)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		if len(h.View().Chunks) == 0 || sound.started() != 2 {
			t.Error("no sound in the requested format")
		}
		release()
		time.Sleep(formatIdle + time.Second)
		if !h.View().Closed {
			t.Error("the format is still encoded without listeners")
		}
	})
}

func TestModeChangeKeepsListeners(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, _ := lists(station.ModeLive, b)
		s := Start(t.Context(), c)
		defer s.Close()
		from := newSource()
		ended := onAir(t, s, from, "Ann")
		time.Sleep(5 * time.Second)
		l := tune(t, s)
		changed := c.Station
		changed.Mode = station.ModeBoth
		if err := s.Reconfigure(t.Context(), changed); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; !errors.Is(err, ErrChanged) {
			t.Errorf("who was on air: %v", err)
		}
		time.Sleep(10 * time.Second)
		l.hear()
		if l.ended || l.torn > 0 || s.Status().State != station.StateAutoDJ {
			t.Errorf("ended %v, %s", l.ended, s.Status().State)
		}
	})
}

func TestModeChangeCutsNoSong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &book{}
		c, _ := lists(station.ModeAutoDJ, b)
		s := Start(t.Context(), c)
		defer s.Close()
		time.Sleep(2 * time.Second)
		before := s.Status().Now
		changed := c.Station
		changed.Mode = station.ModeBoth
		if err := s.Reconfigure(t.Context(), changed); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		if now := s.Status().Now; before == nil || now == nil || now.PlayID != before.PlayID {
			t.Errorf("it plays %+v instead of %+v", now, before)
		}
	})
}
