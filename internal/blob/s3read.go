package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
)

const (
	peekSize     = 64 << 10  // read on opening, and by small reads elsewhere
	peeks        = 4         // kept per open object: head, tail and two in between
	firstStretch = 256 << 10 // of sequential reading; each further stretch is twice as long
	maxStretch   = 16 << 20
	drainLimit   = 256 << 10 // read up to this much rather than lose the connection
	maxCuts      = 5         // in a row without a byte in between
	cutBackOff   = 100 * time.Millisecond
)

// Open requests the first bytes. The response also describes the object.
func (s *S3) Open(ctx context.Context, key string) (*Object, error) {
	name, err := s.object(ctx, key)
	if err != nil {
		return nil, err
	}
	o := &s3Object{s: s, ctx: ctx, key: key, name: name}
	info, err := o.begin()
	if err != nil {
		return nil, err
	}
	return &Object{Info: info, ReadSeekCloser: o, ReaderAt: o}, nil
}

// s3Object reads one version of an object, identified by its ETag. It reopens
// an interrupted connection where it broke.
type s3Object struct {
	s         *S3
	ctx       context.Context
	key, name string
	etag      string
	size      int64

	// Sequential reading, for one goroutine.
	off     int64
	body    io.ReadCloser
	left    int64 // bytes left in body
	stretch int64 // length of the next body
	cuts    int

	mu   sync.Mutex
	seen []peek // most recent last
}

// peek is a piece of the object held in memory.
type peek struct {
	off int64
	b   []byte
}

// begin reads the head. An empty object has no range to request.
func (o *s3Object) begin() (Info, error) {
	var head peek
	for cuts := 0; ; cuts++ {
		body, object, header, err := o.get(0, peekSize)
		if answer, ok := errors.AsType[minio.ErrorResponse](err); ok && answer.StatusCode == http.StatusRequestedRangeNotSatisfiable {
			return o.s.Stat(o.ctx, o.key)
		}
		if err != nil {
			return Info{}, o.s.errorOf(o.ctx, "open", o.key, err)
		}
		o.etag, o.size = object.ETag, wholeSize(header, object.Size)
		head.b = make([]byte, min(o.size, peekSize))
		_, err = io.ReadFull(body, head.b)
		if closeErr := body.Close(); err == nil && closeErr == nil {
			o.seen = []peek{head}
			return s3Info(o.key, object, o.size), nil
		}
		if err := o.pause(cuts, err); err != nil {
			return Info{}, err
		}
	}
}

// wholeSize returns the size of the object whose part is in a response.
func wholeSize(h http.Header, length int64) int64 {
	if _, total, ok := strings.Cut(h.Get("Content-Range"), "/"); ok {
		if n, err := strconv.ParseInt(total, 10, 64); err == nil {
			return n
		}
	}
	return length
}

// get requests n bytes at off of the opened version.
func (o *s3Object) get(off, n int64) (io.ReadCloser, minio.ObjectInfo, http.Header, error) {
	options := minio.GetObjectOptions{}
	options.Set("Range", fmt.Sprintf("bytes=%d-%d", off, off+n-1))
	if o.etag != "" {
		options.Set("If-Match", `"`+o.etag+`"`)
	}
	body, info, header, err := o.s.client.GetObject(o.ctx, o.s.address.Bucket, o.name, options)
	if err == nil && o.etag != "" && info.ETag != o.etag { // the server does not support If-Match
		return nil, info, nil, errors.Join(ErrChanged, body.Close())
	}
	return body, info, header, err
}

// pause waits before another attempt, or returns an error after too many.
func (o *s3Object) pause(cuts int, cause error) error {
	if cuts >= maxCuts {
		return fmt.Errorf("read %s in %s: %w: %w", o.key, o.s, ErrUnavailable, cause)
	}
	select {
	case <-time.After(cutBackOff << cuts):
		return nil
	case <-o.ctx.Done():
		return o.ctx.Err()
	}
}

