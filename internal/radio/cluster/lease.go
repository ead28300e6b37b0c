// Package cluster lets several servers play one station: a lease says which of
// them makes its sound, and the others pass it on to their own listeners. When
// the owner dies another takes the station, and nobody who listens notices
// more than a moment.
package cluster

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"sonora/internal/bus"
	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

const (
	leaseKind  = "sonora-stations"
	leaseGood  = 3 * time.Second
	renewEvery = time.Second
	askTime    = 2 * time.Second
)

// Config of a Cluster.
type Config struct {
	Bus *bus.Bus
	Log *slog.Logger
	// Open returns the sound of a station this server owns, running until release.
	Open func(ctx context.Context, stationID string, codec frame.Codec) (h *hub.Hub, release func(), err error)
	// Lost is told that another server may play a station from now on: this one
	// has to stop at once.
	Lost func(stationID string)
	// Yield asks this server to stop playing a station because another wants it,
	// for somebody who goes on air there. It returns when the station is silent.
	Yield func(ctx context.Context, stationID string) error
	// Obey does what another server was asked to do with a station of this one;
	// reloading is for every server.
	Obey func(ctx context.Context, stationID string, o station.Order) error
	// Counts are how many listen here, by station.
	Counts func() map[string]int
}

// Cluster is this server's part in playing stations together.
type Cluster struct {
	Config
	node   string
	leases *bus.Leases
	stop   []func()

	mu     sync.Mutex
	owned  map[string]*lease
	offers map[offerKey]*offer
	edges  map[offerKey]*edge
	others map[string]counts // of the other servers
	ctx    context.Context   //nolint:containedctx // of what is offered to others, until Close
	cancel context.CancelFunc
	ended  sync.WaitGroup
}

// lease is a station this server owns.
type lease struct {
	epoch uint64 // the turn it was taken in: rises with every owner
	turn  uint64 // of the last renewal
	until time.Time
}

// Open joins the cluster. Close leaves it.
func Open(ctx context.Context, c Config) (*Cluster, error) {
	leases, err := c.Bus.Leases(ctx, leaseKind, leaseGood)
	if err != nil {
		return nil, err
	}
	cl := &Cluster{Config: c, node: music.NewID(), leases: leases, owned: map[string]*lease{}, offers: map[offerKey]*offer{}, edges: map[offerKey]*edge{}, others: map[string]counts{}}
	cl.ctx, cl.cancel = context.WithCancel(context.WithoutCancel(ctx))
	for subject, handle := range map[string]func([]byte, func([]byte)){
		wantSubject: cl.wanted, yieldSubject: cl.yielded, orderSubject: cl.ordered, codecSubject: cl.codecAsked, countSubject: cl.counted,
	} {
		stop, err := c.Bus.Receive(subject, handle)
		if err != nil {
			cl.Close()
			return nil, err
		}
		cl.stop = append(cl.stop, stop)
	}
	return cl, nil
}

// Close lets go of every station, so that the others need not wait.
func (c *Cluster) Close() {
	for _, stop := range c.stop {
		stop()
	}
	c.mu.Lock()
	c.cancel()
	c.mu.Unlock()
	c.ended.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	c.mu.Lock()
	owned := c.owned
	c.owned = map[string]*lease{}
	c.mu.Unlock()
	for id, l := range owned {
		if err := c.leases.Give(ctx, id, l.turn); err != nil {
			c.Log.Warn("station not handed on", "station", id, "error", err)
		}
	}
}

// begin runs f beside, unless the server is leaving.
func (c *Cluster) begin(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() == nil {
		c.ended.Go(f)
	}
}

// Owns reports whether this server plays a station.
func (c *Cluster) Owns(stationID string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.owned[stationID] != nil
}

// Epoch is the number of this server's time with a station; 0 when it is not
// its own. It rises with every owner.
func (c *Cluster) Epoch(stationID string) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if l := c.owned[stationID]; l != nil {
		return l.epoch
	}
	return 0
}

// Take asks for a station that nobody plays; true when this server has it.
func (c *Cluster) Take(ctx context.Context, stationID string) bool {
	if c.Owns(stationID) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	asked := time.Now()
	turn, ok, err := c.leases.Take(ctx, stationID, c.node)
	if err != nil {
		c.Log.Warn("station not taken", "station", stationID, "error", err)
	}
	if !ok {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.owned[stationID] = &lease{epoch: turn, turn: turn, until: asked.Add(leaseGood)}
	c.Log.Info("plays a station for the cluster", "station", stationID)
	return true
}

// Give lets another server have a station.
func (c *Cluster) Give(ctx context.Context, stationID string) {
	c.mu.Lock()
	l := c.owned[stationID]
	delete(c.owned, stationID)
	c.mu.Unlock()
	if l == nil {
		return
	}
	c.withdraw(stationID)
	if err := c.leases.Give(ctx, stationID, l.turn); err != nil {
		c.Log.Warn("station not handed on", "station", stationID, "error", err)
	}
}

// Run renews what this server owns until ctx ends.
func (c *Cluster) Run(ctx context.Context) error {
	ticker := time.NewTicker(renewEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			c.renew(ctx)
			c.tellCounts()
		}
	}
}

// renew keeps the leases. One that cannot be renewed before it ends is lost:
// another server may have it by then.
func (c *Cluster) renew(ctx context.Context) {
	c.mu.Lock()
	held := make(map[string]lease, len(c.owned))
	for id, l := range c.owned {
		held[id] = *l
	}
	c.mu.Unlock()
	for id, l := range held {
		asked := time.Now()
		renewing, cancel := context.WithDeadline(ctx, l.until)
		turn, err := c.leases.Renew(renewing, id, c.node, l.turn)
		cancel()
		switch {
		case err == nil:
			c.mu.Lock()
			if mine := c.owned[id]; mine != nil {
				mine.turn, mine.until = turn, asked.Add(leaseGood)
			}
			c.mu.Unlock()
		case errors.Is(err, bus.ErrLost), !time.Now().Before(l.until):
			c.lose(id, err)
		}
	}
}

func (c *Cluster) lose(stationID string, why error) {
	c.mu.Lock()
	delete(c.owned, stationID)
	c.mu.Unlock()
	c.Log.Warn("another server may play the station from now on", "station", stationID, "error", why)
	c.withdraw(stationID)
	c.Lost(stationID)
}
