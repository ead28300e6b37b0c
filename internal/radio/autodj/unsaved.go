package autodj

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// unsaved holds the queues of stations that play on while the database takes no
// changes, for example because the disk is full.
type unsaved struct {
	mu sync.Mutex
	of map[string]unsavedQueue // by station
}

type unsavedQueue struct {
	queue    string
	revision int64 // of the stored queue that it was derived from
}

// get returns the unsaved queue of a station, unless the stored one, which has this
// revision, was changed since.
func (u *unsaved) get(station string, revision int64) (queue string, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	q, ok := u.of[station]
	return q.queue, ok && q.revision == revision
}

// keep remembers a queue that could not be saved, and reports whether it is the
// first of its station.
func (u *unsaved) keep(station, queue string, revision int64) (isFirst bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, known := u.of[station]
	u.of[station] = unsavedQueue{queue, revision}
	return !known
}

func (u *unsaved) drop(station string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.of, station)
}

// playOn is change for what happens on air, which cannot wait: a queue that cannot be
// saved is kept in memory, and saved with the next one.
func (s *Service) playOn(ctx context.Context, id string, now time.Time, do func(*draft) error) error {
	return s.change(ctx, id, now, func(d *draft) error {
		d.isOnAir = true
		return do(d)
	})
}

// keepUnsaved remembers the draft's queue in memory.
func (d *draft) keepUnsaved(ctx context.Context, queue string, why error) {
	if d.s.unsaved.keep(d.station.ID, queue, d.revision) && d.s.Log != nil {
		d.s.Log.LogAttrs(ctx, slog.LevelError, "save plan failed; the station plays on from memory", slog.String("station", d.station.ID), slog.Any("error", why))
	}
}
