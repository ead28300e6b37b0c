package autodj

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/stations"
)

// saves lets a Service save the queue of a station once at a time, and holds the
// queue while the database takes no changes, for example because the disk is full.
type saves struct {
	mu   sync.Mutex // held while a queue is saved
	last lastSave
}

// lastSave is the result of the last save of a queue.
type lastSave struct {
	number   int    // how many saves there were
	unsaved  string // the queue, if only this Service has it
	revision int64  // of the stored queue that unsaved was derived from
}

// savesOf returns the saves of a station.
func (s *Service) savesOf(station string) *saves {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.saves[station] == nil {
		s.saves[station] = &saves{}
	}
	return s.saves[station]
}

func (s *saves) get() lastSave {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// load reads the queue: the unsaved one, unless the stored one was changed since.
// What comes before it is read first, so that save notices every later save.
func (d *draft) load(ctx context.Context) (err error) {
	d.saves = d.s.savesOf(d.station.ID)
	d.last = d.saves.get()
	if d.kept, d.revision, err = d.s.load(ctx, d.station.ID); err != nil {
		return err
	}
	if d.last.revision != d.revision {
		d.last.unsaved = ""
	}
	queue := d.kept
	if d.last.unsaved != "" {
		queue = d.last.unsaved
	}
	d.queue = readQueue(queue)
	return nil
}

// save stores the queue if it changed. It returns ErrQueueChanged if the queue was
// changed concurrently, in the database or in memory.
func (d *draft) save(ctx context.Context) error {
	b, err := json.Marshal(d.queue)
	if err != nil {
		return fmt.Errorf("write queue: %w", err)
	}
	queue := string(b)
	if queue == d.kept && d.last.unsaved == "" {
		return nil
	}
	d.saves.mu.Lock()
	defer d.saves.mu.Unlock()
	if d.saves.last.number != d.last.number {
		return stations.ErrQueueChanged
	}
	if queue != d.kept {
		err = d.s.save(ctx, d.station.ID, queue, d.revision, d.now)
	}
	last := d.last
	last.number++ // also after an error: the database may have taken the change
	switch {
	case err == nil:
		if last.unsaved != "" {
			d.s.Log.InfoContext(ctx, "plan is saved again", "station", d.station.ID)
		}
		last.unsaved = ""
	case d.mayWait(err):
		if last.unsaved == "" {
			d.s.Log.ErrorContext(ctx, "save plan failed; it is kept in memory until the database takes changes", "station", d.station.ID, "error", err)
		}
		last.unsaved, last.revision, err = queue, d.revision, nil
	}
	d.saves.last = last
	return err
}

// changer is change or playOn.
type changer func(ctx context.Context, id string, now time.Time, do func(*draft) error) error

// playOn is change for what cannot wait for the database: what happens on air, and
// looking at the plan. A queue that cannot be saved is kept in memory, and saved with
// the next one.
func (s *Service) playOn(ctx context.Context, id string, now time.Time, do func(*draft) error) error {
	return s.change(ctx, id, now, func(d *draft) error {
		d.staysInMemory = true
		return do(d)
	})
}

// mayWait reports whether a change that the database did not take is made in memory.
func (d *draft) mayWait(err error) bool {
	return d.staysInMemory && music.CodeOf(err) == music.Unavailable
}

// endRequest notes how a request ended; "" is no request.
func (d *draft) endRequest(id string, how ended) {
	if id != "" {
		d.queue.Ended[id] = how
	}
}

// endRequests stores how requests ended. Those that have to wait do not play again.
func (d *draft) endRequests(ctx context.Context) error {
	for id, how := range d.queue.Ended {
		if err := d.s.setRequest(ctx, id, how.State, how.Reason, how.At); d.mayWait(err) {
			return nil
		} else if err != nil {
			return err
		}
		delete(d.queue.Ended, id)
	}
	return nil
}
