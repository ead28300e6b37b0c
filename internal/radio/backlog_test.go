package radio

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/listen"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
)

// books is a historyStore that refuses all changes while err is set.
type books struct {
	err   error
	tries int
	has   []string
}

func (b *books) take(what ...string) error {
	if b.tries++; b.err == nil {
		b.has = append(b.has, what...)
	}
	return b.err
}

func (b *books) AddStationEvents(_ context.Context, events []station.LogEntry) error {
	var what []string
	for i := range events {
		what = append(what, events[i].Text.String())
	}
	return b.take(what...)
}

func (b *books) AddStationSessions(context.Context, []station.Session) error {
	return b.take("session")
}

func (b *books) StationPlayBegan(_ context.Context, p *station.Play) error { return b.take(p.Title) }

func (b *books) StationPlayEnded(context.Context, string, time.Time) error { return b.take("end") }

func (b *books) KeepStationCurve(context.Context, string, []int) error { return b.take("curve") }

// outage is a historyWriter whose store refuses changes, one station, and what it logs.
type outage struct {
	*historyWriter
	*books
	station *stationHistory
	log     bytes.Buffer
}

var errFull = music.NewError(music.Unavailable, "The disk is full.")

func newOutage(t *testing.T) *outage {
	t.Helper()
	o := &outage{books: &books{err: errFull}}
	s := &Service{Config: Config{Log: slog.New(slog.NewTextHandler(&o.log, nil))}, sessions: listen.NewSessions(time.Now, nil)}
	o.historyWriter = newHistoryWriter(s)
	o.store = o.books
	st := station.New()
	st.ID = "fm"
	o.station = o.forStation(&st)
	return o
}

// play puts a title on air, with a line in the log.
func (o *outage) play(t *testing.T, title string) {
	t.Helper()
	o.station.Began(playout.Play{ID: title, TrackID: title, Title: title})
	o.station.Note(playout.KindSource, music.Say(title+" is on air."))
	o.second(t)
}

// second does what the writer does in a second.
func (o *outage) second(t *testing.T) {
	t.Helper()
	for len(o.work) > 0 {
		o.do(t.Context(), <-o.work)
	}
	o.flush(t.Context())
}

// TestHistoryIsWrittenLate plays two songs while the disk is full.
func TestHistoryIsWrittenLate(t *testing.T) {
	o := newOutage(t)
	o.play(t, "One")
	o.heard(listen.Heard{Counted: true})
	for range 60 {
		o.second(t)
	}
	o.play(t, "Two")
	o.station.Ended(time.Now())
	o.second(t)
	if o.tries != 7 { // at once, and after 1, 3, 7, 15, 31 and 61 seconds
		t.Errorf("%d attempts", o.tries)
	}
	if log := o.log.String(); strings.Count(log, "\n") != 1 || !strings.Contains(log, "write station history failed") {
		t.Errorf("log of the outage:\n%s", log)
	}
	o.log.Reset()
	o.err = nil
	for range maxPause {
		o.second(t)
	}
	want := []string{"One", "One is on air.", "session", "Two", "Two is on air.", "end"}
	if !slices.Equal(o.has, want) {
		t.Errorf("written %q, want %q", o.has, want)
	}
	if log := o.log.String(); strings.Count(log, "\n") != 1 || !strings.Contains(log, `msg="station history is written again" entries=6`) {
		t.Errorf("log after the outage:\n%s", log)
	}
	o.play(t, "Three")
	if o.has = o.has[len(want):]; !slices.Equal(o.has, []string{"Three", "Three is on air."}) || o.lost.Load() != 0 {
		t.Errorf("then written %q, lost %d", o.has, o.lost.Load())
	}
}

// TestRefusedHistoryIsNotTriedAgain has the database take changes again, except for one.
func TestRefusedHistoryIsNotTriedAgain(t *testing.T) {
	o := newOutage(t)
	o.play(t, "One")
	c := o.station.change("write play", func(context.Context) error { return errors.New("bad row") })
	o.write(t.Context(), c)
	o.play(t, "Two")
	o.err = nil
	o.writeLate(t.Context())
	if want := []string{"One", "One is on air.", "Two", "Two is on air."}; !slices.Equal(o.has, want) || o.lost.Load() != 1 {
		t.Errorf("written %q, lost %d", o.has, o.lost.Load())
	}
	if log := o.log.String(); !strings.Contains(log, `msg="write play failed" station=fm error="bad row"`) || !strings.Contains(log, "entries=4") {
		t.Errorf("log:\n%s", log)
	}
}

// TestLongOutageKeepsWhatFits has an outage with more entries than are kept, which lasts
// until the server stops.
func TestLongOutageKeepsWhatFits(t *testing.T) {
	o := newOutage(t)
	for range maxPending/2 + 1 {
		o.play(t, "One")
	}
	if lost := o.lost.Load(); lost != 2 || o.late.entries != maxPending {
		t.Errorf("%d lost, %d are kept", lost, o.late.entries)
	}
	o.drain(t.Context())
	if lost := o.lost.Load(); lost != maxPending+2 || !strings.Contains(o.log.String(), "write station history failed before the server stopped") {
		t.Errorf("%d lost; log:\n%s", lost, o.log.String())
	}
}
