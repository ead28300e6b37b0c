package listen

import (
	"errors"
	"net/http"
	"os"
	"time"

	"sonora/internal/radio/hub"
)

// sink is what a listener with a goroutine of their own is written to.
type sink interface {
	Write(b []byte) (int, error)
	SetWriteDeadline(t time.Time) error
}

// follow writes to one listener until they leave or done is closed.
func (s *Server) follow(r *room, l *listener, out sink, done <-chan struct{}) {
	for {
		changed := r.hub.Changed()
		v := r.hub.View()
		now := s.Now()
		reason := l.judge(&l.cursor, v, now)
		if l.right.isRevoked() {
			reason = Revoked
		}
		if reason == "" && (v.Closed || l.hurries() || l.lag(v) >= r.interval()) {
			reason = s.push(l, v, out)
		}
		if reason != "" {
			l.left(reason, s.Now())
			return
		}
		select {
		case <-changed:
		case <-done:
			l.left(Gone, s.Now())
			return
		case <-s.stop:
			l.left(Stopped, s.Now())
			return
		}
	}
}

// hurries reports whether something has to be sent without waiting for the next
// round.
func (l *listener) hurries() bool { return l.isImmediate || len(l.pending) > 0 || l.chunk == nil }

// push writes everything there is, one piece at a time, so that each piece has
// a fair deadline.
func (s *Server) push(l *listener, v *hub.View, out sink) Reason {
	const maxPiece = 16 << 10
	for {
		piece := l.piece(v)
		if len(piece) == 0 {
			if f, ok := out.(interface{ FlushError() error }); ok && f.FlushError() != nil {
				return Gone
			}
			if l.atEnd(v) {
				return Ended
			}
			return ""
		}
		piece = piece[:min(len(piece), maxPiece)]
		if err := out.SetWriteDeadline(s.Now().Add(maxStall)); err != nil {
			return Gone
		}
		n, err := out.Write(piece)
		l.take(n)
		l.bytes += int64(n)
		s.bytes.Add(int64(n))
		l.took(n, s.Now())
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return Stalled
		}
		if err != nil {
			return Gone
		}
	}
}

// shared is the sink of a request that shares its connection with others
// (HTTP/2).
type shared struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (s shared) SetWriteDeadline(t time.Time) error {
	if err := s.control.SetWriteDeadline(t); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

func (s shared) FlushError() error {
	if err := s.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
