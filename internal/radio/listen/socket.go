package listen

import (
	"crypto/tls"
	"math"
	"net"
	"syscall"
)

const (
	minSendBuffer = 32 << 10
	// maxSendBuffer is what the kernel grants every process; above it, the
	// kernel's own sizing is better than its limit.
	maxSendBuffer = 208 << 10
)

// plainTCP returns the connection if nothing encrypts it, otherwise nil.
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

// bound limits the kernel's send buffer, which would otherwise hold minutes of
// sound and hide a slow listener. bitrate is in kbit/s.
func bound(tcp *net.TCPConn, bitrate int) {
	if bitrate <= 0 {
		bitrate = 128
	}
	bytes := max(bitrate*1000/8*int(math.Ceil(DefaultBurst.Seconds())), minSendBuffer)
	if bytes <= maxSendBuffer {
		_ = tcp.SetWriteBuffer(bytes) // if it fails, the listener is served like any other
	}
	limitUnacknowledged(tcp)
}

// rawOf returns the connection for writing without blocking, or nil if that is
// impossible.
func rawOf(tcp *net.TCPConn) (syscall.RawConn, error) {
	if tcp == nil || !rawWrites {
		return nil, nil
	}
	return tcp.SyscallConn()
}
