package ingest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// people is a Store in memory with one station and its DJs.
type people struct {
	mu      sync.Mutex
	station *station.Station
	djs     map[string]*station.DJ // by hash
	shows   []station.Show
	seen    []string
}

func (p *people) Station(_ context.Context, v music.Viewer, id string) (*station.Station, error) {
	if id != p.station.ID || !v.SignedIn() {
		return nil, music.ErrNotFound
	}
	return p.station, nil
}

func (p *people) find(is func(*station.DJ, string) bool) (*station.DJ, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for hash, d := range p.djs {
		if is(d, hash) {
			found := *d
			return &found, nil
		}
	}
	return nil, music.ErrNotFound
}

func (p *people) StationDJ(_ context.Context, _, id string) (*station.DJ, error) {
	return p.find(func(d *station.DJ, _ string) bool { return d.ID == id })
}

func (p *people) StationDJByPassword(_ context.Context, hash string) (*station.DJ, error) {
	return p.find(func(_ *station.DJ, h string) bool { return h == hash })
}

func (p *people) StationDJOfAccount(_ context.Context, _, account string) (*station.DJ, error) {
	return p.find(func(d *station.DJ, _ string) bool { return d.AccountID == account })
}

func (p *people) StationDJSeen(_ context.Context, id string, _ time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen = append(p.seen, id)
	return nil
}

func (p *people) StationShows(context.Context, string) ([]station.Show, error) {
	return p.shows, nil
}

// change alters the DJ nina.
func (p *people) change(alter func(*station.DJ)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	alter(p.djs[HashPassword(ninas)])
}

const (
	ninas = "ninaspassword"
)

func newPeople() *people {
	return &people{
		station: &station.Station{ID: "S1", Mount: "jazz", Name: "Jazz <FM>", Genre: "Jazz", Description: "All jazz", Mode: station.ModeBoth, TimeZone: "Europe/Madrid", OwnerID: "boss", IsPublic: true},
		djs:     map[string]*station.DJ{HashPassword(ninas): {ID: "D1", StationID: "S1", Name: "Nina", AccountID: "nina", AnyTime: true, IsEnabled: true}},
	}
}

// stage is a Stations that records its calls.
type stage struct {
	mu     sync.Mutex
	refuse error
	titles []station.StreamTitle
	limit  int           // frames to take; 0 for all
	pace   chan struct{} // receives a value before each frame; nil for no pacing
	shows  chan show     // receives a value when a source ends
	begun  chan Source
	heard  chan struct{} // receives a value when a source is on air
	off    []string
	mounts []Mount
	hidden []Mount
}

// show is what a source sent.
type show struct {
	pass   Pass
	source Source
	frames int
	bytes  int
	titles []station.StreamTitle // in the stream
	err    error                 // from the source
	cause  error
}

func newStage() *stage {
	return &stage{shows: make(chan show, 100), begun: make(chan Source, 100), heard: make(chan struct{}, 100)}
}

func (d *stage) Admit(context.Context, Pass) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.refuse
}

// set sets what Admit returns.
func (d *stage) set(refuse error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refuse = refuse
}

func (d *stage) GoOnAir(ctx context.Context, p Pass, s Source) error {
	d.begun <- s
	out := show{pass: p, source: s}
	for d.limit == 0 || out.frames < d.limit {
		if d.pace != nil {
			select {
			case <-d.pace:
			case <-ctx.Done():
				out.cause = context.Cause(ctx)
				d.shows <- out
				return out.cause
			}
		}
		f, err := s.Frames.Next()
		if err != nil {
			out.err = err
			break
		}
		if out.frames == 0 {
			s.OnAir()
			d.heard <- struct{}{}
		}
		if f.Title != nil {
			out.titles = append(out.titles, *f.Title)
		}
		out.frames++
		out.bytes += len(f.Data)
	}
	out.cause = context.Cause(ctx)
	d.shows <- out
	if errors.Is(out.err, io.EOF) {
		return nil
	}
	return out.err
}

