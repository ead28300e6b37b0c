//go:build !linux

package listen

import (
	"net"
	"syscall"
)

// rawWrites is for Linux only; elsewhere every listener has a goroutine.
const rawWrites = false

func limitUnacknowledged(*net.TCPConn) {}

type rawWriter struct{ pieces [][]byte }

func newRawWriter() *rawWriter { return &rawWriter{pieces: make([][]byte, 0, maxPieces)} }

func (w *rawWriter) write(syscall.RawConn) (int, error) { return 0, syscall.ENOTSUP }
