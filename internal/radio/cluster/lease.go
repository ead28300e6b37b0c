// Package cluster lets several servers play one station. A lease determines
// which server makes its sound; the others relay it to their own listeners.
// When the owner dies, another server takes the station, and listeners hear an
// interruption of a moment at most.
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
	leaseLife  = 3 * time.Second
	renewEvery = time.Second
	askTime    = 2 * time.Second
)

// Config is what a Cluster needs.
type Config struct {
	Bus *bus.Bus
	Log *slog.Logger
	// Open returns the sound of a station that this server owns. The station
	// plays until release is called.
	Open func(ctx context.Context, stationID string, codec frame.Codec) (h *hub.Hub, release func(), err error)
	// Lost is called when another server may play a station from now on. This
	// server has to stop at once.
	Lost func(stationID string)
	// Yield asks this server to stop a station because a source goes on air on
	// another server. It returns when the station is silent.
	Yield func(ctx context.Context, stationID string) error
	// Obey carries out a command from another server for a station this server
	// owns. Every server obeys the commands to
	// reload and to announce.
	Obey func(ctx context.Context, stationID string, o station.Order) error
	// Answer answers a question of another server about what the holder of a
	// lease keeps.
	Answer func(ctx context.Context, lease string, question []byte) ([]byte, error)
	// Counts returns the number of listeners on this server by station.
	Counts func() map[string]int
}

// Cluster is this server's membership in the cluster.
type Cluster struct {
	Config
	node   string
	leases *bus.Leases
	stop   []func()

	mu     sync.Mutex
	owned  map[string]*lease
	offers map[offerKey]*offer
	edges  map[offerKey]*edge
	others map[string]counts // listener counts of the other servers
	ctx    context.Context   // of the sound sent to others, until Close
	cancel context.CancelFunc
	ended  sync.WaitGroup
}

// lease is this server's ownership of a station.
type lease struct {
	epoch    uint64 // the revision of its acquisition; increases with every owner
	revision uint64 // the revision of the last renewal
	until    time.Time
}

// Open joins the cluster. Close leaves it.
func Open(ctx context.Context, c Config) (*Cluster, error) {
	leases, err := c.Bus.Leases(ctx, leaseKind, leaseLife)
	if err != nil {
		return nil, err
	}
	cl := &Cluster{Config: c, node: music.NewID(), leases: leases, owned: map[string]*lease{}, offers: map[offerKey]*offer{}, edges: map[offerKey]*edge{}, others: map[string]counts{}}
	cl.ctx, cl.cancel = context.WithCancel(context.WithoutCancel(ctx))
	for subject, handle := range map[string]func([]byte, func([]byte)){
		wantSubject: cl.handleWant, yieldSubject: cl.handleYield, orderSubject: cl.handleOrder, codecSubject: cl.handleCodec, countSubject: cl.handleCounts, pastSubject: cl.handlePast,
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

// Close releases every station, so that the other servers need not wait.
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
		if err := c.leases.Give(ctx, id, l.revision); err != nil {
			c.Log.Warn("release station failed", "station", id, "error", err)
		}
	}
}

// begin runs f in a goroutine unless the server is leaving.
func (c *Cluster) begin(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() == nil {
		c.ended.Go(f)
	}
}

// IsCluster reports that other servers may play stations too.
func (*Cluster) IsCluster() bool { return true }

// Owns reports whether this server plays a station.
func (c *Cluster) Owns(stationID string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.owned[stationID] != nil
}

// Epoch returns the number of this server's ownership of a station, 0 if it is
// not the owner. It increases with every owner.
func (c *Cluster) Epoch(stationID string) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if l := c.owned[stationID]; l != nil {
		return l.epoch
	}
	return 0
}

// Take acquires a station that nobody plays, and reports whether this server
// owns it now.
func (c *Cluster) Take(ctx context.Context, stationID string) bool {
	if c.Owns(stationID) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	asked := time.Now()
	revision, ok, err := c.leases.Take(ctx, stationID, c.node)
	if err != nil {
		c.Log.Warn("take station failed", "station", stationID, "error", err)
	}
	if !ok {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.owned[stationID] = &lease{epoch: revision, revision: revision, until: asked.Add(leaseLife)}
	c.Log.Info("took station", "station", stationID)
	return true
}

// Give releases a station to other servers.
func (c *Cluster) Give(ctx context.Context, stationID string) {
	c.mu.Lock()
	l := c.owned[stationID]
	delete(c.owned, stationID)
	c.mu.Unlock()
	if l == nil {
		return
	}
	c.withdraw(stationID)
	if err := c.leases.Give(ctx, stationID, l.revision); err != nil {
		c.Log.Warn("release station failed", "station", stationID, "error", err)
	}
}

// Run renews this server's leases until ctx ends.
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

// renew renews the leases. A lease that cannot be renewed before it expires is
// lost, because another server may have it by then.
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
		revision, err := c.leases.Renew(renewing, id, c.node, l.revision)
		cancel()
		switch {
		case err == nil:
			c.mu.Lock()
			if mine := c.owned[id]; mine != nil {
				mine.revision, mine.until = revision, asked.Add(leaseLife)
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
	c.Log.Warn("renew station lease failed, another server may take the station", "station", stationID, "error", why)
	c.withdraw(stationID)
	c.Lost(stationID)
}
