package hls

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// Window is the part of a station's past that listeners can rewind to.
type Window struct {
	From, To time.Time // zero if nothing is kept
	Titles   []Titled  // what was on air, oldest first
}

// Titled is a title and when it began.
type Titled struct {
	At time.Time
	station.StreamTitle
}

// Window returns how far back a station goes.
func (s *Service) Window(ctx context.Context, id string) (Window, error) {
	t, err := s.tapeOf(ctx, id)
	if errors.Is(err, music.ErrNotFound) {
		return Window{Titles: []Titled{}}, nil
	}
	if err != nil {
		return Window{}, err
	}
	segments := t.list(false)
	if len(segments) == 0 {
		return Window{Titles: []Titled{}}, nil
	}
	w := Window{From: segments[0].At, To: segments[len(segments)-1].end(), Titles: []Titled{}}
	for _, m := range t.titles() {
		w.Titles = append(w.Titles, Titled(m))
	}
	return w, nil
}

// tapeOf returns the tape of a station if something is kept.
func (s *Service) tapeOf(ctx context.Context, id string) (*tape, error) {
	if !idPattern.MatchString(id) {
		return nil, music.ErrNotFound
	}
	r, err := s.known(id)
	if err != nil {
		if _, missing := os.Stat(s.folder(id)); missing != nil {
			return nil, err
		}
		r = s.ensure(id, 0)
	}
	_, t, err := s.open(ctx, r)
	return t, err
}

var errNotKept = music.NewError(music.NotFound, "The station does not go back that far.")

// Past returns the sound of a station from a moment on, in a hub of its own.
// The hub is filled at playback speed, a few seconds ahead, until ctx ends.
// Times at which the station was off air are skipped.
func (s *Service) Past(ctx context.Context, id string, from time.Time) (*hub.Hub, error) {
	t, err := s.tapeOf(ctx, id)
	if err != nil {
		return nil, errNotKept
	}
	first, _ := t.after(from)
	if first == nil {
		return nil, errNotKept
	}
	h := hub.New(t.codec)
	p := &past{tape: t, hub: h, keepAlive: s.keepAlive(id)}
	ready := make(chan struct{})
	s.work.Go(func() { p.run(ctx, s.ctx, first, ready) })
	<-ready
	return h, nil
}

func (s *Service) keepAlive(id string) func() {
	return func() {
		if r, err := s.known(id); err == nil {
			r.ask()
		}
	}
}

// past fills a hub with past sound.
type past struct {
	tape      *tape
	hub       *hub.Hub
	keepAlive func()
	seq       uint64
	title     *station.StreamTitle
	sent      time.Duration
	began     time.Time
}

// pastBurst is how far the hub is ahead of the listener.
const pastBurst = 2 * segmentTime

// Burst is how much a listener of Past is sent at once, so that they start at
// its beginning.
const Burst = 16 * time.Second

func (p *past) run(ctx, server context.Context, next *segment, ready chan<- struct{}) {
	defer p.hub.Close()
	p.began = time.Now()
	isReady := false
	signalReady := func() {
		if !isReady {
			isReady = true
			close(ready)
		}
	}
	defer signalReady()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		ahead := p.sent - time.Since(p.began)
		if ahead > pastBurst {
			signalReady()
			timer.Reset(ahead - pastBurst)
			select {
			case <-timer.C:
			case <-ctx.Done():
				return
			case <-server.Done():
				return
			}
		}
		if !p.append(ctx, next) {
			return
		}
		p.keepAlive()
		n := next.N
		for next = nil; next == nil; {
			var changed <-chan struct{}
			if next, changed = p.tape.following(n); next != nil {
				break
			}
			signalReady()
			select {
			case <-changed:
			case <-ctx.Done():
				return
			case <-server.Done():
				return
			}
		}
	}
}

// append adds a segment to the hub.
func (p *past) append(ctx context.Context, next *segment) bool {
	data, err := p.tape.bytes(ctx, next)
	if err != nil {
		return false
	}
	if n := len(next.Titles); n > 0 {
		p.title = &next.Titles[n-1].StreamTitle
	} else if p.title == nil {
		p.title = p.tape.titleAt(next.At)
	}
	p.seq++
	p.hub.Append(&hub.Chunk{Seq: p.seq, At: next.At, Duration: next.length(), Data: data, Key: true, Title: p.title})
	p.sent += next.length()
	return true
}

// titleAt returns the title at a moment, or nil if it is unknown.
func (t *tape) titleAt(at time.Time) *station.StreamTitle {
	marks := t.titles()
	for i, m := range slices.Backward(marks) {
		if !m.At.After(at) {
			return &marks[i].StreamTitle
		}
	}
	return nil
}
