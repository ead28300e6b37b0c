package radio

import (
	"context"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	publicFor = 15 * time.Second
	maxPublic = 2_000 // stations
)

// Finder finds a station that a viewer may see. *store.Store implements it.
type Finder interface {
	Station(ctx context.Context, v music.Viewer, id string) (*station.Station, error)
}

// PublicStations caches for a moment which stations visitors see, because every
// event is checked for all visitors. It is safe for concurrent use.
type PublicStations struct {
	store Finder
	now   func() time.Time
	mu    sync.Mutex
	known map[string]publicStation
}

type publicStation struct {
	isPublic bool
	until    time.Time
}

// NewPublicStations returns a PublicStations.
func NewPublicStations(db Finder) *PublicStations {
	return &PublicStations{store: db, now: time.Now, known: map[string]publicStation{}}
}

// Has reports whether visitors see a station. An error other than NotFound counts
// as no, and is not cached.
func (p *PublicStations) Has(ctx context.Context, id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if s, ok := p.known[id]; ok && now.Before(s.until) {
		return s.isPublic
	}
	_, err := p.store.Station(ctx, music.Viewer{}, id)
	if err != nil && music.CodeOf(err) != music.NotFound {
		return false
	}
	if len(p.known) >= maxPublic {
		clear(p.known)
	}
	p.known[id] = publicStation{err == nil, now.Add(publicFor)}
	return err == nil
}
