package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"sonora/internal/bus"
)

const (
	yieldSubject = "sonora.radio.yield"
	maxAsks      = 2 // of a claim: the first owner may die before it answers
)

// yield is the request of a server where a source goes on air to the owner of
// the station.
type yield struct {
	Station string `json:"station"`
	From    string `json:"from"` // ID of the asking server
}

// yielded is the owner's answer.
type yielded struct {
	Kept     string `json:"kept,omitempty"`     // why the owner keeps the station
	Revision uint64 `json:"revision,omitempty"` // of the lease, which is the asking server's now; 0 if the owner lost the lease
}

// handleYield hands a station over to another server where a source goes on air.
func (c *Cluster) handleYield(data []byte, answer func([]byte)) {
	var y yield
	if json.Unmarshal(data, &y) != nil || !c.Owns(y.Station) {
		return
	}
	c.begin(func() {
		data, err := json.Marshal(c.handOver(y))
		if err != nil {
			c.Log.Error("encode answer failed", "error", err)
			return
		}
		answer(data)
	})
}

// handOver stops a station and gives its lease to another server. Nobody can
// take the station in between, because it always has a lease.
func (c *Cluster) handOver(y yield) yielded {
	if y.From == c.node {
		return yielded{} // it took the station after it had asked
	}
	if err := c.Yield(y.Station); err != nil {
		return yielded{Kept: err.Error()}
	}
	l := c.disown(y.Station)
	if l == nil {
		return yielded{}
	}
	c.Lost(y.Station)
	ctx, cancel := context.WithTimeout(c.ctx, askTime)
	defer cancel()
	revision, err := c.leases.Renew(ctx, y.Station, y.From, l.revision)
	if err != nil {
		c.Log.Warn("hand over station failed", "station", y.Station, "error", err)
	}
	return yielded{Revision: revision}
}

// errKept means that the owner of a station keeps it.
var errKept = errors.New("another server keeps the station")

// Claim acquires a station for a source that connects to this server, even from
// the server that plays it. The error says why that server keeps it.
func (c *Cluster) Claim(ctx context.Context, stationID string) error {
	if c.Take(ctx, stationID) {
		return nil
	}
	var err error
	for range maxAsks {
		if err = c.askForStation(ctx, stationID); err == nil || errors.Is(err, errKept) {
			return err
		}
		if c.Take(ctx, stationID) {
			return nil
		}
	}
	return err
}

// askForStation has the owner of a station hand it over to this server. The
// error is errKept if the owner keeps it.
func (c *Cluster) askForStation(ctx context.Context, stationID string) error {
	data, err := json.Marshal(yield{Station: stationID, From: c.node})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*askTime)
	defer cancel()
	answer, err := c.Bus.Ask(ctx, yieldSubject, data)
	if err != nil {
		return err
	}
	var y yielded
	if err := json.Unmarshal(answer, &y); err != nil {
		return err
	}
	if y.Kept != "" {
		return errors.Join(errKept, errors.New(y.Kept))
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
	return nil
}
