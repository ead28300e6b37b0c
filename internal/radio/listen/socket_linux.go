package listen

import (
	"errors"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// rawWrites says that connections can be written to without a goroutine each.
const rawWrites = true

// limitUnacknowledged ends a connection whose other side took nothing for so
// long.
func limitUnacknowledged(tcp *net.TCPConn) {
	raw, err := tcp.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) {
		_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(mostStall.Milliseconds()))
	})
}

// rawWriter writes without waiting. It belongs to one goroutine.
type rawWriter struct {
	pieces [][]byte
	n      int
	err    error
	once   func(fd uintptr) bool
}

func newRawWriter() *rawWriter {
	w := &rawWriter{pieces: make([][]byte, 0, mostPieces)}
	w.once = func(fd uintptr) bool {
		for {
			if len(w.pieces) == 1 {
				w.n, w.err = unix.Write(int(fd), w.pieces[0])
			} else {
				w.n, w.err = unix.Writev(int(fd), w.pieces)
			}
			if !errors.Is(w.err, unix.EINTR) {
				return true
			}
		}
	}
	return w
}

// write sends what goes at once of the pieces.
func (w *rawWriter) write(raw syscall.RawConn) (int, error) {
	if err := raw.Write(w.once); err != nil {
		return 0, err
	}
	if errors.Is(w.err, unix.EAGAIN) {
		return 0, nil
	}
	return max(w.n, 0), w.err
}

// fileLimit is how many files the process may have open.
func fileLimit() int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return defaultFiles
	}
	return int(min(limit.Cur, mostFiles)) // the Go runtime raised it as far as it may
}
