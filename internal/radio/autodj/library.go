package autodj

import (
	"context"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// pools caches the contents of playlists, because reading fifty thousand
// entries takes a while and they rarely change.
type pools struct {
	mu    sync.Mutex
	known map[poolKey]knownPool
}

type poolKey struct{ station, list string }

type knownPool struct {
	mark string // the store's version of the contents
	Pool
}

func newPools() *pools { return &pools{known: map[poolKey]knownPool{}} }

func (p *pools) get(k poolKey) knownPool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known[k]
}

func (p *pools) set(k poolKey, pool knownPool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[k] = pool
}

// forget drops the cached playlists of a station.
func (p *pools) forget(stationID string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k := range p.known {
		if k.station == stationID {
			delete(p.known, k)
		}
	}
}

// stationLibrary is the Library of one station, as its owner sees it.
type stationLibrary struct {
	s     *Service
	id    string
	owner music.Viewer
	at    time.Time
}

func (l *stationLibrary) Pool(ctx context.Context, list *station.Playlist) (Pool, error) {
	key := poolKey{l.id, list.ID}
	known := l.s.pools.get(key)
	read, err := l.s.Store.StationPool(ctx, l.owner, list.PlaylistID, l.at, known.mark)
	if music.CodeOf(err) == music.NotFound {
		return Pool{}, nil // deleted, or no longer visible
	}
	if err != nil {
		return Pool{}, err
	}
	if read.IsNew {
		known = knownPool{read.Mark, NewPool(read.Name, read.Seqs)}
		l.s.pools.set(key, known)
	}
	known.Name = read.Name
	return known.Pool, nil
}

func (l *stationLibrary) Songs(ctx context.Context, seqs []int64) ([]station.Song, error) {
	return l.s.Store.Songs(ctx, l.owner, seqs)
}
