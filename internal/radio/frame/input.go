package frame

import (
	"errors"
	"io"
)

const (
	readSize = 16 << 10
	// maxKept bounds what is held of a stream while its end is looked for.
	mostKept = 4 << 20
)

// errTooLong is a frame, page or tag above what any encoder makes.
var errTooLong = errors.New("longer than anything an encoder makes")

// input is a window on a stream.
type input struct {
	src     io.Reader
	buffer  []byte
	start   int   // of the window in buffer
	err     error // after the window
	skipped int   // bytes since the last frame
	removed int64 // bytes in all
}

// peek returns the next n bytes, fewer at the end of the stream only. They
// are good until the next call.
func (in *input) peek(n int) []byte {
	for len(in.buffer)-in.start < n && in.err == nil {
		in.fill(n)
	}
	return in.buffer[in.start:min(in.start+n, len(in.buffer))]
}

func (in *input) fill(n int) {
	if n > mostKept {
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

// held returns what was read already.
func (in *input) held() []byte { return in.buffer[in.start:] }

// has returns the next n bytes if there are so many.
func (in *input) has(n int) ([]byte, bool) {
	b := in.peek(n)
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

// skip removes n bytes that are no sound.
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

// end is why there is no more; io.EOF for a whole stream and a torn one.
func (in *input) end() error {
	if in.err == nil || errors.Is(in.err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return in.err
}
