// Package hub holds the last seconds of a mount in immutable, frame-aligned
// chunks: one writer, any number of readers, nothing copied.
package hub

import (
	"slices"
	"sync/atomic"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
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

	Title *station.StreamTitle // in force from its first frame; never changed, compared by address
}

// What a hub keeps: so much sound, fewer when it is so many bytes or chunks.
const (
	Keeps     = 32 * time.Second
	maxBytes  = 2 << 20
	maxChunks = 1024
)

// Hub holds the last seconds of one stream. Append and Close are for its one
// writer; everything else is for anybody, without a lock.
type Hub struct {
	codec frame.Codec
	view  atomic.Pointer[View]
	wake  atomic.Pointer[chan struct{}]

	bytes int // of the view; the writer's
	sound time.Duration
}

// View is what a hub held at one moment.
type View struct {
	First  uint64   // position of Chunks[0]; positions rise by one and never return
	Chunks []*Chunk // oldest first
	Closed bool     // nothing follows
}

// New returns an empty hub of a stream.
func New(codec frame.Codec) *Hub {
	h := &Hub{codec: codec}
	h.view.Store(&View{})
	wake := make(chan struct{})
	h.wake.Store(&wake)
	return h
}

// Codec is what the stream is made of.
func (h *Hub) Codec() frame.Codec { return h.codec }

// Append adds a chunk and lets the oldest go.
func (h *Hub) Append(c *Chunk) {
	old := h.view.Load()
	if old.Closed {
		return
	}
	h.bytes += len(c.Data)
	h.sound += c.Duration
	drop := 0
	for drop < len(old.Chunks) && (h.sound > Keeps || h.bytes > maxBytes || len(old.Chunks)-drop >= maxChunks) {
		h.bytes -= len(old.Chunks[drop].Data)
		h.sound -= old.Chunks[drop].Duration
		drop++
	}
	chunks := make([]*Chunk, 0, len(old.Chunks)-drop+1)
	chunks = append(append(chunks, old.Chunks[drop:]...), c)
	h.publish(&View{First: old.First + uint64(drop), Chunks: chunks})
}

// Close says that nothing follows: whoever listens hears what is left and is
// done.
func (h *Hub) Close() {
	if old := h.view.Load(); !old.Closed {
		h.publish(&View{First: old.First, Chunks: old.Chunks, Closed: true})
	}
}

func (h *Hub) publish(v *View) {
	h.view.Store(v)
	wake := make(chan struct{})
	close(*h.wake.Swap(&wake))
}

// View returns what the hub holds now. Nobody changes it.
func (h *Hub) View() *View { return h.view.Load() }

// Changed returns a channel that closes at the next change. Take it before
// looking at the View, or a change in between is missed.
func (h *Hub) Changed() <-chan struct{} { return *h.wake.Load() }

// Latest returns the newest chunk; nil while there is none.
func (h *Hub) Latest() *Chunk {
	v := h.view.Load()
	if len(v.Chunks) == 0 {
		return nil
	}
	return v.Chunks[len(v.Chunks)-1]
}

// Since returns the newest chunks that hold at least d of sound, oldest first
// and from one on where a listener can begin; all there are when it is less.
func (h *Hub) Since(d time.Duration) []*Chunk {
	v := h.view.Load()
	return v.Chunks[min(v.Join(d)-v.First, uint64(len(v.Chunks))):]
}

// End is the position after the newest chunk.
func (v *View) End() uint64 { return v.First + uint64(len(v.Chunks)) }

// At returns the chunk at a position; nil when it is gone or still to come.
func (v *View) At(position uint64) *Chunk {
	if position < v.First || position >= v.End() {
		return nil
	}
	return v.Chunks[position-v.First]
}

// Join is the position where a listener begins who wants to hear d of sound
// at once. It is End when there is no chunk to begin at.
func (v *View) Join(d time.Duration) uint64 {
	found := v.End()
	var sound time.Duration
	for i, chunk := range slices.Backward(v.Chunks) {
		sound += chunk.Duration
		if chunk.Key {
			found = v.First + uint64(i)
			if sound >= d {
				break
			}
		}
	}
	return found
}

// Sound is how long what stands from a position on lasts.
func (v *View) Sound(position uint64) time.Duration {
	var sound time.Duration
	for i := max(position, v.First); i < v.End(); i++ {
		sound += v.Chunks[i-v.First].Duration
	}
	return sound
}
