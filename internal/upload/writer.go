package upload

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"sonora/internal/music"
)

const (
	// stall is how long a sender may send nothing.
	stall = 60 * time.Second
	// quiet is how long nothing comes from a sender before another may take over.
	quiet = time.Second
	// patience is how long another waits for that.
	patience = 3 * time.Second
	// look is how often it looks.
	look = 50 * time.Millisecond
)

// Body is what a sender sends. A Read that waits longer than until the
// deadline fails.
type Body interface {
	io.Reader
	SetDeadline(at time.Time)
}

// writer is who works on an upload; there is never more than one.
type writer struct {
	now  func() time.Time
	done chan struct{}

	mu   sync.Mutex
	body Body // nil when no bytes are to come
	last time.Time
	cut  bool
}

var errBusy = music.NewError(music.Conflict, "This upload is being sent by another request.")

// claim makes the caller the one who works on an upload. A sender from whom
// nothing comes any more is cut off: a connection that broke without a word
// does not keep anybody from going on. ErrBusy when somebody is at it.
func (s *Service) claim(ctx context.Context, id string, body Body) (*writer, error) {
	mine := &writer{now: s.now, done: make(chan struct{}), body: body, last: s.now()}
	deadline := time.NewTimer(s.patience)
	defer deadline.Stop()
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		s.mu.Lock()
		other := s.writers[id]
		if other == nil {
			s.writers[id] = mine
		}
		s.mu.Unlock()
		if other == nil {
			return mine, nil
		}
		other.cutIfQuiet()
		select {
		case <-other.done:
		case <-ticker.C:
		case <-deadline.C:
			return nil, errBusy.Because(ErrBusy)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// tryClaim is claim without waiting; nil when somebody is at it.
func (s *Service) tryClaim(id string) *writer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writers[id] != nil {
		return nil
	}
	w := &writer{now: s.now, done: make(chan struct{})}
	s.writers[id] = w
	return w
}

func (s *Service) release(id string, w *writer) {
	s.mu.Lock()
	delete(s.writers, id)
	s.mu.Unlock()
	close(w.done)
}

// arrived notes that something came, and gives the sender time for more.
func (w *writer) arrived() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cut {
		return errCut
	}
	now := w.now()
	// Setting a deadline takes a while: once a second is enough.
	if w.last.IsZero() || now.Sub(w.last) >= quiet/2 {
		w.body.SetDeadline(now.Add(stall))
	}
	w.last = now
	return nil
}

var errCut = errors.New("another request goes on with this upload")

// begin gives the sender time for the first byte.
func (w *writer) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = w.now()
	w.body.SetDeadline(w.last.Add(stall))
}

func (w *writer) cutIfQuiet() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.body != nil && !w.cut && w.now().Sub(w.last) >= quiet {
		w.cut = true
		w.body.SetDeadline(w.now().Add(-time.Second))
	}
}