func (d *stage) SetTitle(_ context.Context, _ Pass, t station.StreamTitle) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.titles = append(d.titles, t)
	return nil
}

func (d *stage) said() []station.StreamTitle {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.titles)
}

func (d *stage) Disconnect(_ context.Context, id string) error {
	d.off = append(d.off, id)
	return nil
}

func (d *stage) Mounts(_ context.Context, hidden bool) ([]Mount, error) {
	if hidden {
		return append(slices.Clone(d.mounts), d.hidden...), nil
	}
	return d.mounts, nil
}

func (d *stage) Listeners(context.Context, string, int) ([]Listener, error) {
	return []Listener{{ID: "1", Address: "203.0.113.9", Agent: "mpv <0.35>", Since: time.Now().Add(-time.Minute)}}, nil
}

// port is a running server on a radio port and a main port.
type port struct {
	*Server
	store       *people
	stations    *stage
	radio, main string
}

func open(t *testing.T, change ...func(*Config)) *port {
	t.Helper()
	store, stations := newPeople(), newStage()
	c := Config{
		Stations: stations, Guard: &Guard{Store: store}, Log: slog.New(slog.DiscardHandler), Version: "test",
		Listeners: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "listen to "+r.URL.Path) }),
		Account: func(_ context.Context, email, secret string) (music.Viewer, error) {
			switch {
			case email == "boss@music.example" && secret == "secret":
				return music.Viewer{AccountID: "boss", Role: music.Creator}, nil
			case email == "admin@music.example" && secret == "secret":
				return music.Viewer{AccountID: "admin", Role: music.Admin}, nil
			}
			return music.Viewer{}, music.ErrUnauthenticated
		},
	}
	for _, f := range change {
		f(&c)
	}
	p := &port{Server: New(c), store: store, stations: stations}
	p.radio = serving(t, func(ctx context.Context, l net.Listener) error { return p.Serve(ctx, l) })
	p.main = serving(t, func(ctx context.Context, l net.Listener) error {
		server := &http.Server{ReadHeaderTimeout: headTime, Handler: p.Around(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "main "+r.Method+" "+r.URL.Path)
		}))}
		context.AfterFunc(ctx, func() { server.Close() })
		_ = server.Serve(p.Wrap(l))
		return nil
	})
	t.Cleanup(p.Close)
	return p
}

// serving runs a server on a separate port until the test ends.
func serving(t *testing.T, serve func(context.Context, net.Listener) error) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	attend(t, l, serve)
	return l.Addr().String()
}

// behind serves the next port, where SHOUTcast v1 clients connect; false if it is
// not free.
func (p *port) behind(t *testing.T, address string) bool {
	t.Helper()
	host, text, _ := net.SplitHostPort(address)
	number, _ := strconv.Atoi(text)
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(number+1)))
	if err == nil {
		attend(t, l, p.Serve)
	}
	return err == nil
}

// attend serves connections until the test ends.
func attend(t *testing.T, l net.Listener, serve func(context.Context, net.Listener) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// sound returns a number of MP3 frames of 128 kbit/s.
func sound(frames int) []byte {
	one := make([]byte, 417)
	copy(one, []byte{0xff, 0xfb, 0x90, 0x00})
	return bytes.Repeat(one, frames)
}

func (p *port) over(t *testing.T) show {
	t.Helper()
	select {
	case s := <-p.stations.shows:
		return s
	case <-time.After(time.Minute): // programs are slow on a busy machine
		t.Fatal("the source does not end")
		return show{}
	}
}

// waitUntilFree waits until no station is reserved for a source, which is shortly
// after the last one left the air.
func (p *port) waitUntilFree(t *testing.T) {
	t.Helper()
	isFree := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(p.starting)+len(p.onAir) == 0
	}
	for end := time.Now().Add(time.Minute); !isFree(); runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatal("a station stays reserved")
		}
	}
}
