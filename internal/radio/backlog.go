package radio

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// historyStore is what a historyWriter changes. *store.Store implements it.
type historyStore interface {
	AddStationEvents(ctx context.Context, events []station.LogEntry) error
	AddStationSessions(ctx context.Context, sessions []station.Session) error
	StationPlayBegan(ctx context.Context, p *station.Play) error
	StationPlayEnded(ctx context.Context, stationID string, at time.Time) error
	KeepStationCurve(ctx context.Context, playID string, curve []int) error
}

// maxPause is the largest number of flushes between two attempts to write a backlog.
const maxPause = 30

// change is a change of the database that may wait.
type change struct {
	what    string // for the log, see music.LogFailure
	entries int    // number of entries that it writes
	do      func(ctx context.Context) error
	log     func(ctx context.Context, what string, err error)
}

// backlog holds the changes that the database did not take yet, in their order.
type backlog struct {
	changes []change
	entries int // of changes
	written int // entries that were written late
	pause   int // flushes between two attempts
	wait    int // flushes until the next attempt
}

// write makes a change, or keeps it until the database takes changes, for example
// while the disk is full. Changes keep their order.
func (w *historyWriter) write(ctx context.Context, c change) {
	if len(w.late.changes) == 0 {
		err := c.do(ctx)
		if music.CodeOf(err) != music.Unavailable {
			w.written(ctx, &c, err)
			return
		}
		w.s.Log.ErrorContext(ctx, "write station history failed; it is kept in memory until the database takes changes", "error", err)
		w.late = backlog{pause: 1, wait: 1}
	}
	if w.late.entries+c.entries > maxPending {
		w.lost.Add(int64(c.entries))
		return
	}
	w.late.changes = append(w.late.changes, c)
	w.late.entries += c.entries
}

// written notes the result of a change that does not wait any more.
func (w *historyWriter) written(ctx context.Context, c *change, err error) {
	c.log(ctx, c.what, err)
	if err != nil {
		w.lost.Add(int64(c.entries))
	}
}

// retry writes the backlog when it is time to: the pauses double up to maxPause.
func (w *historyWriter) retry(ctx context.Context) {
	if w.late.wait--; w.late.wait > 0 {
		return
	}
	w.writeLate(ctx)
	w.late.pause = min(2*w.late.pause, maxPause)
	w.late.wait = w.late.pause
}

// writeLate writes the backlog, until the database refuses a change.
func (w *historyWriter) writeLate(ctx context.Context) {
	if len(w.late.changes) == 0 {
		return
	}
	for len(w.late.changes) > 0 {
		c := &w.late.changes[0]
		var err error
		w.do(ctx, func(ctx context.Context) { err = c.do(ctx) })
		if music.CodeOf(err) == music.Unavailable {
			return
		}
		w.written(ctx, c, err)
		if err == nil {
			w.late.written += c.entries
		}
		w.late.entries -= c.entries
		w.late.changes = w.late.changes[1:]
	}
	w.s.Log.InfoContext(ctx, "station history is written again", "entries", w.late.written)
}

// giveUp writes what is left when the server stops.
func (w *historyWriter) giveUp(ctx context.Context) {
	w.writeLate(ctx)
	if left := w.late.entries; left > 0 {
		w.lost.Add(int64(left))
		w.s.Log.ErrorContext(ctx, "write station history failed before the server stopped", "entries", left)
	}
}
