// Package hub holds the last seconds of a stream in immutable, frame-aligned
// chunks, for one writer and any number of readers without copying.
package hub

import (
	"slices"
	"sync/atomic"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// Chunk is the part of a stream between two ticks. It is immutable once it is
// in a hub, because all readers share it.
type Chunk struct {
	Seq      uint64    // increases by one within an epoch
	Epoch    uint64    // increases when another server takes over the station
	At       time.Time // when its first frame was due
	Duration time.Duration
	Data     []byte // whole frames
	Key      bool   // a listener can start at its first byte, after Header

	// Header is sent first to a listener who starts here; nil for codecs
	// without headers. NewHeader says that the header changes here, so that
	// current listeners need it too.
	Header    []byte
	NewHeader bool

	Title *station.StreamTitle // in force from the first frame; immutable, compared by pointer
	Live  *Live                // what a live source sent is in it; nil for none, and on other servers than the station's owner
}

// Live says which source is heard. It is immutable and compared by pointer.
type Live struct {
	Source string              // ID of the source
	Title  station.StreamTitle // of what the source sends
}

// Limits of a hub: duration, bytes and number of chunks.
const (
	MaxKept   = 32 * time.Second
	maxBytes  = 2 << 20
	maxChunks = 1024
)

// Hub holds the last seconds of one stream. Append and Close belong to its one
// writer; all other methods may be called from anywhere and take no lock.
type Hub struct {
	codec frame.Codec
	view  atomic.Pointer[View]
	wake  atomic.Pointer[chan struct{}]

	bytes int // of the view; used by the writer only
	sound time.Duration
}

// View is what a hub held at one moment. It is immutable.
type View struct {
	First  uint64   // position of Chunks[0]; positions increase by one and are never reused
	Chunks []*Chunk // oldest first
	Closed bool     // nothing follows
}

// New returns an empty hub for a stream.
func New(codec frame.Codec) *Hub {
	h := &Hub{codec: codec}
	h.view.Store(&View{})
	wake := make(chan struct{})
	h.wake.Store(&wake)
	return h
}

// Codec returns the codec of the stream.
func (h *Hub) Codec() frame.Codec { return h.codec }

// Append adds chunks at once and drops the oldest ones.
func (h *Hub) Append(added ...*Chunk) {
	old := h.view.Load()
	if old.Closed || len(added) == 0 {
		return
	}
	chunks := slices.Concat(old.Chunks, added)
	for _, c := range added {
		h.bytes += len(c.Data)
		h.sound += c.Duration
	}
	drop := 0
	for drop < len(chunks)-1 && (h.sound > MaxKept || h.bytes > maxBytes || len(chunks)-drop > maxChunks) {
		h.bytes -= len(chunks[drop].Data)
		h.sound -= chunks[drop].Duration
		drop++
	}
	h.publish(&View{First: old.First + uint64(drop), Chunks: chunks[drop:]})
}

// Close says that nothing follows: listeners hear what is left and then leave.
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

// View returns what the hub holds now.
func (h *Hub) View() *View { return h.view.Load() }

// Changed returns a channel that is closed at the next change. Get it before
// you look at the View, or you may miss a change.
func (h *Hub) Changed() <-chan struct{} { return *h.wake.Load() }

// Latest returns the newest chunk, or nil if there is none.
func (h *Hub) Latest() *Chunk {
	v := h.view.Load()
	if len(v.Chunks) == 0 {
		return nil
	}
	return v.Chunks[len(v.Chunks)-1]
}

// Since returns the newest chunks that hold at least d of sound, or all if
// there is less, oldest first. The first of them is one where a listener can
// start.
func (h *Hub) Since(d time.Duration) []*Chunk {
	v := h.view.Load()
	return v.Chunks[min(v.Join(d)-v.First, uint64(len(v.Chunks))):]
}

// End is the position after the newest chunk.
func (v *View) End() uint64 { return v.First + uint64(len(v.Chunks)) }

// At returns the chunk at a position, or nil if it is gone or not there yet.
func (v *View) At(position uint64) *Chunk {
	if position < v.First || position >= v.End() {
		return nil
	}
	return v.Chunks[position-v.First]
}

// Join returns the position where a listener starts to get a burst of d. It is
// End if there is no chunk to start at.
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

// Sound returns the duration of everything from a position on.
func (v *View) Sound(position uint64) time.Duration {
	var sound time.Duration
	for i := max(position, v.First); i < v.End(); i++ {
		sound += v.Chunks[i-v.First].Duration
	}
	return sound
}
