package playout

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/codec/mpeg"
	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
	"sonora/internal/station"
)

// bodySound is the Sound of a station that sends a body soon after its start.
type bodySound struct {
	fakeSound

	clockMixer *clockMixer
}

func (s *bodySound) Mix(mix.Options, func(context.Context, mix.Need) *mix.Item) Mixer {
	return s.clockMixer
}

func (s *bodySound) Encode(ctx context.Context, _ frame.Codec, _ int) (Encoder, error) {
	e := &clockEncoder{fakeEncoder: fakeEncoder{frames: make(chan frame.Frame, 512), killed: make(chan struct{})}, lag: 2, prime: maxPrime}
	context.AfterFunc(ctx, e.Close)
	return e, nil
}

// clockFrames returns the position of each frame in a clockEncoder's stream, and
// which frames do not come from the body.
func clockFrames(t *testing.T, stream []byte) (at []int64, others []bool) {
	t.Helper()
	var rooms []byte
	for r := frame.NewReader(bytes.NewReader(stream), "audio/mpeg"); ; {
		f, err := r.Next()
		if err != nil {
			return at, others
		}
		_, side, ok := mpeg.ParseSide(f.Data)
		begins := len(rooms) - side.Back
		rooms = append(rooms, f.Data[clockHead:]...)
		if !ok || begins < 0 {
			t.Fatalf("frame %d cannot be decoded: %+v", len(at), side)
		}
		sound := rooms[begins:]
		at, others = append(at, int64(binary.BigEndian.Uint64(sound)&^(1<<56))), append(others, sound[0] == 1)
	}
}

// TestSourceTakesOverFromABody connects a source while a body is sent, then
// disconnects it. The source must be on air as soon as without a body, and
// every frame must be sent once and in order.
func TestSourceTakesOverFromABody(t *testing.T) {
	for name, slow := range map[string]int64{"with a fast decoder": 0, "with a slow one": mix.Rate} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &book{}
				sound := &bodySound{clockMixer: &clockMixer{slow: slow}}
				c, _ := lists(station.ModeBoth, b)
				c.Sound = func(context.Context, *station.Station) (Sound, error) { return sound, nil }
				var stream []byte
				owned := 0 // bytes of the source
				c.Tap = func(_ frame.Codec, c *hub.Chunk) {
					if stream = append(stream, c.Data...); c.Live != nil {
						owned += len(c.Data)
					}
				}
				s := Start(t.Context(), c)
				time.Sleep(10 * time.Second)
				from := newSource()
				from.limit = 500
				ended := onAir(t, s, from, "Ann")
				time.Sleep(jitter + 500*time.Millisecond)
				if got := s.Status().State; got != station.StateLive {
					t.Errorf("after %v it is %s", jitter+500*time.Millisecond, got)
				}
				if err := <-ended; err != nil {
					t.Error(err)
				}
				time.Sleep(20 * time.Second)
				s.Close()
				if sound.clockMixer.passed < 10*mix.Rate/mix.BlockFrames {
					t.Errorf("%d blocks came from the body", sound.clockMixer.passed)
				}
				at, others := clockFrames(t, stream)
				live := 0
				for i := range at {
					if want := int64(i) * mix.FrameGrid; at[i] != want {
						t.Fatalf("frame %d begins at %d instead of %d", i, at[i], want)
					}
					if others[i] {
						live++
					}
				}
				if sent := time.Duration(len(at)) * frameTime; sent < 41*time.Second {
					t.Errorf("%v were sent", sent)
				}
				if d := owned/384 - live; live < 440 || d < -3 || d > 3 {
					t.Errorf("%d frames are of the source, and %d have its sound", owned/384, live)
				}
			})
		})
	}
}

// slotMixer is a clockMixer that plays items of a minute.
type slotMixer struct {
	clockMixer

	ask    func(context.Context, mix.Need) *mix.Item
	next   *mix.Item
	events []mix.Event
	skips  int
}

func (m *slotMixer) Read(block []float32) {
	m.clockMixer.Read(block)
	m.events = nil
	if m.next == nil {
		m.next = m.ask(context.Background(), mix.Need{})
	}
	isOver := m.item == nil || m.skips > 0 || m.isBlend(m.clock)
	if !isOver || m.next.IsEarly(m.item == nil) {
		return
	}
	if m.item != nil {
		m.events = append(m.events, mix.Event{Kind: mix.Ended, Item: m.item})
	}
	m.events = append(m.events, mix.Event{Kind: mix.Started, Item: m.next, Seconds: 60})
	m.item, m.next, m.skips = m.next, nil, 0
}

