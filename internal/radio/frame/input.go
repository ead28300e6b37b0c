package frame

import (
	"errors"
	"io"
)

const (
	readSize = 16 << 10
	// maxKept is how many bytes are buffered during the search for the end of a
	// frame.
	maxKept = 4 << 20
)

// errTooLong means that a frame, page or tag is longer than any encoder makes.
var errTooLong = errors.New("longer than anything an encoder makes")

// input is a buffered part of a stream.
type input struct {
	src     io.Reader
	buffer  []byte
	start   int   // of the bytes in buffer that were not removed
	err     error // after the bytes in buffer
	skipped int   // garbage since the last frame, in bytes
	removed int64 // bytes since the beginning
}

// peek returns the next n bytes, or fewer at the end of the stream. They are
// valid until the next call.
func (in *input) peek(n int) []byte {
	for len(in.buffer)-in.start < n && in.err == nil {
		in.fill(n)
	}
	return in.buffer[in.start:min(in.start+n, len(in.buffer))]
}

func (in *input) fill(n int) {
	if n > maxKept {
		in.err = errTooLong
		return
	}
	if in.start > 0 && cap(in.buffer)-len(in.buffer) < readSize {
		in.buffer = in.buffer[:copy(in.buffer, in.buffer[in.start:])]
		in.start = 0
	}
	if cap(in.buffer)-len(in.buffer) < readSize {
		grown := make([]byte, len(in.buffer), max(2*cap(in.buffer), len(in.buffer)+2*readSize))
		copy(grown, in.buffer)
		in.buffer = grown
	}
	for empty := 0; ; empty++ {
		got, err := in.src.Read(in.buffer[len(in.buffer):cap(in.buffer)])
		in.buffer = in.buffer[:len(in.buffer)+got]
		if empty == 100 && err == nil {
			err = io.ErrNoProgress
		}
		in.err = err
		if got > 0 || err != nil {
			return
		}
	}
}

// held returns the bytes that are buffered.
func (in *input) held() []byte { return in.buffer[in.start:] }

// has returns the next n bytes. ok is false if there are fewer.
func (in *input) has(n int) (b []byte, ok bool) {
	b = in.peek(n)
	return b, len(b) == n
}

// take removes the next n bytes and returns a copy of them.
func (in *input) take(n int) []byte {
	taken := append([]byte(nil), in.peek(n)...)
	in.start += len(taken)
	in.removed += int64(len(taken))
	in.skipped = 0
	return taken
}

// skip removes n bytes of garbage.
func (in *input) skip(n int) {
	in.pass(n)
	in.skipped += n
}

// pass removes n bytes that belong to the stream, such as a tag.
func (in *input) pass(n int) {
	for n > 0 {
		got := len(in.peek(min(n, readSize)))
		if got == 0 {
			return
		}
		in.start += got
		in.removed += int64(got)
		n -= got
	}
}

// end returns why the stream ended; io.EOF also for one that ended within a
// message of its transport.
func (in *input) end() error {
	if in.err == nil || errors.Is(in.err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return in.err
}
