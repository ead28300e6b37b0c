package app

import (
	"syscall"

	"sonora/internal/diagnostics"
	"sonora/internal/music"
)

const (
	minReserved, maxReserved = 128, 2048
	// fewFiles is the limit of open files below which the operator is told.
	fewFiles = 4096
	maxFiles = 10_000_000
	// usualFiles is assumed where the limit is unknown.
	usualFiles = 1024
)

// capacity is how the files that this process may have open are divided. Every
// connection is one.
type capacity struct {
	files               int // the limit
	reserved            int // for the database, music, ffmpeg and outgoing connections
	connections         int // of clients
	perAddress          int // of those, from one address outside this machine
	streams             int // of those, event streams
	listeners           int // of those, listeners of stations
	listenersPerAddress int // of those, from one address outside this machine
}

// newCapacity divides a limit of open files. Streams and listeners, which hold a
// connection for hours, leave a tenth of the connections to requests.
func newCapacity(files int) capacity {
	reserved := min(max(files/5, minReserved), maxReserved)
	connections := max(files-reserved, 1)
	listeners := max(connections*7/10, 1)
	return capacity{
		files: files, reserved: reserved, connections: connections, perAddress: max(connections/2, 1),
		streams: max(connections/5, 1), listeners: listeners, listenersPerAddress: max(listeners/4, 1),
	}
}

// ownCapacity is newCapacity with the limit of this process. The Go runtime has
// raised it as far as the system allows.
func ownCapacity() capacity {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return newCapacity(usualFiles)
	}
	return newCapacity(int(min(limit.Cur, maxFiles)))
}

func (c capacity) message() music.Message {
	return music.Say("%d files may be open: %d for the server itself, %d for connections; of these up to %d listeners of stations and %d open apps.",
		c.files, c.reserved, c.connections, c.listeners, c.streams)
}

// checkCapacity reports what the limit of open files allows. The limit of a
// service may differ from that of a shell.
func checkCapacity(c capacity) diagnostics.Check {
	if c.files < fewFiles {
		return isOff("files", c.message(), music.Say("Raise the limit, with LimitNOFILE=65536 in a systemd unit or ulimit -n 65536 in a shell."))
	}
	return works("files", c.message())
}
