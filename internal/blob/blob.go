// Package blob stores bytes under keys, on disk or in an S3 bucket. Keys are
// relative paths with slashes. A key is never empty and never leaves its store.
package blob

import (
	"context"
	"io"
	"iter"
	"time"
)

// Store holds bytes under keys. It is safe for concurrent use. Errors wrap
// fs.ErrNotExist for a missing key, and ErrUnavailable if the store does not
// answer or is full.
type Store interface {
	// Put stores size bytes of r under a key and replaces what was there. When
	// it returns nil the bytes are durable; otherwise the key is unchanged. If
	// r has fewer than size bytes, Put returns io.ErrUnexpectedEOF.
	Put(ctx context.Context, key string, r io.Reader, size int64) error
	// Open returns the present bytes under a key. The caller closes the object;
	// reads may fail once ctx ends.
	Open(ctx context.Context, key string) (*Object, error)
	// Stat describes the bytes under a key.
	Stat(ctx context.Context, key string) (Info, error)
	// List yields every key that begins with prefix, once and in order. It ends
	// after an error.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
	// Delete removes a key. Deleting a missing key is not an error.
	Delete(ctx context.Context, key string) error
	// Link returns a URL at which anyone can GET the bytes, with ranges, until
	// it expires, or "" if the store has no URLs.
	Link(ctx context.Context, key string, o LinkOptions) (string, error)
	// LocalPath returns the path of the bytes on this machine, or "" if they are
	// not here.
	LocalPath(key string) string
	// String names the place without its secrets.
	String() string
}

// Info describes bytes in a store.
type Info struct {
	Key      string
	Size     int64
	ModTime  time.Time
	Checksum string // "sha256:HEX", or "" if the store does not know it
	Version  string // changes with the bytes; "" where only size and time tell
}

// Object is an open file or its equivalent in a bucket. If the bytes are
// replaced meanwhile, reads fail with ErrChanged or continue with the old
// bytes; they never mix. On disk, ReadSeekCloser is the *os.File itself: pass
// that field to http.ServeContent and the kernel sends the bytes.
type Object struct {
	Info
	io.ReadSeekCloser
	io.ReaderAt
}

// LinkOptions set how long a link is valid and which headers its response has.
type LinkOptions struct {
	Expires     time.Duration
	ContentType string
}
