package mix

import (
	"context"
	"sync/atomic"
	"time"
)

// Ring is a lock-free ring buffer of sound between one goroutine that writes
// and one that reads. It implements PCM.
type Ring struct {
	samples []float32
	read    atomic.Int64 // samples read since the beginning
	written atomic.Int64 // samples written since the beginning
	closed  atomic.Bool  // whether no more sound will be written
	eager   atomic.Bool  // whether the writer keeps the ring as full as possible
	room    chan struct{}
}

// NewRing returns a ring buffer for sound of the length d.
func NewRing(d time.Duration) *Ring {
	frames := int(d.Seconds() * Rate)
	return &Ring{samples: make([]float32, frames*Channels), room: make(chan struct{}, 1)}
}

// Len returns how many samples can be read now.
func (r *Ring) Len() int { return int(r.written.Load() - r.read.Load()) }

// Buffered returns Len as a duration.
func (r *Ring) Buffered() time.Duration {
	return time.Duration(r.Len()/Channels) * time.Second / Rate
}

// Close ends writing.
func (r *Ring) Close() { r.closed.Store(true) }

// Ended reports whether the ring is closed and everything in it has been read.
func (r *Ring) Ended() bool { return r.closed.Load() && r.Len() == 0 }

// TryWrite writes as many whole frames as there is room for, and returns the
// number of samples.
func (r *Ring) TryWrite(samples []float32) int {
	at := r.written.Load()
	n := min(len(samples), len(r.samples)-int(at-r.read.Load())) / Channels * Channels
	from := int(at % int64(len(r.samples)))
	first := copy(r.samples[from:], samples[:n])
	copy(r.samples, samples[first:n])
	r.written.Store(at + int64(n))
	return n
}

// Write writes all samples and waits for room. After it had to wait, it
// continues only when half of the buffer is empty, so that writers work in long
// runs, unless the ring is eager.
func (r *Ring) Write(ctx context.Context, samples []float32) error {
	for {
		samples = samples[r.TryWrite(samples):]
		if len(samples) < Channels {
			return nil
		}
		for !r.hasRoom() {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-r.room:
			}
		}
	}
}

// Read fills as much of a block as it can and returns the number of samples.
func (r *Ring) Read(block []float32) int {
	n := r.peek(block)
	r.skip(n)
	return n
}

// peek is Read without consuming.
func (r *Ring) peek(block []float32) int {
	at := r.read.Load()
	n := min(len(block), int(r.written.Load()-at)) / Channels * Channels
	from := int(at % int64(len(r.samples)))
	first := copy(block[:n], r.samples[from:])
	copy(block[first:n], r.samples)
	return n
}

// skip drops the next n samples.
func (r *Ring) skip(n int) {
	r.read.Add(int64(n))
	if r.hasRoom() {
		r.tell()
	}
}

func (r *Ring) hasRoom() bool {
	limit := len(r.samples) / 2
	if r.eager.Load() {
		limit = len(r.samples) - BlockSamples
	}
	return r.Len() <= limit
}

// tell wakes a writer that is waiting for room.
func (r *Ring) tell() {
	select {
	case r.room <- struct{}{}:
	default:
	}
}

// hurry makes the ring eager.
func (r *Ring) hurry() {
	if r.eager.CompareAndSwap(false, true) {
		r.tell()
	}
}

// reset empties a ring that is no longer in use, so that another deck can use
// it.
func (r *Ring) reset() {
	r.read.Store(0)
	r.written.Store(0)
	r.closed.Store(false)
	r.eager.Store(false)
	select {
	case <-r.room:
	default:
	}
}
