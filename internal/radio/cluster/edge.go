package cluster

import (
	"context"
	"errors"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

const (
	quietFor  = 1500 * time.Millisecond // without sound from the owner, before this server tries to take the station
	tryAgain  = 500 * time.Millisecond
	edgeAfter = 10 * time.Second // how long an edge without listeners is kept
)

// edge is a station's sound for this server's listeners, wherever it is made.
// It outlives the server that makes the sound, so that listeners stay connected
// when the station changes owners.
type edge struct {
	hub    *hub.Hub
	users  int
	cancel context.CancelFunc
	timer  *time.Timer // until it closes for lack of listeners
}

// Listen returns the sound of a station, made here or elsewhere. Call release
// when done.
func (c *Cluster) Listen(_ context.Context, st *station.Station, codec frame.Codec) (h *hub.Hub, release func(), err error) {
	key := offerKey{st.ID, codec}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() != nil {
		return nil, nil, c.ctx.Err()
	}
	e := c.edges[key]
	if e == nil {
		ctx, cancel := context.WithCancel(c.ctx)
		e = &edge{hub: hub.New(codec), cancel: cancel}
		c.edges[key] = e
		c.ended.Go(func() { c.feed(ctx, key, e.hub) })
	}
	if e.timer != nil {
		e.timer.Stop()
		e.timer = nil
	}
	e.users++
	return e.hub, func() { c.leave(key, e) }, nil
}

func (c *Cluster) leave(key offerKey, e *edge) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.users--
	if e.users == 0 {
		e.timer = time.AfterFunc(edgeAfter, func() { c.close(key, e) })
	}
}

func (c *Cluster) close(key offerKey, e *edge) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.users == 0 && c.edges[key] == e {
		delete(c.edges, key)
		e.cancel()
	}
}

// feed fills an edge: from this server while it owns the station, otherwise
// from the owner. It takes over a station whose owner has gone silent.
func (c *Cluster) feed(ctx context.Context, key offerKey, h *hub.Hub) {
	defer h.Close()
	f := &follower{hub: h}
	for ctx.Err() == nil {
		var err error
		if c.Owns(key.station) || c.Take(ctx, key.station) {
			err = c.copyOwn(ctx, key, f)
		} else {
			err = c.copyOthers(ctx, key, f)
		}
		if err != nil && !errors.Is(err, errSilent) && ctx.Err() == nil {
			c.Log.Debug("station sound stopped", "station", key.station, "codec", key.codec, "error", err)
			wait(ctx, tryAgain)
		}
	}
}

// copyOwn passes on what this server makes, until it is not the owner any more.
func (c *Cluster) copyOwn(ctx context.Context, key offerKey, f *follower) error {
	own, release, err := c.Open(ctx, key.station, key.codec)
	if err != nil {
		return err
	}
	defer release()
	reader := own.Subscribe(snapshot)
	for {
		chunk, err := reader.Next(ctx)
		if err != nil {
			return err
		}
		epoch := c.Epoch(key.station)
		if epoch == 0 {
			return nil // the station was lost
		}
		var all []*hub.Chunk // at first, the last seconds
		for ; chunk != nil; chunk, _ = reader.Try() {
			mine := *chunk
			mine.Epoch = epoch
			all = append(all, &mine)
		}
		f.hear(all...)
	}
}

var errSilent = errors.New("the owner of the station is silent")

// copyOthers passes on what another server makes, until that has been silent
// for a while.
func (c *Cluster) copyOthers(ctx context.Context, key offerKey, f *follower) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.mu.Lock()
	if c.ctx.Err() == nil {
		c.ended.Go(func() {
			if c.inherit(ctx, key.station, f) {
				cancel(errSilent)
			}
		})
	}
	c.mu.Unlock()
	err := c.follow(ctx, key.station, key.codec, f)
	if cause := context.Cause(ctx); errors.Is(cause, errSilent) {
		return errSilent
	}
	return err
}

// inherit waits until a station is silent and its owner's lease has expired,
// then takes the station; false if ctx ends first.
func (c *Cluster) inherit(ctx context.Context, stationID string, f *follower) bool {
	ticker := time.NewTicker(tryAgain)
	defer ticker.Stop()
	heard, since := f.count(), time.Now()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-ticker.C:
		}
		if now := f.count(); now != heard {
			heard, since = now, time.Now()
		} else if time.Since(since) > quietFor && c.Take(ctx, stationID) {
			return true
		}
	}
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