func (m *slotMixer) Events() []mix.Event { return m.events }
func (m *slotMixer) Skip()               { m.skips++ }

// slotSound is the Sound of a station that sends bodies of songs.
type slotSound struct {
	bodySound

	mixer *slotMixer
}

func (s *slotSound) Mix(_ mix.Options, next func(context.Context, mix.Need) *mix.Item) Mixer {
	s.mixer = &slotMixer{ask: next}
	return s.mixer
}

// airings is a book that records when items begin.
type airings struct {
	book

	began map[string][]time.Time
}

func (a *airings) Aired(c *Choice, at time.Time, seconds float64) {
	a.book.Aired(c, at, seconds)
	a.mu.Lock()
	defer a.mu.Unlock()
	if n := len(a.began[c.ID]); n == 0 || !a.began[c.ID][n-1].Equal(at) {
		a.began[c.ID] = append(a.began[c.ID], at)
	}
}

// TestRestartOutOfABody restarts a server while it sends a body, shortly before
// a show with a hard start. Listeners must get all of the body up to the
// restart and new sound at once. No item may air or be logged twice, and the
// show must begin on time.
func TestRestartOutOfABody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &airings{began: map[string][]time.Time{}}
		c, _ := lists(station.ModeAutoDJ, &b.book)
		c.Keeper = b
		c.Station.Options.SilenceSeconds = 120 // the level of the body is unknown
		show := time.Now().Add(45 * time.Second)
		items := 0
		c.Next = func(context.Context, *station.Station, time.Time, []string) (*mix.Item, error) {
			items++
			choice := &Choice{ID: strconv.Itoa(items), Title: fmt.Sprint("Song ", items), Words: music.Say("it was its turn")}
			switch { // the second item was loaded when the server ended
			case items < 4:
				choice.Until = show
			case items == 4:
				choice.From = show
			}
			return &mix.Item{ID: choice.ID, Meta: choice}, nil
		}
		var stream []byte
		c.Tap = func(_ frame.Codec, c *hub.Chunk) { stream = append(stream, c.Data...) }
		start := func() (*Engine, *slotSound) {
			sound := &slotSound{}
			c.Sound = func(context.Context, *station.Station) (Sound, error) { return sound, nil }
			stream = nil
			return Start(t.Context(), c), sound
		}
		check := func(m *slotMixer) {
			t.Helper()
			at, _ := clockFrames(t, stream)
			for i := range at {
				if want := int64(i) * mix.FrameGrid; at[i] != want {
					t.Fatalf("frame %d begins at %d instead of %d", i, at[i], want)
				}
			}
			if missing := m.clock - int64(len(at))*mix.FrameGrid; missing >= mix.FrameGrid {
				t.Errorf("%d samples of the body were not sent", missing)
			}
		}

		s, sound := start()
		time.Sleep(30 * time.Second)
		s.Close()
		if sound.mixer.passed < 10*mix.Rate/mix.BlockFrames || !sound.mixer.passing {
			t.Fatalf("%d blocks came from the body, and it was left: %v", sound.mixer.passed, !sound.mixer.passing)
		}
		check(sound.mixer)

		s, _ = start()
		if err := s.EndBy(t.Context(), show); err != nil {
			t.Fatal(err)
		}
		l, began := tune(t, s), time.Now()
		if _, err := l.reader.Next(t.Context()); err != nil || time.Since(began) > 400*time.Millisecond {
			t.Errorf("the first sound came after %v, %v", time.Since(began), err)
		}
		time.Sleep(25 * time.Second)
		s.Close()
		for id, want := range map[string]int{"1": 1, "2": 0, "3": 1, "4": 1} {
			if n := len(b.began[id]); n != want {
				t.Errorf("item %s aired %d times", id, n)
			}
			n := 0
			for _, note := range b.noted() {
				if strings.Contains(note, "Song "+id+"”") {
					n++
				}
			}
			if n != want {
				t.Errorf("item %s was logged %d times:\n%s", id, n, strings.Join(b.noted(), "\n"))
			}
		}
		if at := b.began["4"]; len(at) == 1 && (at[0].Before(show) || at[0].Sub(show) > time.Second) {
			t.Errorf("the show of %s began at %s", show, at[0])
		}
	})
}
