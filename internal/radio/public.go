package radio

import (
	"context"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	publicFor    = 15 * time.Second
	publicLookup = 5 * time.Second // for the database to answer
	maxPublic    = 2_000           // stations
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
	known map[string]*publicStation
}

// publicStation is what the database says about a station. Those who ask while it is
// read wait for the same answer.
type publicStation struct {
	until    time.Time
	isRead   chan struct{} // closed when isPublic is set
	isPublic bool
}

// NewPublicStations returns a PublicStations.
func NewPublicStations(db Finder) *PublicStations {
	return &PublicStations{store: db, now: time.Now, known: map[string]*publicStation{}}
}

// Has reports whether visitors see a station. An error other than NotFound counts
// as no, and is not cached.
func (p *PublicStations) Has(ctx context.Context, id string) bool {
	s, isNew := p.find(id)
	if isNew {
		p.read(ctx, id, s)
	}
	select {
	case <-s.isRead:
		return s.isPublic
	case <-ctx.Done():
		return false
	}
}

// Forget drops all answers, because stations may have changed. An answer that is still
// being read is not cached.
func (p *PublicStations) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.known)
}

// find returns what is known of a station, or a new entry that the caller has to read.
func (p *PublicStations) find(id string) (s *publicStation, isNew bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if s := p.known[id]; s != nil && now.Before(s.until) {
		return s, false
	}
	if len(p.known) >= maxPublic {
		clear(p.known)
	}
	s = &publicStation{until: now.Add(publicFor), isRead: make(chan struct{})}
	p.known[id] = s
	return s, true
}

// read asks the database about a station. It continues when the caller leaves, because
// others may wait for the answer.
func (p *PublicStations) read(ctx context.Context, id string, s *publicStation) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publicLookup)
	defer cancel()
	defer close(s.isRead)
	_, err := p.store.Station(ctx, music.Viewer{}, id)
	s.isPublic = err == nil
	if err == nil || music.CodeOf(err) == music.NotFound {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known[id] == s {
		delete(p.known, id)
	}
}
