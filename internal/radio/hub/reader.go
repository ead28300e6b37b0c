package hub

import (
	"context"
	"io"
	"time"
)

// Reader follows a hub chunk by chunk, for consumers other than listeners: HLS
// segments, recordings, other servers. It belongs to one goroutine.
type Reader struct {
	hub     *Hub
	next    uint64
	skipped uint64
}

// Subscribe returns a reader that starts with the last d of sound, or for 0
// with the next chunk where one can start.
func (h *Hub) Subscribe(d time.Duration) *Reader {
	v := h.View()
	if d <= 0 {
		return &Reader{hub: h, next: v.End()}
	}
	return &Reader{hub: h, next: v.Join(d)}
}

// Next waits for a chunk. It returns io.EOF after the last chunk of a closed
// hub.
func (r *Reader) Next(ctx context.Context) (*Chunk, error) {
	for {
		changed := r.hub.Changed()
		chunk, closed := r.Try()
		if chunk != nil {
			return chunk, nil
		}
		if closed {
			return nil, io.EOF
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Try returns the next chunk if there is one, otherwise nil and whether the hub
// is closed.
func (r *Reader) Try() (chunk *Chunk, closed bool) {
	v := r.hub.View()
	if r.next < v.First {
		r.skipped += v.First - r.next
		r.next = v.First
	}
	if chunk = v.At(r.next); chunk != nil {
		r.next++
	}
	return chunk, v.Closed
}

// Hub returns the hub that is read.
func (r *Reader) Hub() *Hub { return r.hub }

// Skipped returns how many chunks were dropped from the hub before the reader
// read them.
func (r *Reader) Skipped() uint64 { return r.skipped }
