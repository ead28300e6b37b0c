package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"sonora/internal/bus"
	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	yieldSubject = "sonora.radio.yield"
	maxAsks      = 2 // of a claim: the first owner may die before it answers
)

// yield is the request of a server where a source goes on air to the owner of
// the station.
type yield struct {
	Station string `json:"station"`
	DJ      string `json:"dj"`
	From    string `json:"from"` // ID of the asking server
}

// yieldReply is the owner's answer: the problem says why it keeps the station.
type yieldReply struct {
	reply

	Revision uint64               `json:"revision,omitempty"` // of the lease, which is the asking server's now; 0 if the owner lost the lease
	Title    *station.StreamTitle `json:"title,omitempty"`    // of the DJ, for their source
}

// handleYield hands a station over to another server where a source goes on air. A
// server that is claiming the station itself answers once it has it.
func (c *Cluster) handleYield(data []byte, answer func([]byte)) {
	var y yield
	if json.Unmarshal(data, &y) != nil {
		return
	}
	c.begin(func() {
		ctx, cancel := context.WithTimeout(c.ctx, askTime)
		defer cancel()
		yielded := c.handOver(ctx, y)
		if yielded == nil {
			return
		}
		data, err := json.Marshal(yielded)
		if err != nil {
			c.Log.Error("encode answer failed", "error", err)
			return
		}
		answer(data)
	})
}

// handOver stops a station and gives its lease to another server. Nobody can
// take the station in between, because it always has a lease. It returns nil if
// this server is not the owner.
func (c *Cluster) handOver(ctx context.Context, y yield) *yieldReply {
	if y.From != c.node { // otherwise this server took the station after it had asked
		moved, err := c.move(ctx, y.Station)
		if err != nil {
			return nil // the other server asks again
		}
		defer moved()
	}
	if !c.Owns(y.Station) {
		return nil
	}
	if y.From == c.node {
		return &yieldReply{}
	}
	title, err := c.Yield(ctx, y.Station, y.DJ)
	if err != nil {
		return &yieldReply{reply: refusal(err)}
	}
	l := c.disown(y.Station)
	if l == nil {
		return &yieldReply{}
	}
	c.Lost(y.Station)
	ctx, cancel := context.WithTimeout(c.ctx, askTime)
	defer cancel()
	revision, err := c.leases.Renew(ctx, y.Station, y.From, l.revision)
	if err != nil {
		c.Log.Warn("hand over station failed", "station", y.Station, "error", err)
	}
	return &yieldReply{Revision: revision, Title: title}
}

// move begins a claim of a station, or its handover; call moved at the end. It
// waits while another one is under way.
func (c *Cluster) move(ctx context.Context, stationID string) (moved func(), err error) {
	for {
		c.mu.Lock()
		other := c.moving[stationID]
		if other == nil {
			break
		}
		c.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	defer c.mu.Unlock()
	mine := make(chan struct{})
	c.moving[stationID] = mine
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.moving, stationID)
		close(mine)
	}, nil
}

// Claim acquires a station for a source of a DJ that connects to this server, even
// from the server that plays it. If that server keeps it, the error is a
// *music.Error with its reason.
func (c *Cluster) Claim(ctx context.Context, stationID, dj string) error {
	moved, err := c.move(ctx, stationID)
	if err != nil {
		return err
	}
	defer moved()
	if c.Take(ctx, stationID) {
		return nil
	}
	for range maxAsks {
		err = c.askForStation(ctx, stationID, dj)
		if _, isKept := errors.AsType[*music.Error](err); err == nil || isKept {
			return err
		}
		if c.Take(ctx, stationID) {
			return nil
		}
	}
	return err
}

// askForStation has the owner of a station hand it over to this server.
func (c *Cluster) askForStation(ctx context.Context, stationID, dj string) error {
	data, err := json.Marshal(yield{Station: stationID, DJ: dj, From: c.node})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*askTime)
	defer cancel()
	answer, err := c.Bus.Ask(ctx, yieldSubject, data)
	if err != nil {
		return err
	}
	var y yieldReply
	if err := json.Unmarshal(answer, &y); err != nil {
		return err
	}
	if err := y.err(); err != nil {
		return err
	}
	if y.Revision == 0 {
		return bus.ErrLost
	}
	asked := time.Now()
	revision, err := c.leases.Renew(ctx, stationID, c.node, y.Revision) // the lease may be as old as the answer
	if err != nil {
		return err
	}
	c.own(stationID, revision, asked)
	if y.Title == nil {
		return nil
	}
	if err := c.Retitle(ctx, stationID, dj, *y.Title); err != nil {
		c.Log.Warn("set title of claimed station failed", "station", stationID, "error", err)
	}
	return nil
}
