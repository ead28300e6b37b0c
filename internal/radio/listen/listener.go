package listen

import (
	"net"
	"syscall"
	"time"
)

// listener is a connection and its position in a stream.
type listener struct {
	cursor
	patience

	right *Right
	conn  net.Conn
	raw   syscall.RawConn // of a plain TCP connection; otherwise nil
	began time.Time
	bytes int64

	isImmediate bool       // requested no burst, and gets every chunk at once even among many listeners
	leave       func(Left) // called once
}

// left disconnects the listener.
func (l *listener) left(reason Reason, now time.Time) {
	if l.conn != nil {
		if reason == Slow || reason == Stalled {
			abandon(l.conn)
		}
		_ = l.conn.Close() // nobody to report an error to
	}
	l.leave(Left{Reason: reason, Bytes: l.bytes, Jumps: l.all, Seconds: now.Sub(l.began).Seconds()})
}

// abandon makes the kernel drop what the listener never read.
func abandon(conn net.Conn) {
	if tcp := plainTCP(conn); tcp != nil {
		_ = tcp.SetLinger(0) // without it, the connection closes after its own timeout
	}
}
