package hls

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
)

// Others are the servers of a cluster. One of them, whichever took the lease
// first, makes the segments of a station, so that their numbers are the same
// everywhere. The others list and pass on its segments.
type Others interface {
	// Owns reports whether this server holds a lease.
	Owns(lease string) bool
	// Take acquires a lease that nobody holds, and reports whether this server
	// holds it now.
	Take(ctx context.Context, lease string) bool
	// Give releases a lease.
	Give(ctx context.Context, lease string)
	// Past sends a question to the holder of a lease, which answers it with
	// Service.Answer. Both are below a megabyte.
	Past(ctx context.Context, lease string, question []byte) ([]byte, error)
}

// Join makes this server a member of a cluster. Call it before all others.
func (s *Service) Join(others Others) { s.others = others }

// leaseKind begins the names of leases of segments.
const leaseKind = "segments-"

// isMine reports whether this server makes the segments of a station.
func (s *Service) isMine(id string) bool { return s.others == nil || s.others.Owns(leaseKind+id) }

// take acquires the segments of a station unless another server makes them.
func (r *recorder) take() bool {
	s := r.service
	if s.others == nil {
		return true
	}
	if !s.others.Take(s.ctx, leaseKind+r.id) {
		r.isCounting = false
		r.tape.tidy(s.Now())
		return false
	}
	if !r.isCounting {
		r.tape.skipTo(s.Now()) // the server before used numbers that are not known here
		r.isCounting = true
	}
	return true
}

// give lets another server make the segments.
func (r *recorder) give() {
	if s := r.service; s.others != nil {
		s.others.Give(context.WithoutCancel(s.ctx), leaseKind+r.id)
	}
}

const (
	// syncEvery is how often a copy looks for new segments.
	syncEvery = time.Second
	// maxIndex is how many segments an answer lists.
	maxIndex = 1000
	// maxAnswer is how many bytes of sound an answer holds.
	maxAnswer = 900 << 10
)

// question is what another server asks: for the segments after one, or for the
// sound of one.
type question struct {
	After   int64 `json:"after"`
	Segment int64 `json:"segment,omitempty"`
}

// index lists segments, at most maxIndex.
type index struct {
	First    int64      `json:"first"` // number of the first that is kept
	Segments []*segment `json:"segments"`
}

// Answer answers another server's question about the segments made here.
func (s *Service) Answer(ctx context.Context, lease string, asked []byte) ([]byte, error) {
	var q question
	id, isLease := strings.CutPrefix(lease, leaseKind)
	if err := json.Unmarshal(asked, &q); err != nil || !isLease || !idPattern.MatchString(id) {
		return nil, music.ErrNotFound
	}
	r := s.ensure(id, 0)
	r.ask()
	t, err := r.get(ctx)
	if err != nil {
		return nil, err
	}
	if q.Segment > 0 {
		seg, ok := t.find(q.Segment)
		if !ok || seg.Size > maxAnswer {
			return nil, music.ErrNotFound
		}
		return t.bytes(ctx, seg)
	}
	all := t.list(false)
	if len(all) == 0 {
		if err := r.failure(); err != nil {
			return nil, err
		}
		return json.Marshal(index{})
	}
	i := index{First: all[0].N}
	for _, seg := range all {
		if seg.N > q.After && len(i.Segments) < maxIndex {
			i.Segments = append(i.Segments, seg)
		}
	}
	return json.Marshal(i)
}

func (r *recorder) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// askOther sends a question to the server that makes the segments.
func (s *Service) askOther(ctx context.Context, id string, q question) ([]byte, error) {
	asked, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	return s.others.Past(ctx, leaseKind+id, asked)
}

// follow copies what another server makes until nobody needs it or this server
// makes the segments itself.
func (r *recorder) follow() {
	s := r.service
	r.tape = newTape("", Codec, s.Log)
	r.tape.fetch = func(ctx context.Context, n int64) ([]byte, error) { return s.askOther(ctx, r.id, question{Segment: n}) }
	defer r.end(s.copies)
	for isReady := false; s.ctx.Err() == nil && r.isWanted(); isReady = true {
		err := r.sync()
		isOver := s.isMine(r.id) || err != nil && s.others.Take(s.ctx, leaseKind+r.id)
		if isOver {
			err = errMine
		}
		r.mu.Lock()
		r.err = err
		r.mu.Unlock()
		if !isReady {
			r.opened = err
			close(r.ready)
		}
		r.tape.tell()
		if isOver || err != nil && !isReady {
			return
		}
		select {
		case <-s.ctx.Done():
		case <-time.After(syncEvery):
		}
	}
}

// sync copies the list of segments.
func (r *recorder) sync() error {
	for {
		answer, err := r.service.askOther(r.service.ctx, r.id, question{After: r.tape.last()})
		if err != nil {
			return err
		}
		var i index
		if err := json.Unmarshal(answer, &i); err != nil {
			return fmt.Errorf("read segments of another server: %w", err)
		}
		r.tape.adopt(&i)
		if len(i.Segments) < maxIndex {
			return nil
		}
	}
}

// last returns the number of the last segment; 0 for none.
func (t *tape) last() int64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if n := len(t.segments); n > 0 {
		return t.segments[n-1].N
	}
	return 0
}

// adopt takes over the list of another server.
func (t *tape) adopt(i *index) {
	t.mu.Lock()
	defer t.mu.Unlock()
	gone := 0
	for gone < len(t.segments) && t.segments[gone].N < i.First {
		gone++
	}
	t.segments = t.segments[gone:]
	for _, seg := range i.Segments {
		if n := len(t.segments); n == 0 || seg.N > t.segments[n-1].N {
			t.segments = append(t.segments, seg)
		}
	}
	for _, seg := range t.segments[:max(0, len(t.segments)-keptLive)] {
		seg.data = nil
	}
}

// fetched returns the sound of a segment of another server. Live segments
// stay in memory for the next listener.
func (t *tape) fetched(ctx context.Context, seg *segment) ([]byte, error) {
	t.fetching.Lock()
	defer t.fetching.Unlock()
	t.mu.RLock()
	data := seg.data
	t.mu.RUnlock()
	if data != nil {
		return data, nil
	}
	data, err := t.fetch(ctx, seg.N)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.segments); n > 0 && seg.N > t.segments[n-1].N-keptLive {
		seg.data = data
	}
	return data, nil
}
