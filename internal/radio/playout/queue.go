package playout

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

const (
	// maxQueued is the maximum length of a source's buffered sound. A source
	// that sends faster than real time has to wait.
	maxQueued      = 5 * time.Second
	maxQueuedBytes = 4 << 20 // limit for frames without a duration, and for very large ones
)

// sourceQueue is the jitter buffer of a source: the frames that it sent and
// that are not played yet. One goroutine fills it, the station empties it.
type sourceQueue struct {
	id      string // ID of the source; "" for a relay
	mu      sync.Mutex
	room    sync.Cond // signalled when something was taken or the queue was closed
	more    sync.Cond // signalled when something arrived or the source ended
	items   []queued
	length  time.Duration
	bytes   int
	arrived time.Time // when the last frame arrived
	full    bool      // whether the source has to wait for room
	ended   bool
	err     error // why it ended; nil if it ended normally
	closed  bool
	done    chan struct{} // closed at the end
	first   chan struct{} // closed at the first frame with sound
	codec   frame.Codec   // known once first is closed
}

// queued is a frame, or a title that starts with the next frame.
type queued struct {
	frame.Frame
	codec frame.Codec // of the frame
	title *station.StreamTitle
}

func newQueue(id string, now time.Time) *sourceQueue {
	q := &sourceQueue{id: id, arrived: now, done: make(chan struct{}), first: make(chan struct{})}
	q.room.L, q.more.L = &q.mu, &q.mu
	return q
}

// fill reads frames until the source ends or the queue is closed.
func (q *sourceQueue) fill(frames Frames) {
	for isFirst := true; ; {
		f, err := frames.Next()
		if err != nil {
			q.end(err)
			return
		}
		if !q.push(f, frames.Codec()) {
			return
		}
		if f.Duration > 0 && isFirst {
			isFirst = false
			q.codec = frames.Codec()
			close(q.first)
		}
	}
}

// begun waits for the first frame.
func (q *sourceQueue) begun(ctx context.Context, timeout time.Duration) error {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-q.first:
		return nil
	case <-q.done:
		if err := q.level().err; err != nil {
			return err
		}
	case <-timer.C:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return ErrNothing
}

// push waits for room and adds a frame. It reports whether the queue is still
// open.
func (q *sourceQueue) push(f frame.Frame, codec frame.Codec) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.arrived = time.Now()
	for (q.length >= maxQueued || q.bytes >= maxQueuedBytes) && !q.closed && !q.ended {
		q.full = true
		q.room.Wait()
	}
	q.full = false
	if q.closed || q.ended {
		return false
	}
	q.arrived = time.Now() // it arrived earlier and had to wait
	q.items = append(q.items, queued{Frame: f, codec: codec, title: f.Title})
	q.length += f.Duration
	q.bytes += len(f.Data) + len(f.Header)
	q.more.Signal()
	return true
}

// setTitle sets the title of the frames that arrive from now on.
func (q *sourceQueue) setTitle(title station.StreamTitle) {
	q.mu.Lock()
	defer q.mu.Unlock()
	const maxPending = 1000 // pending titles
	if len(q.items) < maxPending || q.length > 0 {
		q.items = append(q.items, queued{title: &title})
	}
	q.more.Signal()
}

// name sets the title of the frames that are already buffered.
func (q *sourceQueue) name(title station.StreamTitle) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append([]queued{{title: &title}}, q.items...)
}

// pop takes the next item; false if the queue is empty.
func (q *sourceQueue) pop() (queued, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.take()
}

// putBack returns an item that was popped too early.
func (q *sourceQueue) putBack(item queued) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	q.items = append([]queued{item}, q.items...)
	q.length += item.Duration
	q.bytes += len(item.Data) + len(item.Header)
}

// wait is pop, but waits for an item; false after the end.
func (q *sourceQueue) wait() (queued, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.ended && !q.closed {
		q.more.Wait()
	}
	return q.take()
}

func (q *sourceQueue) take() (queued, bool) {
	if len(q.items) == 0 || q.closed {
		return queued{}, false
	}
	item := q.items[0]
	q.items[0] = queued{}
	if q.items = q.items[1:]; len(q.items) == 0 {
		q.items = nil // otherwise the slice grows forever
	}
	q.length -= item.Duration
	q.bytes -= len(item.Data) + len(item.Header)
	q.room.Signal()
	return item, true
}

// end marks the end of the source; err is nil if it ended normally.
func (q *sourceQueue) end(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if !q.ended {
		q.ended, q.err = true, err
		close(q.done)
		q.more.Broadcast()
	}
}

// close drops everything and releases a waiting push.
func (q *sourceQueue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed, q.items = true, nil
	q.room.Broadcast()
	q.more.Broadcast()
}

// level describes the content of a queue.
type level struct {
	length  time.Duration
	arrived time.Time // when the last frame arrived
	full    bool      // the source waits for room
	ended   bool
	err     error
}

func (q *sourceQueue) level() level {
	q.mu.Lock()
	defer q.mu.Unlock()
	arrived := q.arrived
	if q.full {
		arrived = time.Now() // the source is waiting for room
	}
	return level{length: q.length, arrived: arrived, full: q.full, ended: q.ended, err: q.err}
}
