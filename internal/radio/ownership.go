package radio

import (
	"context"
	"errors"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/ingest"
	"sonora/internal/station"
)

// Ownership says which stations this server plays. In a cluster each station
// has one owner, and the other servers relay its sound. *cluster.Cluster
// implements it.
type Ownership interface {
	// IsCluster reports whether other servers may play stations too.
	IsCluster() bool
	// Owns reports whether this server plays a station.
	Owns(stationID string) bool
	// Take acquires a station that nobody plays, and reports whether this
	// server owns it now.
	Take(ctx context.Context, stationID string) bool
	// Claim acquires a station for a source of a DJ that connects to this server,
	// even if another server plays it. If that server keeps the station, the error
	// is a *music.Error with its reason.
	Claim(ctx context.Context, stationID, dj string) error
	// Give releases a station to other servers.
	Give(ctx context.Context, stationID string)
	// Free returns those of the stations that nobody plays.
	Free(ctx context.Context, stationIDs []string) ([]string, error)
	// Codec returns the codec of a station's main stream.
	Codec(ctx context.Context, stationID string) (frame.Codec, error)
	// Listen returns the sound of a station, wherever it is made. Call release
	// when done.
	Listen(ctx context.Context, st *station.Station, codec frame.Codec) (h *hub.Hub, release func(), err error)
	// Order sends a command to the owner of a station.
	Order(ctx context.Context, stationID string, o station.Order) error
	// SetTitle sends the title of a DJ to the owner of a station.
	SetTitle(ctx context.Context, stationID, dj string, title station.StreamTitle) error
	// Tell announces to every server that a station's configuration changed.
	Tell(stationID string)
	// Resume asks the other servers to announce what their stations do, after
	// announcements may have been lost.
	Resume()
	// ListenersElsewhere returns the number of people who listen to a station on
	// other servers.
	ListenersElsewhere(stationID string) int
}

// adoptEvery is how often a server in a cluster looks for stations without an
// owner.
const adoptEvery = time.Second

// Join makes this server a member of a cluster. Call it before Run.
func (s *Service) Join(owners Ownership) { s.owners = owners }

// owns reports whether this server may play a station.
func (s *Service) owns(id string) bool { return s.owners.Owns(id) }

// take acquires a station that nobody plays.
func (s *Service) take(ctx context.Context, id string) bool { return s.owners.Take(ctx, id) }

// relaysLease is held by the server that probes relays for the whole cluster.
const relaysLease = "relays-asked"

// ProbesRelays reports whether this server probes relays for the whole cluster.
func (s *Service) ProbesRelays(ctx context.Context) bool { return s.take(ctx, relaysLease) }

// claim acquires a station for a source that connects to this server.
func (s *Service) claim(ctx context.Context, p ingest.Pass) error {
	err := s.owners.Claim(ctx, p.Station.ID, p.DJID)
	if _, isTold := errors.AsType[*music.Error](err); err == nil || isTold {
		return inUse(err)
	}
	return errElsewhere.Because(err)
}

// Open returns the sound of a station this server owns, for another server to
// relay.
func (s *Service) Open(ctx context.Context, stationID string, codec frame.Codec) (*hub.Hub, func(), error) {
	if p := s.find(stationID); p != nil {
		return p.Listen(ctx, codec)
	}
	st, err := s.Store.Station(ctx, operator, stationID)
	if err != nil {
		return nil, nil, err
	}
	return s.open(ctx, st, codec)
}

// Lost stops a station that another server plays from now on.
func (s *Service) Lost(stationID string) { s.end(stationID) }

// Yield returns why a DJ who connects to another server cannot go on air, so that
// this server keeps the station: the same reason as if they connected here. title
// is the one that waits for their source; nil for none.
func (s *Service) Yield(ctx context.Context, stationID, dj string) (title *station.StreamTitle, err error) {
	if s.arrivals.isExpected(stationID) {
		return nil, ingest.ErrInUse
	}
	if on := s.find(stationID); on != nil {
		title, err = on.Yield(ctx, dj)
	}
	return title, inUse(err)
}

// Counts returns the number of listeners on this server by station.
func (s *Service) Counts() map[string]int {
	counts := map[string]int{}
	for _, status := range s.Statuses() {
		if n := s.sessions.Count(status.StationID); n > 0 {
			counts[status.StationID] = n
		}
	}
	return counts
}

// Obey carries out a command from another server for a station this server
// owns.
func (s *Service) Obey(ctx context.Context, stationID string, o station.Order) error {
	switch o {
	case station.OrderSkip:
		return s.skip(ctx, stationID)
	case station.OrderDisconnect:
		return s.Disconnect(ctx, stationID)
	case station.OrderAnnounce:
		s.announce()
		return nil
	default:
		return s.reload(ctx, stationID)
	}
}

// announce publishes what the stations of this server do.
func (s *Service) announce() {
	for _, p := range s.all() {
		if status, known := s.Status(p.history.id()); known {
			s.Events.Publish(music.Event{Type: music.EventStation, Data: status})
		}
	}
}

// resume makes up for events that may have been lost: what other servers play,
// and changes of the stations that play here.
func (s *Service) resume(ctx context.Context) {
	s.mu.Lock()
	clear(s.elsewhere)
	s.mu.Unlock()
	s.owners.Resume()
	for _, p := range s.all() {
		if err := s.reload(ctx, p.history.id()); err != nil && ctx.Err() == nil {
			s.Log.Error("reload station failed", "station", p.history.id(), "error", err)
		}
	}
}

// adopt starts the stations that play by themselves and that nobody plays. In a
// cluster it looks again and again, since their owner may have died.
func (s *Service) adopt(ctx context.Context) {
	s.startAll(ctx)
	if !s.owners.IsCluster() {
		return
	}
	ticker := time.NewTicker(adoptEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.startAll(ctx)
		}
	}
}

// free returns those of the stations that this server may play.
func (s *Service) free(ctx context.Context, stations []station.Station) map[string]bool {
	may := map[string]bool{}
	ids := make([]string, 0, len(stations))
	for i := range stations {
		may[stations[i].ID] = s.owns(stations[i].ID)
		if !may[stations[i].ID] {
			ids = append(ids, stations[i].ID)
		}
	}
	if len(ids) == 0 {
		return may
	}
	free, err := s.owners.Free(ctx, ids)
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("find stations without an owner failed", "error", err)
	}
	for _, id := range free {
		may[id] = s.take(ctx, id)
	}
	return may
}
