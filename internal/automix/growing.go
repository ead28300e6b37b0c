package automix

import (
	"context"
	"sync"
)

// growing is the file of a sound that is being made. It is safe for concurrent use.
type growing struct {
	path string
	size int64 // bytes, when it is complete

	mu    sync.Mutex
	have  int64 // bytes that can be read
	ended bool  // nothing more will come
	more  chan struct{}
}

// begin begins the sound of an automix, in an empty file.
func (w *work) begin(path string, size int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sound = &growing{path: path, size: size, more: make(chan struct{})}
}

// grow reports that the first have bytes can be read.
func (g *growing) grow(have int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.have = max(g.have, min(have, g.size))
	close(g.more)
	g.more = make(chan struct{})
}

// finish reports that the sound is complete.
func (g *growing) finish() { g.grow(g.size) }

// end reports that nothing more will come.
func (g *growing) end() {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.ended {
		g.ended = true
		close(g.more)
	}
}

// wait waits until the byte at a position can be read, and returns how many bytes can
// be read.
func (g *growing) wait(ctx context.Context, at int64) (have int64, err error) {
	for {
		g.mu.Lock()
		have, ended, more := g.have, g.ended, g.more
		g.mu.Unlock()
		if have > at {
			return have, nil
		}
		if ended {
			return 0, errStopped
		}
		select {
		case <-more:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}
