package cluster

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
)

// follow hands on the sound that another server makes of a station, until ctx
// ends. It asks again for as long as nobody answers: the station may be about
// to change hands.
func (c *Cluster) follow(ctx context.Context, stationID string, codec frame.Codec, f *follower) error {
	stop, err := c.Bus.Receive(subjectOf(stationID, codec), func(data []byte, _ func([]byte)) {
		if chunk, _, err := readChunk(data); err == nil {
			f.hear(chunk)
		}
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

// ask tells the owner that its sound is wanted, and takes the last seconds
// where there is nothing yet.
func (c *Cluster) ask(ctx context.Context, w want, f *follower) {
	data, err := json.Marshal(w)
	if err != nil {
		return // two texts
	}
	if !w.Fresh {
		if err := c.Bus.Send(wantSubject, data); err != nil {
			c.Log.Warn("sound not asked for", "station", w.Station, "error", err)
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
			c.Log.Warn("sound not understood", "station", w.Station, "error", err)
			return
		}
		snapshot = append(snapshot, chunk)
	}
}

// follower puts chunks into a hub, each once and in order.
type follower struct {
	mu         sync.Mutex
	hub        *hub.Hub
	epoch, seq uint64
	begun      bool
	taken      int // chunks so far

	waiting bool         // for the snapshot: what comes meanwhile comes after it
	pending []*hub.Chunk // of that time
}

// hear takes a chunk as it is sent.
func (f *follower) hear(c *hub.Chunk) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.waiting {
		f.pending = append(f.pending, c)
		return
	}
	f.take(c)
}

// wait puts off what is sent until the snapshot is there; the returned
// function takes both.
func (f *follower) wait() (done func(snapshot []*hub.Chunk)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.waiting = true
	return func(snapshot []*hub.Chunk) {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, c := range append(snapshot, f.pending...) {
			f.take(c)
		}
		f.waiting, f.pending = false, nil
	}
}

// take is called with the lock held.
func (f *follower) take(c *hub.Chunk) {
	old := f.begun && (c.Epoch < f.epoch || c.Epoch == f.epoch && c.Seq <= f.seq)
	if old {
		return
	}
	if last := f.hub.Latest(); c.Title != nil && last != nil && last.Title != nil && *last.Title == *c.Title {
		c.Title = last.Title // titles are compared by address
	}
	f.begun, f.epoch, f.seq = true, c.Epoch, c.Seq
	f.taken++
	f.hub.Append(c)
}

// count is how many chunks were taken so far.
func (f *follower) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.taken
}
