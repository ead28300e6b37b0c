package radio

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	publicFor = 15 * time.Second
	maxKnown  = 2_000 // stations
)

// publicStations caches for a moment which stations visitors see, because every
// event is checked for all visitors.
type publicStations struct {
	store interface {
		Station(ctx context.Context, v music.Viewer, id string) (*station.Station, error)
	}
	mu    sync.Mutex
	known map[string]publicStation
}

type publicStation struct {
	public bool
	until  time.Time
}

func (p *publicStations) has(ctx context.Context, id string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s, known := p.known[id]; known && now.Before(s.until) {
		return s.public
	}
	_, err := p.store.Station(ctx, music.Viewer{}, id)
	if len(p.known) > maxKnown {
		clear(p.known)
	}
	p.known[id] = publicStation{err == nil, now.Add(publicFor)}
	return err == nil
}

// streamStations sends server-sent events of the type station to people without
// an account. Members also receive them from /api/events.
func (a *API) streamStations(w http.ResponseWriter, r *http.Request) error {
	v, language := edge.Viewer(r.Context()), things.StreamLanguage(r)
	stays := func() bool { return a.edge.Allow(r.Context(), edge.Browser) == nil }
	return a.ServeEvents(w, r, stays, func(write things.WriteEvent, e music.Event) error {
		status, ok := things.StationStatus(e)
		if !ok || !v.SignedIn() && !a.public.has(r.Context(), status.StationID, time.Now()) {
			return nil
		}
		data, err := json.Marshal(things.EncodeStatus(language, &status))
		if err != nil {
			return err
		}
		return write("event: %s\ndata: %s\n\n", e.Type, data)
	})
}
