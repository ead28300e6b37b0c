package listen

import (
	"errors"
	"net"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rawWrites says that connections can be written to without a goroutine each.
const rawWrites = true

// limitUnacknowledged closes a connection whose peer has not acknowledged
// anything for maxStall.
func limitUnacknowledged(tcp *net.TCPConn) {
	raw, err := tcp.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) {
		_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(maxStall.Milliseconds()))
	})
}

// rawWriter writes without blocking. It belongs to one goroutine.
type rawWriter struct {
	pieces  [][]byte
	vectors [maxPieces]unix.Iovec
	n       int
	err     error
	once    func(fd uintptr)
}

func newRawWriter() *rawWriter {
	w := &rawWriter{pieces: make([][]byte, 0, maxPieces)}
	w.once = w.send
	return w
}

// write sends as much of the pieces as goes without blocking.
func (w *rawWriter) write(raw syscall.RawConn) (int, error) {
	for i, piece := range w.pieces {
		w.vectors[i].Base = unsafe.SliceData(piece)
		w.vectors[i].SetLen(len(piece))
	}
	if err := raw.Control(w.once); err != nil {
		return 0, err
	}
	if errors.Is(w.err, unix.EAGAIN) {
		return 0, nil
	}
	return w.n, w.err
}

// send makes the system call without telling the Go scheduler. The call never
// blocks, and telling the scheduler costs a fifth of its time.
func (w *rawWriter) send(fd uintptr) {
	message := unix.Msghdr{Iov: &w.vectors[0]}
	message.SetIovlen(len(w.pieces))
	for {
		n, _, failed := unix.RawSyscall(unix.SYS_SENDMSG, fd, uintptr(unsafe.Pointer(&message)), unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
		switch failed {
		case 0:
			w.n, w.err = int(n), nil
			return
		case unix.EINTR:
		default:
			w.n, w.err = 0, failed
			return
		}
	}
}
