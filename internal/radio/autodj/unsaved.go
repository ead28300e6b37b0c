package autodj

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

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
	number   int      // how many saves there were
	unsaved  string   // the queue, if only this Service has it
	revision int64    // of the stored queue that unsaved was derived from
	tried    []uint64 // hashes of the queues that the database refused to store after that one
}

// follows reports whether the unsaved queue was derived from the stored one. A frozen database
// may store a queue that it seemed to refuse.
func (l *lastSave) follows(stored string, revision int64) bool {
	return l.revision == revision || l.revision+1 == revision && slices.Contains(l.tried, xxh3.HashString(stored))
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

// beginWith takes the queue: the unsaved one, unless the stored one was changed since.
func (d *draft) beginWith(stored string, revision int64) {
	d.kept, d.revision = stored, revision
	if !d.last.follows(stored, revision) {
		d.last.unsaved = ""
	}
	if d.last.unsaved != "" {
		stored = d.last.unsaved
	}
	d.queue = readQueue(stored)
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
	case err == nil && queue != d.kept:
		d.s.memory.saved(d.station.ID, queue, d.revision+1)
	case music.CodeOf(err) == music.Unavailable:
		if last.revision != d.revision {
			last.revision, last.tried = d.revision, nil
		}
		last.tried = append(last.tried, xxh3.HashString(queue))
	}
	switch {
	case err == nil:
		if last.unsaved != "" {
			d.s.Log.InfoContext(ctx, "plan is saved again", "station", d.station.ID)
		}
		last.unsaved, last.tried = "", nil
	case d.mayWait(err):
		if last.unsaved == "" {
			d.s.Log.ErrorContext(ctx, "save plan failed; it is kept in memory until the database takes changes", "station", d.station.ID, "error", err)
		}
		last.unsaved, err = queue, nil
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

// mayWait reports whether a draft goes on in memory although the database did not take a
// change, or could not be read.
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
