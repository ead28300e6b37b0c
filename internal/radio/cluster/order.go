package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

const (
	orderSubject = "sonora.radio.order"
	codecSubject = "sonora.radio.codec"
	countSubject = "sonora.radio.count"

	countLife = 10 * time.Second
)

// order is a command to the owner of a station, or to all servers.
type order struct {
	From    string        `json:"from"` // ID of the sending server
	Station string        `json:"station"`
	Order   station.Order `json:"order"`
}

// reply is the owner's answer.
type reply struct {
	Problem music.Message `json:"problem,omitzero"`
	Code    music.Code    `json:"code,omitempty"`
	Codec   frame.Codec   `json:"codec,omitempty"`
}

// Order sends a command to the owner of a station.
func (c *Cluster) Order(ctx context.Context, stationID string, o station.Order) error {
	_, err := c.askOwner(ctx, orderSubject, order{From: c.node, Station: stationID, Order: o})
	return err
}

// Tell announces to every other server that a station's configuration changed.
func (c *Cluster) Tell(stationID string) {
	data, err := json.Marshal(order{From: c.node, Station: stationID, Order: station.OrderReload})
	if err == nil {
		err = c.Bus.Send(orderSubject, data)
	}
	if err != nil {
		c.Log.Warn("announce changed station failed", "station", stationID, "error", err)
	}
}

// Resume asks every other server to announce what its stations do.
func (c *Cluster) Resume() {
	data, err := json.Marshal(order{From: c.node, Order: station.OrderAnnounce})
	if err == nil {
		err = c.Bus.Send(orderSubject, data)
	}
	if err != nil {
		c.Log.Warn("ask for announcements failed", "error", err)
	}
}

// isForAll reports whether every server obeys a command.
func isForAll(o station.Order) bool { return o == station.OrderReload || o == station.OrderAnnounce }

// Codec returns the codec of a station's main stream.
func (c *Cluster) Codec(ctx context.Context, stationID string) (frame.Codec, error) {
	if c.Owns(stationID) || c.Take(ctx, stationID) {
		h, release, err := c.Open(ctx, stationID, frame.NoCodec)
		if err != nil {
			return frame.NoCodec, err
		}
		defer release()
		return h.Codec(), nil
	}
	r, err := c.askOwner(ctx, codecSubject, order{From: c.node, Station: stationID})
	return r.Codec, err
}

var errNoOwner = music.NewError(music.Unavailable, "No server plays this station at the moment. Try again soon.")

func (c *Cluster) askOwner(ctx context.Context, subject string, question any) (reply, error) {
	data, err := json.Marshal(question)
	if err != nil {
		return reply{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	answer, err := c.Bus.Ask(ctx, subject, data)
	if err != nil {
		return reply{}, errNoOwner
	}
	return readReply(answer)
}

// readReply returns a reply, or the problem in it as an error.
func readReply(answer []byte) (r reply, err error) {
	if err := json.Unmarshal(answer, &r); err != nil {
		return reply{}, err
	}
	if err := r.err(); err != nil {
		return reply{}, err
	}
	return r, nil
}

// err returns the problem in a reply as a *music.Error, or nil.
func (r reply) err() error {
	if r.Problem.IsZero() {
		return nil
	}
	return &music.Error{Code: r.Code, Detail: r.Problem}
}

// refusal returns the reply with an error.
func refusal(err error) reply {
	if told, ok := errors.AsType[*music.Error](err); ok {
		return reply{Problem: told.Detail, Code: told.Code}
	}
	return reply{Problem: music.Say("The station cannot do this at the moment."), Code: music.Unavailable}
}

// handleOrder carries out a command of another server.
func (c *Cluster) handleOrder(data []byte, answer func([]byte)) {
	var o order
	if json.Unmarshal(data, &o) != nil || o.From == c.node || !isForAll(o.Order) && !c.Owns(o.Station) {
		return
	}
	c.begin(func() {
		ctx, cancel := context.WithTimeout(c.ctx, askTime)
		defer cancel()
		c.reply(answer, reply{}, c.Obey(ctx, o.Station, o.Order))
	})
}

// handleCodec answers with the codec of the main stream of a station owned here.
func (c *Cluster) handleCodec(data []byte, answer func([]byte)) {
	var o order
	if json.Unmarshal(data, &o) != nil || !c.Owns(o.Station) {
		return
	}
	c.begin(func() {
		ctx, cancel := context.WithTimeout(c.ctx, askTime)
		defer cancel()
		codec, err := c.Codec(ctx, o.Station)
		c.reply(answer, reply{Codec: codec}, err)
	})
}

func (c *Cluster) reply(answer func([]byte), r reply, err error) {
	if err != nil {
		r = refusal(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		c.Log.Error("encode answer failed", "error", err)
		return
	}
	answer(data)
}

// Free returns those of the stations that nobody plays.
func (c *Cluster) Free(ctx context.Context, stationIDs []string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	held, err := c.leases.Held(ctx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(stationIDs), func(id string) bool { return held[id] }), nil
}

// counts are the listener counts of one server, by station.
type counts struct {
	Node     string         `json:"node"`
	Stations map[string]int `json:"stations"`
	at       time.Time
}

// tellCounts announces how many people listen on this server.
func (c *Cluster) tellCounts() {
	data, err := json.Marshal(counts{Node: c.node, Stations: c.Counts()})
	if err == nil {
		err = c.Bus.Send(countSubject, data)
	}
	if err != nil {
		c.Log.Warn("announce listener counts failed", "error", err)
	}
}

// handleCounts records the listener counts of another server.
func (c *Cluster) handleCounts(data []byte, _ func([]byte)) {
	var n counts
	if json.Unmarshal(data, &n) != nil || n.Node == c.node || n.Node == "" {
		return
	}
	n.at = time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.others, func(_ string, old counts) bool { return time.Since(old.at) > countLife })
	c.others[n.Node] = n
}

// ListenersElsewhere returns the number of people who listen to a station on
// other servers.
func (c *Cluster) ListenersElsewhere(stationID string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, other := range c.others {
		if time.Since(other.at) <= countLife {
			n += other.Stations[stationID]
		}
	}
	return n
}
