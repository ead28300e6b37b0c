package playout

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// heard returns the numbers of all frames in a hub, and of those that belong to
// a source; a silent frame has number 0.
func heard(h *hub.Hub, source string) (all, marked []int) {
	for _, c := range h.View().Chunks {
		for data := c.Data; len(data) > 0; data = data[384:] {
			number := int(binary.BigEndian.Uint32(data[100:]))
			all = append(all, number)
			if c.Live != nil && c.Live.Source == source {
				marked = append(marked, number)
			}
		}
	}
	return all, marked
}

// TestSourceIsMarkedToTheFrame checks that the chunks of a source hold all of
// its frames, and no others, although the connection of the source ends seconds
// before its sound.
func TestSourceIsMarkedToTheFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Start(t.Context(), config(station.ModeLive, &book{}))
		defer s.Close()
		first, second := newSource(), newSource()
		first.limit = 500
		second.number, second.limit = 2000, 2100
		ended := onAir(t, s, first, "Ann")
		time.Sleep(3 * time.Second)
		l := tune(t, s)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		ended = onAir(t, s, second, "Ben") // while the first source is still audible
		time.Sleep(6 * time.Second)
		h := l.reader.Hub()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if _, marked := heard(h, "Ann connected"); len(marked) != 500 || !consecutive(marked) {
			t.Errorf("%d of 500 frames are of the first source", len(marked))
		}
		if all, marked := heard(h, "Ben connected"); len(marked) != 100 || all[len(all)-1] != 0 {
			t.Errorf("%d of 100 frames are of the second", len(marked))
		}
	})
}

// TestMixedSourceIsMarkedToTheFrame checks the same after an encoder: each
// frame with sound of the source belongs to it, and no silent frame before or
// after it.
func TestMixedSourceIsMarkedToTheFrame(t *testing.T) {
	for name, mode := range map[string]station.Mode{"beside the AutoDJ": station.ModeBoth, "alone": station.ModeLive} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, sound := lists(mode, &book{})
				sound.level = 0
				c.Station.Options.Formats = []string{"aac"}
				s := Start(t.Context(), c)
				defer s.Close()
				from := newSource()
				from.limit = 500
				ended := onAir(t, s, from, "Ann")
				if err := s.SetTitle(t.Context(), "Ann", station.StreamTitle{Title: "Goodbye"}); err != nil {
					t.Error(err)
				}
				time.Sleep(3 * time.Second)
				l := tune(t, s)
				if err := <-ended; err != nil {
					t.Error(err)
				}
				time.Sleep(6 * time.Second)
				all, marked := heard(l.reader.Hub(), "Ann connected")
				silent := func(n int) bool { return n == 0 }
				loud := slices.DeleteFunc(all, silent)
				if !slices.Equal(marked, loud) || len(loud) < 450 {
					t.Errorf("%d frames of 500 are heard, %d are of the source", len(loud), len(marked))
				}
				for _, c := range l.reader.Hub().View().Chunks {
					if c.Live != nil && c.Live.Title.Title != "Goodbye" {
						t.Errorf("the title of the source is %q", c.Live.Title)
					}
				}
			})
		})
	}
}

// TestHangingSourceIsNotMarked checks that the silence of a station that lost
// its source belongs to nobody.
func TestHangingSourceIsNotMarked(t *testing.T) {
	for name, mode := range map[string]station.Mode{"passed on": station.ModeLive, "mixed": station.ModeBoth} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, sound := lists(mode, &book{})
				sound.level = 0
				if mode == station.ModeLive {
					c.Sound = nil
				}
				s := Start(t.Context(), c)
				defer s.Close()
				from := newSource()
				from.limit, from.hangAt, from.hang = 500, 300, 15*time.Second
				ended := onAir(t, s, from, "Ann")
				time.Sleep(3 * time.Second)
				l := tune(t, s)
				if err := <-ended; err != nil {
					t.Error(err)
				}
				time.Sleep(5 * time.Second)
				_, marked := heard(l.reader.Hub(), "Ann connected")
				silence := 0
				for _, n := range marked {
					if n == 0 {
						silence++
					}
				}
				if most := int((hangAfter + time.Second) / (24 * time.Millisecond)); silence > most || len(marked)-silence < 450 {
					t.Errorf("%d frames are of the source, with %d of silence", len(marked), silence)
				}
			})
		})
	}
}

func TestSourcesOfFrames(t *testing.T) {
	const block, length = 20 * time.Millisecond, 24 * time.Millisecond
	a, b := &hub.Live{Source: "a"}, &hub.Live{Source: "b"}
	s := &sources{}
	for _, live := range []*hub.Live{nil, nil, a, a, a, b, nil, a, nil, nil} {
		s.add(live)
	}
	var got []*hub.Live
	for s.sent < 10*block {
		got = append(got, s.of(length))
	}
	// a is audible from 63 to 123 ms, b to 143 ms, a again from 163 to 183 ms.
	want := []*hub.Live{nil, nil, a, a, a, b, a, a, nil}
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if s.last != nil || len(s.changes) > 0 {
		t.Errorf("%v left", s.changes)
	}
}

