package blob

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
)

// ErrStopped is returned to readers of a Growing file that will not become complete.
var ErrStopped = errors.New("the file stopped growing")

// Growing is a local file that is read while it is written. It is safe for
// concurrent use.
type Growing struct {
	Path string
	Size int64 // bytes, when it is complete

	mu    sync.Mutex
	have  int64 // bytes that can be read
	ended bool  // nothing more will come
	more  chan struct{}
}

// NewGrowing returns a file of which nothing is written yet.
func NewGrowing(path string, size int64) *Growing {
	return &Growing{Path: path, Size: size, more: make(chan struct{})}
}

// Grow reports that the first have bytes can be read.
func (g *Growing) Grow(have int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.have = max(g.have, min(have, g.Size))
	close(g.more)
	g.more = make(chan struct{})
}

// Finish reports that the file is complete.
func (g *Growing) Finish() { g.Grow(g.Size) }

// End reports that nothing more will come. It does nothing to nil.
func (g *Growing) End() {
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
func (g *Growing) wait(ctx context.Context, at int64) (have int64, err error) {
	for {
		g.mu.Lock()
		have, ended, more := g.have, g.ended, g.more
		g.mu.Unlock()
		if have > at {
			return have, nil
		}
		if ended {
			return 0, ErrStopped
		}
		select {
		case <-more:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// Open opens the file. Reads wait until the bytes exist or ctx ends.
func (g *Growing) Open(ctx context.Context) (io.ReadSeekCloser, error) {
	file, err := os.Open(g.Path)
	if err != nil {
		return nil, err
	}
	return &follower{ctx: ctx, file: file, of: g}, nil
}

// follower reads a Growing file.
type follower struct {
	ctx  context.Context //nolint:containedctx // io.Reader has none, and the reader belongs to one request
	file *os.File
	of   *Growing
	at   int64
}

// Read implements io.Reader.
func (f *follower) Read(p []byte) (int, error) {
	if f.at >= f.of.Size {
		return 0, io.EOF
	}
	have, err := f.of.wait(f.ctx, f.at)
	if err != nil {
		return 0, err
	}
	n, err := f.file.ReadAt(p[:min(int64(len(p)), have-f.at)], f.at)
	f.at += int64(n)
	return n, err
}

// Seek implements io.Seeker.
func (f *follower) Seek(offset int64, whence int) (int64, error) {
	at, err := Position(offset, whence, f.at, f.of.Size)
	if err != nil {
		return 0, err
	}
	f.at = at
	return at, nil
}

// Close implements io.Closer.
func (f *follower) Close() error { return f.file.Close() }
