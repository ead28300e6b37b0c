package radio

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// Ownership says which stations this server plays. In a cluster each has one
// owner; the others pass on what it plays. *cluster.Cluster implements it.
type Ownership interface {
	// Owns reports whether this server plays a station.
	Owns(stationID string) bool
	// Take asks for a station that nobody plays; true when this server has it.
	Take(ctx context.Context, stationID string) bool
	// Claim asks for a station for somebody who goes on air here, also from the
	// server that plays it.
	Claim(ctx context.Context, stationID string) error
	// Give lets another server have a station.
	Give(ctx context.Context, stationID string)
	// Free are those of the stations that nobody plays.
	Free(ctx context.Context, stationIDs []string) ([]string, error)
	// Codec is what the stream a station has is made of.
	Codec(ctx context.Context, stationID string) (frame.Codec, error)
	// Listen is the sound of a station, whoever makes it, until release.
	Listen(stationID string, codec frame.Codec) (h *hub.Hub, release func(), err error)
	// Order has the owner of a station do something with it.
	Order(ctx context.Context, stationID string, o station.Order) error
	// Tell says to every server that the configuration of a station is another.
	Tell(stationID string)
	// Elsewhere is how many listen to a station on the other servers.
	Elsewhere(stationID string) int
}

// adoptEvery is how often a server of a cluster looks for stations that nobody
// plays any more.
const adoptEvery = time.Second

// Join makes this server one of several. It is called before Run.
func (s *Service) Join(owners Ownership) { s.owners = owners }

// owns reports whether this server may play a station.
func (s *Service) owns(id string) bool { return s.owners == nil || s.owners.Owns(id) }

// take asks for a station that nobody plays.
func (s *Service) take(ctx context.Context, id string) bool {
	return s.owners == nil || s.owners.Take(ctx, id)
}

// relaysLease is held by the server that asks relays for all of a cluster.
const relaysLease = "relays-asked"

// AsksRelays reports whether this server finds out for all which relays are
// there.
func (s *Service) AsksRelays(ctx context.Context) bool { return s.take(ctx, relaysLease) }

// claim asks for a station for somebody who goes on air here.
func (s *Service) claim(ctx context.Context, id string) error {
	if s.owners == nil {
		return nil
	}
	if err := s.owners.Claim(ctx, id); err != nil {
		return errElsewhere
	}
	return nil
}

// Open is the sound of a station this server owns, for whoever hands it on.
func (s *Service) Open(ctx context.Context, stationID string, codec frame.Codec) (*hub.Hub, func(), error) {
	m, err := s.Store.Station(ctx, operator, stationID)
	if err != nil {
		return nil, nil, err
	}
	return s.open(ctx, m, codec)
}

// Lost ends a station that another server plays from now on.
func (s *Service) Lost(stationID string) { s.end(stationID) }

var errBusy = music.NewError(music.Conflict, "Somebody is on air on another server.")

// Yield ends a station for somebody who goes on air on another server, unless
// somebody is on air here.
func (s *Service) Yield(_ context.Context, stationID string) error {
	if p := s.find(stationID); p != nil && p.Status().State == station.StateLive {
		return errBusy
	}
	s.end(stationID)
	return nil
}

// Counts are how many listen here, by station.
func (s *Service) Counts() map[string]int {
	counts := map[string]int{}
	for _, status := range s.Statuses() {
		if n := s.sessions.Count(status.StationID); n > 0 {
			counts[status.StationID] = n
		}
	}
	return counts
}

// Obey does what another server was asked to do with a station of this one.
func (s *Service) Obey(ctx context.Context, stationID string, o station.Order) error {
	switch o {
	case station.OrderSkip:
		return s.skip(ctx, stationID)
	case station.OrderDisconnect:
		return s.PutOff(ctx, stationID)
	default:
		return s.reload(ctx, stationID)
	}
}

// adopt takes the stations that play by themselves and that nobody plays,
// again and again: their owner may have died.
func (s *Service) adopt(ctx context.Context) {
	ticker := time.NewTicker(adoptEvery)
	defer ticker.Stop()
	for {
		s.startAll(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// free are the stations of a list that this server may play.
func (s *Service) free(ctx context.Context, stations []station.Station) map[string]bool {
	may := map[string]bool{}
	ids := make([]string, 0, len(stations))
	for i := range stations {
		may[stations[i].ID] = s.owns(stations[i].ID)
		if !may[stations[i].ID] {
			ids = append(ids, stations[i].ID)
		}
	}
	if s.owners == nil || len(ids) == 0 {
		return may
	}
	free, err := s.owners.Free(ctx, ids)
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("stations without an owner are not found", "error", err)
	}
	for _, id := range free {
		may[id] = s.take(ctx, id)
	}
	return may
}
