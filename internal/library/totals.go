package library

import (
	"context"
	"sync"
	"time"

	"sonora/internal/music"
)

// totals are the last totals that were counted.
type totals struct {
	// life is how long they are used again while a scan runs: each batch of a scan
	// changes them, and counting them reads every track.
	life time.Duration

	mu    sync.Mutex
	stats music.LibraryStats
	at    time.Time
}

// Totals returns what the library holds. While a scan runs, that may be up to two
// seconds old; the status of the scan says what was added since.
func (l *Library) Totals(ctx context.Context) (music.LibraryStats, error) {
	l.totals.mu.Lock()
	last, at := l.totals.stats, l.totals.at
	l.totals.mu.Unlock()
	if l.Status().State == music.ScanRunning && time.Since(at) < l.totals.life {
		return last, nil
	}
	stats, err := l.store.LibraryStats(ctx)
	if err != nil {
		return stats, err
	}
	l.totals.mu.Lock()
	defer l.totals.mu.Unlock()
	l.totals.stats, l.totals.at = stats, time.Now()
	return stats, nil
}
