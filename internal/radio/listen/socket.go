package listen

import (
	"crypto/tls"
	"net"
	"syscall"
)

const (
	leastSendBuffer = 32 << 10
	// maxSendBuffer is what the kernel grants everybody; above it, its own
	// sizing is better than its limit.
	maxSendBuffer = 208 << 10
)

// plainTCP is the connection itself where nothing encrypts on the way; nil
// otherwise.
func plainTCP(conn net.Conn) *net.TCPConn {
	for {
		switch c := conn.(type) {
		case *net.TCPConn:
			return c
		case *tls.Conn:
			return nil
		case interface{ NetConn() net.Conn }:
			conn = c.NetConn()
		default:
			return nil
		}
	}
}

// bound keeps the kernel from hiding a slow listener: by itself it would hold
// minutes of sound for them. bitrate is in kbit/s.
func bound(tcp *net.TCPConn, bitrate int) {
	if bitrate <= 0 {
		bitrate = 128
	}
	bytes := max(bitrate*1000/8*int(DefaultBurst.Seconds()), leastSendBuffer)
	if bytes <= maxSendBuffer {
		_ = tcp.SetWriteBuffer(bytes) // a listener like any other without it
	}
	limitUnacknowledged(tcp)
}

// rawOf is a connection to be written to without waiting; nil where that
// cannot be.
func rawOf(tcp *net.TCPConn) (syscall.RawConn, error) {
	if tcp == nil || !rawWrites {
		return nil, nil
	}
	return tcp.SyscallConn()
}
