package cluster

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
)

// follow passes on the sound that another server makes of a station, until ctx
// ends. It keeps asking while nobody answers, because the station may be about
// to change owners.
func (c *Cluster) follow(ctx context.Context, stationID string, codec frame.Codec, f *follower) error {
	var undecodable sync.Once // logged once, because chunks arrive several times a second
	stop, err := c.Bus.Receive(subjectOf(stationID, codec), func(data []byte, _ func([]byte)) {
		chunk, _, err := readChunk(data)
		if err != nil {
			undecodable.Do(func() { c.Log.Warn("decode station sound failed", "station", stationID, "error", err) })
			return
		}
		f.hear(chunk)
	})
	if err != nil {
		return err
	}
	defer stop()
	fresh := true
	ticker := time.NewTicker(wantEvery)
	defer ticker.Stop()
	for {
		heard := f.count()
		c.ask(ctx, want{stationID, codec, fresh}, f)
		fresh = fresh && f.count() == heard
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// ask tells the owner that its sound is wanted, and takes the last seconds if
// the hub is empty.
func (c *Cluster) ask(ctx context.Context, w want, f *follower) {
	data, err := json.Marshal(w)
	if err != nil {
		return // two strings always marshal
	}
	if !w.Fresh {
		if err := c.Bus.Send(wantSubject, data); err != nil {
			c.Log.Warn("request station sound failed", "station", w.Station, "error", err)
		}
		return
	}
	asking, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	var snapshot []*hub.Chunk
	done := f.wait()
	defer func() { done(snapshot) }()
	reply, err := c.Bus.Ask(asking, wantSubject, data)
	if err != nil {
		return // nobody owns it yet; the next round asks again
	}
	for len(reply) > 0 {
		var chunk *hub.Chunk
		if chunk, reply, err = readChunk(reply); err != nil {
			c.Log.Warn("decode station sound failed", "station", w.Station, "error", err)
			return
		}
		snapshot = append(snapshot, chunk)
	}
}

// follower appends chunks to a hub, each once and in order.
type follower struct {
	mu         sync.Mutex
	hub        *hub.Hub
	epoch, seq uint64
	begun      bool
	at         time.Time // of the last chunk
	heard      time.Time // when it came
	taken      int       // number of chunks so far

	waiting bool         // for the snapshot; chunks that arrive meanwhile follow it
	pending []*hub.Chunk // chunks that arrived meanwhile
}

// hear takes chunks as they arrive.
func (f *follower) hear(chunks ...*hub.Chunk) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.waiting {
		f.pending = append(f.pending, chunks...)
		return
	}
	f.take(chunks)
}

// wait holds chunks back until the snapshot is there. The returned function
// appends both.
func (f *follower) wait() (done func(snapshot []*hub.Chunk)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.waiting = true
	return func(snapshot []*hub.Chunk) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.take(append(snapshot, f.pending...))
		f.waiting, f.pending = false, nil
	}
}

// take appends chunks at once, so that a listener who waits for sound gets the burst
// from the last of them. The caller holds the lock.
func (f *follower) take(chunks []*hub.Chunk) {
	var fresh []*hub.Chunk
	last := f.hub.Latest()
	for _, c := range chunks {
		isOld := f.begun && (c.Epoch < f.epoch || c.Epoch == f.epoch && c.Seq <= f.seq)
		if isOld && !f.isNewCount(c) {
			continue
		}
		if c.Title != nil && last != nil && last.Title != nil && *last.Title == *c.Title {
			c.Title = last.Title // titles are compared by pointer
		}
		f.begun, f.epoch, f.seq = true, c.Epoch, c.Seq
		f.at, f.heard = c.At, time.Now()
		f.taken++
		fresh, last = append(fresh, c), c
	}
	f.hub.Append(fresh...)
}

// isNewCount reports whether a chunk is of an owner whose epoch is lower only
// because the leases lost their count, as when all servers of NATS restart at
// once. Nobody has sent anything for the lifetime of a lease then.
func (f *follower) isNewCount(c *hub.Chunk) bool {
	return c.At.After(f.at) && time.Since(f.heard) > leaseLife
}

// count returns how many chunks were appended so far.
func (f *follower) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.taken
}
