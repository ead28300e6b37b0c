package listen

import (
	"errors"
	"syscall"
	"time"

	"sonora/internal/radio/hub"
)

const (
	maxPieces = 16
	maxWrite  = 512 << 10
)

// shard writes to a part of a room's listeners without waiting for any of them.
type shard struct {
	room    *room
	people  int // guarded by the room's lock, as is joining
	joining []*listener
	knock   chan struct{}

	parts     [parts]part
	filled    int  // number of parts filled so far
	immediate part // listeners written to at every chunk
	out       *rawWriter
}

// part is a group of listeners who are written to together.
type part struct {
	people []*listener
	served time.Time
}

func (s *shard) run() {
	defer s.room.server.working.Done()
	s.out = newRawWriter()
	again := time.NewTicker(often) // for what could not be sent at once when no chunk follows
	defer again.Stop()
	for {
		changed := s.room.hub.Changed()
		s.admit()
		gone, stopped := s.pass()
		if s.leave(gone) {
			return
		}
		if stopped {
			continue
		}
		select {
		case <-changed:
		case <-s.knock:
		case <-again.C:
		case <-s.room.server.stop:
		}
	}
}

// admit takes over new listeners, who were sent their burst already.
func (s *shard) admit() {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	for _, l := range s.joining {
		if l.isImmediate {
			s.immediate.people = append(s.immediate.people, l)
			continue
		}
		part := &s.parts[s.filled%parts]
		part.people = append(part.people, l)
		s.filled++
	}
	clear(s.joining)
	s.joining = s.joining[:0]
}

// leave counts listeners who left, and reports whether the shard is empty and
// removed.
func (s *shard) leave(gone int) bool {
	s.room.mu.Lock()
	s.people -= gone
	empty := s.people == 0
	s.room.mu.Unlock()
	return empty && s.room.retire(s)
}

// pass writes to the listeners who are due.
func (s *shard) pass() (gone int, stopped bool) {
	now := s.room.server.Now()
	v := s.room.hub.View()
	stopped = s.room.server.isStopped()
	interval := s.room.interval()
	gone = s.serve(&s.immediate, v, now, stopped)
	for i := range s.parts {
		part := &s.parts[i]
		if !stopped && !v.Closed && !isDue(i, now.Sub(part.served), interval, now) {
			continue
		}
		part.served = now
		gone += s.serve(part, v, now, stopped)
	}
	return gone, stopped
}

func (s *shard) serve(p *part, v *hub.View, now time.Time, stopped bool) (gone int) {
	kept := p.people[:0]
	for _, l := range p.people {
		reason := Stopped
		if !stopped {
			reason = s.send(l, v, now)
		}
		if reason == "" {
			kept = append(kept, l)
			continue
		}
		l.left(reason, now)
		gone++
	}
	clear(p.people[len(kept):])
	p.people = kept
	return gone
}

// send writes as much as the connection takes without blocking.
func (s *shard) send(l *listener, v *hub.View, now time.Time) Reason {
	if l.right.isRevoked() {
		return Revoked
	}
	if reason := l.judge(&l.cursor, v, now); reason != "" {
		return reason
	}
	for {
		pieces, after := l.gather(v, s.out.pieces[:0])
		if len(pieces) == 0 {
			l.taken = now // nothing was sent to them
			if l.atEnd(v) {
				return Ended
			}
			return ""
		}
		s.out.pieces = pieces
		n, err := s.out.write(l.raw)
		if errors.Is(err, syscall.ETIMEDOUT) {
			return Stalled // reported by the kernel, see limitUnacknowledged
		}
		if err != nil {
			return Gone
		}
		l.bytes += int64(n)
		s.room.server.bytes.Add(int64(n))
		if n < size(pieces) {
			l.advance(v, n)
			return l.took(n, now)
		}
		l.cursor = after
		l.took(n, now)
	}
}

func size(pieces [][]byte) (n int) {
	for _, piece := range pieces {
		n += len(piece)
	}
	return n
}
