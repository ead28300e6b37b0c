package ingest

import (
	"errors"
	"io"
	"net"
	"time"

	"sonora/internal/music"
)

// linger reads for a moment what somebody goes on sending.
func linger(conn net.Conn) {
	if half, ok := conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() != nil {
		return
	}
	if conn.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		_, _ = io.CopyN(io.Discard, conn, lingerBytes) // gone or too much: it is closed either way
	}
}

// publicError is the first error for people in a chain; nil for none.
func publicError(err error) *music.Error {
	e, _ := errors.AsType[*music.Error](err)
	return e
}

// hangUp closes what is of no use any more, whatever comes of it.
func hangUp(c io.Closer) { _ = c.Close() }
