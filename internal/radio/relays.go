package radio

import (
	"context"

	"sonora/internal/station"
)

// Prober probes relays that nobody listens to; *relay.Prober implements it.
type Prober interface {
	// Check probes a station soon if it is a relay.
	Check(stationID string)
}

// ProbeWith sets what probes relays. Call it before Run.
func (s *Service) ProbeWith(p Prober) { s.prober = p }

// relaysPage is how many relays are read from the database at once.
const relaysPage = 500

// Relays returns every station that relays a remote stream.
func (s *Service) Relays(ctx context.Context) (all []station.Station, err error) {
	for after := ""; ; {
		relays, err := s.Store.Relays(ctx, after, relaysPage)
		if err != nil {
			return nil, err
		}
		all = append(all, relays...)
		if len(relays) < relaysPage {
			return all, nil
		}
		after = relays[relaysPage-1].ID
	}
}
