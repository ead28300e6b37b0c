package tag

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"syscall"

	"sonora/internal/music"
)

const (
	headSize   = 16 << 10 // bytes; covers most tags without the picture, whose bytes a scan does not need
	windowSize = 10 << 10 // minimum bytes of a read elsewhere
	maxWindow  = 64 << 10 // maximum bytes of a peek outside the head
	windows    = 6        // a scan returns to the first and the last bytes of the audio
	maxKept    = 1 << 20  // bytes of a grown buffer that is kept for the next file
)

// errBeyond is returned for a range beyond the end of the file.
var errBeyond = errors.New("beyond the end of the file")

// source reads a file in few, bounded pieces. It never returns more bytes than
// the file has, so a broken size field cannot cause large allocations.
type source struct {
	r     io.ReaderAt
	size  int64
	head  []byte
	buf   *buffers
	close func() error
}

// buffers are reused between files, since a scan reads very many.
type buffers struct {
	head    [headSize]byte
	windows [windows]window // the last pieces read outside the head
	next    int             // index of the window to replace
	packet  []byte          // for Ogg packets, grown as needed
}

// window is a piece of a file.
type window struct {
	off int64
	b   []byte // grown as needed; empty if nothing was read
}

// at returns n bytes of the file at off, or nil if the window does not hold them.
func (w *window) at(off int64, n int) []byte {
	if off < w.off || off+int64(n) > w.off+int64(len(w.b)) {
		return nil
	}
	return w.b[off-w.off:][:n]
}

var bufferPool = sync.Pool{New: func() any { return new(buffers) }}

func openSource(path string) (*source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		err = unreadable(err)
	case !info.Mode().IsRegular():
		err = &FileError{Kind: music.UnreadableFile, Reason: music.Say("It is not a regular file.")}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	s, err := newSource(f, info.Size())
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	s.close = f.Close
	return s, nil
}

func newSource(r io.ReaderAt, size int64) (*source, error) {
	s := &source{r: r, size: size, buf: bufferPool.Get().(*buffers)}
	head := s.buf.head[:min(size, headSize)]
	if err := readFull(r, head, 0); err != nil {
		s.Close()
		return nil, err
	}
	s.head = head
	return s, nil
}

// Close releases the buffers; nothing peeked may be used afterwards. It ignores
// errors of closing, because the file was only read.
func (s *source) Close() {
	if cap(s.buf.packet) > maxKept {
		s.buf.packet = nil
	}
	for i := range s.buf.windows {
		s.buf.windows[i].b = s.buf.windows[i].b[:0]
	}
	bufferPool.Put(s.buf)
	s.buf, s.head = nil, nil
	if s.close != nil {
		_ = s.close()
	}
}

// peek returns n bytes at off, valid until the next call of peek.
func (s *source) peek(off int64, n int) ([]byte, error) {
	switch {
	case off < 0 || n < 0 || int64(n) > s.size-off:
		return nil, errBeyond
	case off+int64(n) <= int64(len(s.head)):
		return s.head[off : off+int64(n)], nil
	case n > maxWindow:
		return s.read(off, n)
	}
	for i := range s.buf.windows {
		if b := s.buf.windows[i].at(off, n); b != nil {
			return b, nil
		}
	}
	return s.load(off, n)
}

// load reads at least n bytes at off into the oldest window.
func (s *source) load(off int64, n int) ([]byte, error) {
	size := max(int64(n), min(windowSize, s.size))
	w := &s.buf.windows[s.buf.next]
	s.buf.next = (s.buf.next + 1) % windows
	w.off = min(off, s.size-size) // near the end, start earlier, because tails are read backwards
	w.b = slices.Grow(w.b[:0], int(size))[:size]
	if err := readFull(s.r, w.b, w.off); err != nil {
		w.b = w.b[:0]
		return nil, err
	}
	return w.at(off, n), nil
}

// read returns a copy of n bytes at off.
func (s *source) read(off int64, n int) ([]byte, error) {
	if off < 0 || n < 0 || int64(n) > s.size-off {
		return nil, errBeyond
	}
	b := make([]byte, n)
	if off+int64(n) <= int64(len(s.head)) {
		copy(b, s.head[off:])
		return b, nil
	}
	return b, readFull(s.r, b, off)
}

// ReadAt serves bytes in the head from memory.
func (s *source) ReadAt(p []byte, off int64) (int, error) {
	if off >= 0 && off+int64(len(p)) <= int64(len(s.head)) {
		return copy(p, s.head[off:]), nil
	}
	return s.r.ReadAt(p, off)
}

// windowed is a source whose small reads also load their surroundings. It
// implements mp4.Source.
type windowed struct{ *source }

// Peek implements mp4.Source.
func (w windowed) Peek(off int64, n int) ([]byte, error) { return w.peek(off, n) }

// Size implements mp4.Source.
func (w windowed) Size() int64 { return w.size }

// ReadAt implements io.ReaderAt.
func (w windowed) ReadAt(p []byte, off int64) (int, error) {
	b, err := w.peek(off, len(p))
	return copy(p, b), err
}

// readFull returns an error if the file has become shorter since it was opened.
func readFull(r io.ReaderAt, p []byte, off int64) error {
	n, err := r.ReadAt(p, off)
	switch {
	case n == len(p):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return &FileError{
			Kind:   music.UnreadableFile,
			Reason: music.Say("The file became shorter while it was read."),
			Err:    io.ErrUnexpectedEOF,
		}
	}
	return unreadable(err)
}

func unreadable(err error) *FileError {
	reason := music.Say("The file cannot be read.")
	switch {
	case errors.Is(err, fs.ErrPermission):
		reason = music.Say("The server may not read the file: permission denied.")
	case errors.Is(err, fs.ErrNotExist):
		reason = music.Say("The file is gone.")
	case errors.Is(err, syscall.EIO):
		reason = music.Say("The file cannot be read: %s.", music.Say("the disk reports an error"))
	}
	return &FileError{Kind: music.UnreadableFile, Reason: reason, Err: fmt.Errorf("read: %w", err)}
}
