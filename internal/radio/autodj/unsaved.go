package autodj

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"sonora/internal/music"
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

// errChanged means that another change of an unsaved queue came first.
var errChanged = music.NewError(music.Conflict, "The queue changed in the meantime. Try again.")

// newest returns the queue that a draft has to change: the stored one that it read, or
// an unsaved one that was derived from it.
func (u *unsaved) newest(d *draft) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.newestLocked(d)
}

// newestLocked is newest for callers that hold u.mu.
func (u *unsaved) newestLocked(d *draft) string {
	if q, ok := u.of[d.station.ID]; ok && q.revision == d.revision {
		return q.queue
	}
	return d.kept
}

// keep remembers the queue of a draft that could not be saved, and reports whether it
// is the first of its station. It returns errChanged if another draft was kept since
// this one was opened.
func (u *unsaved) keep(d *draft, queue string) (isFirst bool, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.newestLocked(d) != d.opened {
		return false, errChanged
	}
	_, known := u.of[d.station.ID]
	u.of[d.station.ID] = unsavedQueue{queue, d.revision}
	return !known, nil
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
func (d *draft) keepUnsaved(ctx context.Context, queue string, why error) error {
	isFirst, err := d.s.unsaved.keep(d, queue)
	if isFirst && d.s.Log != nil {
		d.s.Log.LogAttrs(ctx, slog.LevelError, "save plan failed; the station plays on from memory", slog.String("station", d.station.ID), slog.Any("error", why))
	}
	return err
}
