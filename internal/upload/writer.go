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
	// quiet is how long a sender must have been silent before another may take
	// over.
	quiet = time.Second
	// patience is how long a request waits for that.
	patience = 3 * time.Second
	// look is how often it checks.
	look = 50 * time.Millisecond
)

// Body is the body of a request. A Read fails if it waits beyond the deadline.
type Body interface {
	io.Reader
	SetDeadline(at time.Time)
}

// writer is the request that is writing an upload. There is never more than one
// per upload.
type writer struct {
	now  func() time.Time
	done chan struct{}

	mu   sync.Mutex
	body Body // nil if no bytes follow
	last time.Time
	cut  bool
}

var errBusy = music.NewError(music.Conflict, "This upload is being sent by another request.")

// claim makes the caller the writer of an upload. It cuts off a sender that has
// gone quiet, so that a silently broken connection does not block others. It
// returns ErrBusy while another writer is active.
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

// tryClaim is claim without waiting. It returns nil while another writer is
// active.
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

// arrived records that bytes arrived, and extends the sender's deadline.
func (w *writer) arrived() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cut {
		return errCut
	}
	now := w.now()
	// Setting a deadline is slow; once a second is enough.
	if w.last.IsZero() || now.Sub(w.last) >= quiet/2 {
		w.body.SetDeadline(now.Add(stall))
	}
	w.last = now
	return nil
}

var errCut = errors.New("another request continues this upload")

// begin gives the sender time for the first byte.
func (w *writer) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = w.now()
	w.body.SetDeadline(w.last.Add(stall))
}

// cutIfQuiet cuts off a sender that has gone quiet.
func (w *writer) cutIfQuiet() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.body != nil && !w.cut && w.now().Sub(w.last) >= quiet {
		w.cut = true
		w.body.SetDeadline(w.now().Add(-time.Second))
	}
}
