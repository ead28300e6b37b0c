package stream

import (
	"context"
	"errors"
	"io"
	"math"
	"time"

	"sonora/internal/music"
)

const (
	// recheckEvery is how often a running response checks that its listener may
	// still hear the track. Together with the age of a cached permission, a
	// response ends at most maxKnownAge after the permission was lost, and
	// after recheckEvery if the event about that arrived.
	recheckEvery = 5 * time.Second
	// guardedPart is how many bytes are sent between two looks at the clock: a
	// few seconds of a slow listener.
	guardedPart = 128 << 10
)

var errRevoked = errors.New("the listener may not hear the track any more")

// guard ends a response when its listener loses the permission. A nil guard never
// ends a response.
type guard struct {
	mayHear func() bool // nil: always
	fetched func()      // counts the listener's device; nil if it does not count
	now     func() time.Time
	next    time.Time // when to check again
}

// watch returns a guard of a track for a response that begins now.
func (s *Service) watch(ctx context.Context, v music.Viewer, id string, o *Options) *guard {
	mayHear := func() bool {
		_, _, err := s.locate(ctx, v, id, s.now().Add(recheckEvery))
		if err == nil && o.Permit != nil {
			err = o.Permit(ctx)
		}
		code := music.CodeOf(err)
		return code != music.NotFound && code != music.Forbidden // a database that does not answer ends nothing
	}
	return &guard{mayHear: mayHear, fetched: s.fetches(v, id, o), now: s.now, next: s.now().Add(recheckEvery)}
}

// Guard ends the response with a source when the viewer may no longer hear the
// track it was made from.
func (s *Service) Guard(ctx context.Context, v music.Viewer, id string, source *Source) *Source {
	source.guard = s.watch(ctx, v, id, &Options{})
	return source
}

// check returns errRevoked once the listener has lost the permission.
func (g *guard) check() error {
	if g == nil {
		return nil
	}
	now := g.now()
	if now.Before(g.next) {
		return nil
	}
	g.next = now.Add(recheckEvery)
	if g.mayHear != nil && !g.mayHear() {
		return errRevoked
	}
	g.count()
	return nil
}

// count counts the listener's device.
func (g *guard) count() {
	if g != nil && g.fetched != nil {
		g.fetched()
	}
}

// copy copies src to dst in parts. Parts of a file stay readable with sendfile,
// which sees through one io.LimitedReader.
func (g *guard) copy(dst io.Writer, src io.Reader) (n int64, err error) {
	from, limited := src.(*io.LimitedReader) // as http.ServeContent passes
	if !limited {
		from = &io.LimitedReader{R: src, N: math.MaxInt64}
	}
	for from.N > 0 {
		if err := g.check(); err != nil {
			return n, err
		}
		part := min(from.N, guardedPart)
		copied, err := io.Copy(dst, &io.LimitedReader{R: from.R, N: part})
		n, from.N = n+copied, from.N-copied
		if err != nil || copied < part {
			return n, err
		}
	}
	return n, nil
}
