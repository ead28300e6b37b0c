package ingest

import (
	"errors"
	"io"
	"net"
	"time"

	"sonora/internal/music"
)

// linger reads what the other side still sends, for a moment.
func linger(conn net.Conn) {
	if half, ok := conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() != nil {
		return
	}
	if conn.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		_, _ = io.CopyN(io.Discard, conn, lingerBytes) // closed or too much: the connection is closed either way
	}
}

// publicError returns the first error for people in a chain; nil for none.
func publicError(err error) *music.Error {
	e, _ := errors.AsType[*music.Error](err)
	return e
}

// hangUp closes c and ignores the error.
func hangUp(c io.Closer) { _ = c.Close() }
