// Package cluster lets several servers play one station. A lease determines
// which server makes its sound; the others relay it to their own listeners.
// When the owner dies, another server takes the station, and listeners hear an
// interruption of a moment at most.
package cluster

import (
	"context"
	"errors"
	"log/slog"
	"maps"
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
	// server has to stop at once. It returns when the station is silent.
	Lost func(stationID string)
	// Yield returns why this server keeps a station although a DJ wants to go on
	// air on another server, or nil if it gives the station away. title is the one
	// that waits for their source; nil for none.
	Yield func(ctx context.Context, stationID, dj string) (title *station.StreamTitle, err error)
	// Obey carries out a command from another server for a station this server
	// owns. Every server obeys the commands to
	// reload and to announce.
	Obey func(ctx context.Context, stationID string, o station.Order) error
	// Retitle sets the title of a DJ, which another server received, of a station
	// that this server owns.
	Retitle func(ctx context.Context, stationID, dj string, title station.StreamTitle) error
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
	moving map[string]chan struct{} // stations that are being claimed or handed over; closed afterwards
	offers map[offerKey]*offer
	edges  map[offerKey]*edge
	others map[string]counts // listener counts of the other servers
	ctx    context.Context   // of the sound sent to others, until Close
	cancel context.CancelFunc
	ended  sync.WaitGroup
}

// lease is this server's ownership of a station.
type lease struct {
	epoch uint64 // the revision of its acquisition; increases with every owner

	renewing sync.Mutex // held during a renewal
	revision uint64     // the revision of the last renewal
	until    time.Time
}

// Open joins the cluster. Close leaves it.
func Open(ctx context.Context, c Config) (*Cluster, error) {
	leases, err := c.Bus.Leases(ctx, leaseKind, leaseLife)
	if err != nil {
		return nil, err
	}
	cl := &Cluster{Config: c, node: music.NewID(), leases: leases, owned: map[string]*lease{}, moving: map[string]chan struct{}{}, offers: map[offerKey]*offer{}, edges: map[offerKey]*edge{}, others: map[string]counts{}}
	cl.ctx, cl.cancel = context.WithCancel(context.WithoutCancel(ctx))
	for subject, handle := range map[string]func([]byte, func([]byte)){
		wantSubject: cl.handleWant, yieldSubject: cl.handleYield, orderSubject: cl.handleOrder, codecSubject: cl.handleCodec, countSubject: cl.handleCounts, pastSubject: cl.handlePast,
		titleSubject: cl.handleTitle,
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
	for id := range c.held() {
		c.Give(ctx, id)
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
	c.own(stationID, revision, asked)
	return true
}

// own records that this server acquired a station.
func (c *Cluster) own(stationID string, revision uint64, asked time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.owned[stationID] = &lease{epoch: revision, revision: revision, until: asked.Add(leaseLife)}
	c.Log.Info("took station", "station", stationID)
}

// Give releases a station to other servers.
func (c *Cluster) Give(ctx context.Context, stationID string) {
	l := c.disown(stationID)
	if l == nil {
		return
	}
	if err := c.leases.Give(ctx, stationID, l.revision); err != nil {
		c.Log.Warn("release station failed", "station", stationID, "error", err)
	}
}

// disown ends this server's ownership of a station and returns its lease, which
// nobody renews any more. It returns nil if this server is not the owner.
func (c *Cluster) disown(stationID string) *lease {
	c.mu.Lock()
	l := c.owned[stationID]
	delete(c.owned, stationID)
	c.mu.Unlock()
	if l == nil {
		return nil
	}
	c.withdraw(stationID)
	l.renewing.Lock() // until the renewal that is under way has ended
	defer l.renewing.Unlock()
	return l
}

// held returns the leases of this server.
func (c *Cluster) held() map[string]*lease {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.owned)
}

// holds reports whether a lease is still this server's.
func (c *Cluster) holds(stationID string, l *lease) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.owned[stationID] == l
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
			c.renewAll(ctx)
			c.tellCounts()
		}
	}
}

func (c *Cluster) renewAll(ctx context.Context) {
	for id, l := range c.held() {
		if err := c.renew(ctx, id, l); err != nil {
			c.lose(id, l, err)
		}
	}
}

// renew renews a lease. It returns an error if the lease is lost. A lease that
// cannot be renewed before it expires is lost, because another server may have
// it by then.
func (c *Cluster) renew(ctx context.Context, stationID string, l *lease) error {
	l.renewing.Lock()
	defer l.renewing.Unlock()
	if !c.holds(stationID, l) {
		return nil // given away meanwhile
	}
	asked := time.Now()
	ctx, cancel := context.WithDeadline(ctx, l.until)
	defer cancel()
	revision, err := c.leases.Renew(ctx, stationID, c.node, l.revision)
	if err == nil {
		l.revision, l.until = revision, asked.Add(leaseLife)
		return nil
	}
	if errors.Is(err, bus.ErrLost) || !time.Now().Before(l.until) {
		return err
	}
	return nil // the next round tries again
}

func (c *Cluster) lose(stationID string, l *lease, why error) {
	c.mu.Lock()
	isMine := c.owned[stationID] == l
	if isMine {
		delete(c.owned, stationID)
	}
	c.mu.Unlock()
	if !isMine {
		return // given away meanwhile
	}
	c.Log.Warn("renew station lease failed, another server may take the station", "station", stationID, "error", why)
	c.withdraw(stationID)
	c.Lost(stationID)
}
