package ingest

import (
	"net"
	"time"
)

// reservation keeps a station for a source from its admission until it is gone. While
// the source is starting, the station does not know it yet and would admit another.
type reservation struct {
	server  *Server
	station string
	conn    net.Conn
	began   time.Time
}

// take reserves a station for a source that is starting. It fails while another one is.
func (s *Server) take(stationID string, conn net.Conn) (*reservation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.starting[stationID]
	switch {
	case last != nil && time.Since(last.began) < beginTime:
		return nil, ErrInUse
	case last != nil:
		hangUp(last.conn)
	case s.onAir[stationID] == nil && len(s.starting)+len(s.onAir) >= maxSources:
		return nil, errFull
	}
	own := &reservation{s, stationID, conn, time.Now()}
	s.starting[stationID] = own
	return own, nil
}

// succeed closes the connection of the source before, which is of no use once the
// station has admitted another.
func (r *reservation) succeed() {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	if last := r.server.onAir[r.station]; last != nil {
		hangUp(last.conn)
	}
}

// begin notes that the station has put the source on air. From then on, the station
// alone decides whether it admits another.
func (r *reservation) begin() {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	if r.server.starting[r.station] == r {
		delete(r.server.starting, r.station)
		r.server.onAir[r.station] = r
	}
}

// release ends the reservation.
func (r *reservation) release() {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	for _, of := range []map[string]*reservation{r.server.starting, r.server.onAir} {
		if of[r.station] == r {
			delete(of, r.station)
		}
	}
}
