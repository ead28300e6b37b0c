// Package blob keeps bytes under keys, on the disk or in an S3 bucket. Keys
// are relative paths with slashes, as written; one is never an empty string
// and never leaves its store.
package blob

import (
	"context"
	"io"
	"iter"
	"time"
)

// Store keeps bytes under keys. It is safe for concurrent use. Errors are
// fs.ErrNotExist for a key that is not there, and ErrUnavailable when the
// store does not answer or is full.
type Store interface {
	// Put keeps size bytes of r under a key in place of what was there. When it
	// returns nil they are durable; else the key is as it was before. Fewer than
	// size bytes are io.ErrUnexpectedEOF.
	Put(ctx context.Context, key string, r io.Reader, size int64) error
	// Open returns what is under a key as it is now. The caller closes it; reads
	// may fail once ctx ends.
	Open(ctx context.Context, key string) (*Object, error)
	// Stat describes what is under a key.
	Stat(ctx context.Context, key string) (Info, error)
	// List yields everything whose key begins with prefix, in order of the keys
	// and each once. After an error it ends.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
	// Delete removes a key; one that is not there is no error.
	Delete(ctx context.Context, key string) error
	// Link is an address anybody can GET the bytes at, with ranges, until it
	// expires; "" when the store has none.
	Link(ctx context.Context, key string, o LinkOptions) (string, error)
	// LocalPath is where the bytes are on this machine; "" when they are not.
	LocalPath(key string) string
	// String names the place without its secrets.
	String() string
}

// Info describes bytes in a store.
type Info struct {
	Key      string
	Size     int64
	ModTime  time.Time
	Checksum string // «sha256:HEX», "" where the store does not know
	Version  string // differs when the bytes do; "" where only size and time tell
}

// Object is an open file or its like in a bucket. Reads of an object whose
// bytes were replaced meanwhile fail with ErrChanged or go on with the old
// ones, never mix. On the disk ReadSeekCloser is the *os.File itself: hand that
// field to http.ServeContent, and the kernel sends the bytes.
type Object struct {
	Info
	io.ReadSeekCloser
	io.ReaderAt
}

// LinkOptions say how long a link is good and what its answer is to say.
type LinkOptions struct {
	Expires     time.Duration
	ContentType string
}
