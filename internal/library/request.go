package library

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"sonora/internal/music"
)

// Options say how to scan.
type Options struct {
	Full     bool                   // read unchanged files again as well
	Progress func(music.ScanStatus) // told a few times a second, from several goroutines but one at a time; may be nil
}

// errRunning refuses a second scan.
var errRunning = music.NewError(music.Conflict, "A scan is already running.")

// settleTime bounds how long a cancelled scan may take to leave things in order.
const settleTime = 10 * time.Second

// request is a scan of everything that someone asked for.
type request struct {
	Options

	mu        sync.Mutex
	cancelled bool
	stop      context.CancelFunc // nil until the scan begins
}

func (r *request) cancel() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cancelled = true
	if r.stop != nil {
		r.stop()
	}
}

// begin returns the context of the scan.
func (r *request) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ctx, r.stop = context.WithCancel(ctx)
	if r.cancelled {
		r.stop()
	}
	return ctx, r.stop
}

// Scan looks at the whole library and returns when that is done. A scan that
// was cancelled is no error, the status says so. Conflict when one is running.
func (l *Library) Scan(ctx context.Context, o Options) (music.ScanStatus, error) {
	r, err := l.reserve(o)
	if err != nil {
		return l.Status(), err
	}
	return l.serve(ctx, r)
}

// Start has Run scan the whole library and returns at once. Conflict when a
// scan is running.
func (l *Library) Start(o Options) (music.ScanStatus, error) {
	r, err := l.reserve(o)
	if err != nil {
		return l.Status(), err
	}
	l.requests <- r // has room: there is one request at a time
	return l.Status(), nil
}

// Cancel stops the scan in course, if there is one; what it saved stays.
func (l *Library) Cancel() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current != nil {
		l.current.cancel()
	}
}

// Status tells where the scan stands, or how the last one ended.
func (l *Library) Status() music.ScanStatus { return l.progress.get() }

// reserve makes a request the current one.
func (l *Library) reserve(o Options) (*request, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current != nil {
		return nil, errRunning
	}
	l.current = &request{Options: o}
	l.progress.set(func(st *music.ScanStatus) {
		*st = music.ScanStatus{ID: music.NewID(), State: music.ScanRunning, StartedAt: time.Now(), Problems: st.Problems}
	})
	return l.current, nil
}

// serve runs a request and says how it ended.
func (l *Library) serve(ctx context.Context, r *request) (music.ScanStatus, error) {
	ctx, cancel := r.begin(ctx)
	defer cancel()
	l.progress.follow(r.Progress)
	err := l.scanAll(ctx, r.Full)
	// What a scan of everything knew is let go of now; give it back at once.
	debug.FreeOSMemory()
	cancelled := err != nil && ctx.Err() != nil
	if cancelled {
		err = nil
	}
	l.progress.set(func(st *music.ScanStatus) {
		st.State, st.FinishedAt, st.Folder = music.ScanFinished, time.Now(), ""
		if cancelled {
			st.State = music.ScanCancelled
		}
		if err != nil {
			st.State, st.Error = music.ScanFailed, "The scan stopped because of a fault. The log has the details."
		}
	})
	l.progress.follow(nil)
	status := l.Status()

	l.mu.Lock()
	l.current = nil
	l.mu.Unlock()

	// The end is noted even when the server is stopping.
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer stop()
	return status, errors.Join(err, l.store.SaveScanStatus(ctx, status))
}
