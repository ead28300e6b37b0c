// Package hub holds the last seconds of a mount in immutable, frame-aligned
// chunks: one writer, any number of readers, nothing copied.
package hub

import (
	"time"

	"sonora/internal/music"
)

// Chunk is a piece of a stream between two ticks. Nobody changes it once it
// is in a hub: readers and the garbage collector share it.
type Chunk struct {
	Seq      uint64    // rises by one within an epoch
	Epoch    uint64    // rises when another server goes on with the station
	At       time.Time // when its first frame was due
	Duration time.Duration
	Data     []byte // whole frames
	Key      bool   // a listener can begin at its first byte, after Header

	// Header is what a listener who begins here is sent first; nil for plain
	// codecs. NewHeader says that it begins here: those who listen already
	// need it too.
	Header    []byte
	NewHeader bool

	Title *music.StreamTitle // in force from its first frame; never changed, compared by address
}
