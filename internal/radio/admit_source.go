package radio

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/ingest"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
)

var _ ingest.Stations = (*Service)(nil)

// Admit implements ingest.Stations.
func (s *Service) Admit(ctx context.Context, p ingest.Pass) error {
	arriving := s.arrivals.expect(p) // before the claim, so that the station stays here
	on, err := s.runningStation(ctx, p)
	if err == nil {
		err = inUse(on.Admit(ctx, p.DJID))
	}
	if err != nil {
		s.arrivals.end(arriving)
	}
	return err
}

// runningStation returns the station that a source wants to go on air on, and
// claims it for this server in a cluster.
func (s *Service) runningStation(ctx context.Context, p ingest.Pass) (*playing, error) {
	if err := s.claim(ctx, p); err != nil {
		return nil, err
	}
	if on := s.ensure(p.Station); on != nil {
		return on, nil
	}
	return nil, ErrOff
}

var errElsewhere = music.NewError(music.Unavailable, "Another server plays this station. Try again in a moment.")

// inUse translates an error into the one that source clients know.
func inUse(err error) error {
	if errors.Is(err, playout.ErrInUse) {
		return ingest.ErrInUse
	}
	return err
}

// GoOnAir implements ingest.Stations.
func (s *Service) GoOnAir(ctx context.Context, p ingest.Pass, source ingest.Source) error {
	arriving := s.arrivals.goes(p)
	defer s.arrivals.end(arriving)
	on, err := s.runningStation(ctx, p)
	if err != nil {
		return err
	}
	id := music.NewID()
	defer s.recordShow(p.Station, p.AccountID, p.DJ, id)()
	return inUse(on.GoOnAir(ctx, playout.Source{
		ID: id, Frames: source.Frames, DJ: p.DJ, DJID: p.DJID, Account: p.AccountID, Client: source.Client, Address: source.Address, Browser: source.Browser,
		OnAir: func() {
			s.arrivals.end(arriving)
			if source.OnAir != nil {
				source.OnAir()
			}
		},
	}))
}

// SetTitle implements ingest.Stations. In a cluster, it does not move a station:
// the title goes to the owner.
func (s *Service) SetTitle(ctx context.Context, p ingest.Pass, title station.StreamTitle) error {
	if !s.take(ctx, p.Station.ID) {
		return s.owners.SetTitle(ctx, p.Station.ID, p.DJID, title)
	}
	if on := s.ensure(p.Station); on != nil {
		return on.SetTitle(ctx, p.DJID, title)
	}
	return ErrOff
}

// Retitle sets the title of a DJ, which another server received, of a station that
// this server owns.
func (s *Service) Retitle(ctx context.Context, stationID, dj string, title station.StreamTitle) error {
	if on := s.find(stationID); on != nil {
		return on.SetTitle(ctx, dj, title)
	}
	st, err := s.Store.Station(ctx, operator, stationID)
	if err != nil {
		return err
	}
	if on := s.ensure(st); on != nil {
		return on.SetTitle(ctx, dj, title)
	}
	return ErrOff
}

// Disconnect implements ingest.Stations.
func (s *Service) Disconnect(ctx context.Context, stationID string) error {
	if on := s.find(stationID); on != nil {
		return on.Disconnect(ctx, playout.ErrDisconnected)
	}
	if !s.owns(stationID) {
		return s.owners.Order(ctx, stationID, station.OrderDisconnect)
	}
	return nil
}

// DisconnectDJ implements Playouts.
func (s *Service) DisconnectDJ(ctx context.Context, dj *station.DJ, why error) error {
	if on := s.find(dj.StationID); on != nil {
		return on.DisconnectDJ(ctx, dj.ID, why)
	}
	if status, _ := s.Status(dj.StationID); status.DJ != "" && status.DJ == dj.Name && !s.owns(dj.StationID) {
		return s.owners.Order(ctx, dj.StationID, station.OrderDisconnect)
	}
	return nil
}

// maxMounts is how many stations the status pages list.
const maxMounts = 1000

// Mounts implements ingest.Stations.
func (s *Service) Mounts(ctx context.Context, hidden bool) ([]ingest.Mount, error) {
	viewer := music.Viewer{}
	if hidden {
		viewer = operator
	}
	s.mu.Lock()
	ids := slices.Collect(maps.Keys(s.stations))
	s.mu.Unlock()
	stations, err := s.Store.StationsWithMounts(ctx, viewer, ids, maxMounts)
	if err != nil {
		return nil, err
	}
	mounts := make([]ingest.Mount, 0, len(stations))
	for i := range stations {
		mounts = append(mounts, s.mount(&stations[i]))
	}
	return mounts, nil
}

func (s *Service) mount(st *station.Station) ingest.Mount {
	status, _ := s.Status(st.ID)
	mount := ingest.Mount{Station: st, Status: status, ContentType: frame.MP3.ContentType(), Bitrate: st.Bitrate}
	on := s.find(st.ID)
	if on == nil {
		return mount
	}
	health := on.Health()
	mount.Began, mount.Client, mount.Address, mount.Peak = health.Began, health.Client, health.Address, on.history.peakListeners()
	for _, o := range health.Outputs {
		if o.Main {
			mount.ContentType = frame.Codec(o.Codec).ContentType()
			mount.SampleRate, mount.Channels = o.Rate, o.Channels
			if o.Bitrate > 0 {
				mount.Bitrate = o.Bitrate
			}
		}
	}
	return mount
}

// Listeners implements ingest.Stations.
func (s *Service) Listeners(_ context.Context, stationID string, limit int) ([]ingest.Listener, error) {
	list := []ingest.Listener{}
	for _, h := range s.sessions.List(stationID, limit) {
		list = append(list, ingest.Listener{Address: h.Address, Agent: h.Agent, Since: h.Began.UTC().Truncate(time.Second)})
	}
	return list, nil
}
