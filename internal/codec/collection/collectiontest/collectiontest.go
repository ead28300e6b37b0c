// Package collectiontest has what the tests of the DJ programs' codecs share.
package collectiontest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"sonora/internal/codec/collection"
)

// Recorder writes down what it receives.
type Recorder struct{ text strings.Builder }

// Track implements collection.Sink.
func (r *Recorder) Track(t *collection.Track) error {
	fmt.Fprintf(&r.text, "%s %q by %q on %q %gs %gbpm at %s\n", t.Key, t.Title, t.Artist, t.Album, t.Duration, t.BPM, t.Location)
	if t.Cue != nil {
		r.line(" cue %.3f", *t.Cue)
	}
	for _, c := range t.HotCues {
		r.line(" hot %d %.3f %s %s", c.Slot, c.At, c.Name, c.Color)
	}
	for _, c := range t.Memory {
		r.line(" memory %.3f %s", c.At, c.Name)
	}
	for _, l := range t.Loops {
		r.line(" loop %.3f-%.3f %s", l.From, l.To, l.Name+pad(l))
	}
	for _, p := range t.Grid {
		r.line(" tempo %.3f %.3f %d/%d", p.At, p.BPM, p.Beat, p.Meter)
	}
	return nil
}

// Playlist implements collection.Sink.
func (r *Recorder) Playlist(p *collection.Playlist) error {
	by := ""
	if p.ByLocation {
		by = ", by location"
	}
	r.line("list %s%s: %s", strings.Join(append(p.Folders, p.Name), "/"), by, strings.Join(p.Tracks, " "))
	return nil
}

func (r *Recorder) line(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	r.text.WriteString(line[:1] + strings.Join(strings.Fields(line[1:]), " ") + "\n") // without what is missing
}

// Check compares what was received with what should have been.
func (r *Recorder) Check(t *testing.T, want string) {
	t.Helper()
	if got := strings.TrimSpace(r.text.String()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Fuzz parses a file. A codec may refuse it, but must not return marks that are
// impossible.
func Fuzz(t *testing.T, b []byte, parse func(io.Reader, collection.Sink) error) {
	if err := parse(bytes.NewReader(b), sane{t}); err != nil && !errors.Is(err, collection.ErrFormat) {
		t.Errorf("%v", err)
	}
}

// Sane fails the test at impossible marks.
func Sane(t *testing.T, track *collection.Track) {
	ok := func(at float64) bool { return at >= 0 && !math.IsInf(at, 0) }
	for _, c := range track.HotCues {
		if !ok(c.At) || c.Slot < 0 {
			t.Errorf("hot cue %+v", c)
		}
	}
	for _, l := range track.Loops {
		if !ok(l.From) || !(l.To > l.From) || math.IsInf(l.To, 0) {
			t.Errorf("loop %+v", l)
		}
	}
	for i, p := range track.Grid {
		if math.IsNaN(p.At) || !(p.BPM >= 20 && p.BPM <= 400) || i > 0 && !(p.At > track.Grid[i-1].At) {
			t.Errorf("tempo %+v", p)
		}
	}
}

type sane struct{ t *testing.T }

func (s sane) Track(t *collection.Track) error {
	Sane(s.t, t)
	return nil
}

func (s sane) Playlist(p *collection.Playlist) error {
	for _, key := range p.Tracks {
		if key == "" {
			s.t.Error("an entry without a track")
		}
	}
	return nil
}

func pad(l collection.Loop) string {
	if l.Pad == nil {
		return ""
	}
	return fmt.Sprint(" on pad ", *l.Pad)
}
