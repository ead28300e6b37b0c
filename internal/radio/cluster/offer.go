package cluster

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
)

const (
	wantSubject  = "sonora.radio.want"
	chunkSubject = "sonora.radio.chunk." // station.codec

	wantEvery = 2 * time.Second
	wantLife  = 3 * wantEvery
	snapshot  = 8 * time.Second // of sound, for a server that joins
	maxBytes  = 768 << 10       // of a snapshot: the maximum message of NATS is one megabyte
)

// want is the request of a server with listeners to the owner of a station.
type want struct {
	Station string      `json:"station"`
	Codec   frame.Codec `json:"codec"`
	Fresh   bool        `json:"fresh"` // it has no sound yet
}

type offerKey struct {
	station string
	codec   frame.Codec
}

// offer is sound that is sent to other servers.
type offer struct {
	hub    *hub.Hub
	cancel context.CancelFunc
	wanted time.Time // last request
}

func subjectOf(stationID string, codec frame.Codec) string {
	return chunkSubject + stationID + "." + string(codec)
}

// handleWant answers a server that wants the sound of a station owned here: with a
// snapshot of the last seconds, then with every chunk as it is made.
func (c *Cluster) handleWant(data []byte, answer func([]byte)) {
	var w want
	if err := json.Unmarshal(data, &w); err != nil || !c.Owns(w.Station) {
		return
	}
	c.begin(func() { // opening may take a moment, and other requests arrive meanwhile
		o, err := c.offer(w)
		if err != nil {
			c.Log.Warn("offer station sound failed", "station", w.Station, "codec", w.Codec, "error", err)
			return
		}
		if w.Fresh {
			answer(snapshotOf(o.hub))
		}
	})
}

// offer starts to send a station's sound, or continues to.
func (c *Cluster) offer(w want) (*offer, error) {
	key := offerKey{w.Station, w.Codec}
	c.mu.Lock()
	if o := c.offers[key]; o != nil {
		o.wanted = time.Now()
		c.mu.Unlock()
		return o, nil
	}
	c.mu.Unlock()
	h, release, err := c.Open(c.ctx, w.Station, w.Codec)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(c.ctx)
	o := &offer{hub: h, cancel: cancel, wanted: time.Now()}
	c.mu.Lock()
	defer c.mu.Unlock()
	if other := c.offers[key]; other != nil || c.ctx.Err() != nil {
		cancel()
		release()
		if other == nil {
			return nil, c.ctx.Err()
		}
		return other, nil
	}
	c.offers[key] = o
	reader := h.Subscribe(0) // before the snapshot, so that nothing is missing between both
	c.ended.Go(func() {
		defer release()
		c.send(ctx, key, o, reader)
	})
	return o, nil
}

// send sends chunks until nobody requests them any more.
func (c *Cluster) send(ctx context.Context, key offerKey, o *offer, reader *hub.Reader) {
	defer c.forget(key, o)
	subject := subjectOf(key.station, key.codec)
	for {
		chunk, err := reader.Next(ctx)
		if err != nil {
			return
		}
		if err := c.Bus.Send(subject, appendChunk(nil, chunk)); err != nil {
			c.Log.Warn("send station sound failed", "station", key.station, "error", err)
		}
		if !c.isWanted(o) {
			return
		}
	}
}

func (c *Cluster) isWanted(o *offer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Since(o.wanted) < wantLife
}

func (c *Cluster) forget(key offerKey, o *offer) {
	o.cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.offers[key] == o {
		delete(c.offers, key)
	}
}

// withdraw stops sending a station.
func (c *Cluster) withdraw(stationID string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, o := range c.offers {
		if key.station == stationID {
			o.cancel()
		}
	}
}

func snapshotOf(h *hub.Hub) []byte {
	chunks := h.Since(snapshot)
	size := 0
	for i, chunk := range slices.Backward(chunks) {
		size += len(chunk.Data) + len(chunk.Header) + 1024
		if size > maxBytes {
			chunks = chunks[i+1:]
			break
		}
	}
	var b []byte
	for _, chunk := range chunks {
		b = appendChunk(b, chunk)
	}
	return b
}
