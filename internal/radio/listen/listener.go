package listen

import (
	"net"
	"syscall"
	"time"
)

// listener is a connection with its place in a stream.
type listener struct {
	cursor
	patience

	right *Right
	conn  net.Conn
	raw   syscall.RawConn // of plain TCP; nil otherwise
	began time.Time
	bytes int64

	isKeen bool       // they asked for no burst: everything at once, also in a crowd
	leave  func(Left) // once
}

// left ends it.
func (l *listener) left(reason Reason, now time.Time) {
	if l.conn != nil {
		if reason == Slow || reason == Stalled {
			abandon(l.conn)
		}
		_ = l.conn.Close() // there is nobody to tell
	}
	l.leave(Left{Reason: reason, Bytes: l.bytes, Jumps: l.all, Seconds: now.Sub(l.began).Seconds()})
}

// abandon has the kernel forget what the listener never took.
func abandon(conn net.Conn) {
	if tcp := plainTCP(conn); tcp != nil {
		_ = tcp.SetLinger(0) // else it goes with the connection's own time-out
	}
}