// Read reads sequentially and resumes after interrupted connections.
func (o *s3Object) Read(p []byte) (int, error) {
	if o.off >= o.size {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	if o.body == nil {
		if n := o.remembered(p, o.off); n > 0 {
			o.off += int64(n)
			return n, nil
		}
	}
	for {
		n, err := o.readBody(p)
		if n > 0 {
			o.off += int64(n)
			o.cuts = 0
			return n, nil
		}
		if errors.Is(err, ErrChanged) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrUnavailable) || o.ctx.Err() != nil {
			return 0, err
		}
		if err := o.pause(o.cuts, err); err != nil {
			return 0, err
		}
		o.cuts++
	}
}

// readBody reads from the current response or requests the next stretch.
func (o *s3Object) readBody(p []byte) (int, error) {
	if o.body == nil {
		o.stretch = min(max(2*o.stretch, firstStretch), maxStretch)
		n := min(o.stretch, o.size-o.off)
		body, _, _, err := o.get(o.off, n)
		if err != nil {
			return 0, o.s.errorOf(o.ctx, "read", o.key, err)
		}
		o.body, o.left = body, n
	}
	n, err := o.body.Read(p[:min(int64(len(p)), o.left)])
	o.left -= int64(n)
	if err != nil || o.left == 0 {
		o.drop()
		o.left = 0
	}
	if n == 0 && (err == nil || errors.Is(err, io.EOF)) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// drop closes the current response. It first reads a short remainder to keep
// the connection alive.
func (o *s3Object) drop() {
	if o.body == nil {
		return
	}
	if o.left <= drainLimit {
		_, _ = io.CopyN(io.Discard, o.body, o.left+1)
	}
	_ = o.body.Close() // errors of Close do not matter after reading
	o.body = nil
}

// Seek sets where Read continues.
func (o *s3Object) Seek(offset int64, whence int) (int64, error) {
	to, err := Position(offset, whence, o.off, o.size)
	if err != nil {
		return 0, fmt.Errorf("seek in %s: %w", o.key, err)
	}
	if to != o.off {
		o.drop()
		o.off, o.stretch = to, 0
	}
	return to, nil
}

// Close ends reading.
func (o *s3Object) Close() error {
	o.drop()
	return nil
}

// ReadAt serves small reads from a few larger pieces kept in memory, because
// readers of headers return to the same places.
func (o *s3Object) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, fmt.Errorf("read %s: %w", o.key, fs.ErrInvalid)
	}
	want := p[:max(0, min(int64(len(p)), o.size-off))]
	n := o.remembered(want, off)
	for n < len(want) {
		at := off + int64(n)
		if len(want)-n >= peekSize {
			m, err := o.fetch(want[n:], at)
			if err != nil {
				return n, err
			}
			n += m
			continue
		}
		if err := o.look(at); err != nil {
			return n, err
		}
		n += o.remembered(want[n:], at)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// remembered copies bytes from the pieces in memory.
func (o *s3Object) remembered(p []byte, off int64) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, w := range o.seen {
		if off >= w.off && off < w.off+int64(len(w.b)) {
			return copy(p, w.b[off-w.off:])
		}
	}
	return 0
}

// look loads a piece around off into memory. Near the end of the object it
// starts earlier, because tails are read backwards.
func (o *s3Object) look(off int64) error {
	start := max(0, min(off, o.size-peekSize))
	w := peek{start, make([]byte, min(peekSize, o.size-start))}
	if _, err := o.fetch(w.b, start); err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.seen) >= peeks {
		o.seen = append(o.seen[:1], o.seen[2:]...) // keep the head
	}
	o.seen = append(o.seen, w)
	return nil
}

// fetch fills p with the bytes at off.
func (o *s3Object) fetch(p []byte, off int64) (n int, err error) {
	for cuts := 0; ; cuts++ {
		body, _, _, err := o.get(off+int64(n), int64(len(p)-n))
		if err != nil {
			return n, o.s.errorOf(o.ctx, "read", o.key, err)
		}
		m, err := io.ReadFull(body, p[n:])
		_ = body.Close() // errors of Close do not matter after reading
		if n += m; n == len(p) {
			return n, nil
		}
		if m > 0 {
			cuts = 0
		}
		if err := o.pause(cuts, err); err != nil {
			return n, err
		}
	}
}