// TestSourceIsHeardBeforeTheNext connects a source while the end of the
// previous one is still buffered. All sound of the first source must be played
// and belong to it, and the second must follow at once.
func TestSourceIsHeardBeforeTheNext(t *testing.T) {
	for name, c := range map[string]struct {
		mode    station.Mode
		formats []string
		codec   frame.Codec   // of the second
		after   time.Duration // time after the end of the first source
	}{
		"beside the AutoDJ":      {station.ModeBoth, nil, frame.MP3, 0},
		"half a second later":    {station.ModeBoth, nil, frame.MP3, time.Second / 2},
		"alone":                  {station.ModeLive, []string{"aac"}, frame.MP3, 0},
		"alone, in another form": {station.ModeLive, nil, frame.AAC, 0},
		"passed through":         {station.ModeLive, nil, frame.MP3, 0},
		"passed through later":   {station.ModeLive, nil, frame.MP3, time.Second / 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &book{}
				config, _ := lists(c.mode, b)
				config.Station.Options.Formats = c.formats
				owners := map[string]int{}
				config.Tap = func(codec frame.Codec, c *hub.Chunk) {
					if c.Live != nil && codec == frame.MP3 {
						owners[c.Live.Source] += len(c.Data) / 384
					}
				}
				s := Start(t.Context(), config)
				time.Sleep(3 * time.Second)
				first, second := newSource(), newSource()
				first.limit, second.limit, second.codec = 500, 500, c.codec
				ended := onAir(t, s, first, "Ann")
				if err := s.SetTitle(t.Context(), "Ann", station.StreamTitle{Title: "Goodbye"}); err != nil {
					t.Error(err)
				}
				if err := <-ended; err != nil {
					t.Error(err)
				}
				time.Sleep(c.after)
				ended = onAir(t, s, second, "Ben")
				time.Sleep(time.Second)
				if now := s.Status().Now; now == nil || now.Title != "Goodbye" {
					t.Errorf("while the first is still heard: %+v", now)
				}
				time.Sleep(6 * time.Second)
				if now := s.Status().Now; now == nil || now.Title != "Test" || now.Artist != "Ben" {
					t.Errorf("while the second is heard: %+v", now)
				}
				if err := <-ended; err != nil {
					t.Error(err)
				}
				time.Sleep(8 * time.Second)
				s.Close()
				if n := owners["Ann connected"]; n < 500 || n > 502 {
					t.Errorf("%d of 500 frames of the first are heard", n)
				}
				if n := owners["Ben connected"]; n < 440 || n > 502 {
					t.Errorf("%d of 500 frames of the second are heard", n)
				}
				all := strings.Join(b.noted(), "\n")
				if strings.Count(all, "source: Ben is on air.") != 1 || strings.Contains(all, "heard again") || strings.Count(all, "took over") > 1 {
					t.Errorf("logged:\n%s", all)
				}
			})
		})
	}
}

// TestBroadcastGoesOnAfterAnInterruption checks that a DJ who comes back soon is on
// air since the beginning, also if the AutoDJ played in between, and that one who
// comes back later begins a new broadcast.
func TestBroadcastGoesOnAfterAnInterruption(t *testing.T) {
	for _, mode := range []station.Mode{station.ModeLive, station.ModeBoth} {
		t.Run(string(mode), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := lists(mode, &book{})
				c.Show = func(time.Time) string { return "Talk" }
				s := Start(t.Context(), c)
				defer s.Close()
				// broadcast returns since when a DJ is on air whose connection lasts for
				// 10 seconds, and checks the status while it is heard.
				broadcast := func(dj string) (since time.Time) {
					from := newSource()
					from.limit = 420
					ended := onAir(t, s, from, dj)
					for range 200 {
						time.Sleep(100 * time.Millisecond)
						switch status := s.Status(); {
						case status.State != station.StateLive:
						case status.DJ != dj || status.Since.IsZero() || !since.IsZero() && !since.Equal(status.Since):
							t.Errorf("%s is on air since %v, and was since %v", status.DJ, status.Since, since)
						case status.Show != "Talk":
							t.Errorf("the show is %q", status.Show)
						default:
							since = status.Since
						}
					}
					if err := <-ended; err != nil {
						t.Error(err)
					}
					return since
				}
				time.Sleep(3 * time.Second)
				first := broadcast("Ann")
				if again := broadcast("Ann"); !again.Equal(first) {
					t.Errorf("on air since %v, and was since %v", again, first)
				}
				time.Sleep(maxAway)
				later := broadcast("Ann")
				if !later.After(first.Add(maxAway)) {
					t.Errorf("%v later, she is on air since %v, and was since %v", maxAway, later, first)
				}
				if other := broadcast("Ben"); !other.After(later) {
					t.Errorf("the next DJ is on air since %v", other)
				}
			})
		})
	}
}
