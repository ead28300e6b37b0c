package library

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"sonora/internal/music"
)

// Options configure a scan.
type Options struct {
	Full     bool                   // also read unchanged files
	Progress func(music.ScanStatus) // receives the status a few times a second, from several goroutines but one at a time; may be nil
}

// errRunning is the error for a scan while another is running.
var errRunning = music.NewError(music.Conflict, "A scan is already running.")

// settleTime is how long a cancelled scan may take to record its state.
const settleTime = 10 * time.Second

// request is a requested scan of the whole library.
type request struct {
	Options

	mu        sync.Mutex
	cancelled bool
	stop      context.CancelFunc // nil until the scan starts
}

func (r *request) cancel() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cancelled = true
	if r.stop != nil {
		r.stop()
	}
}

// begin returns the context of the scan, which cancel ends.
func (r *request) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ctx, r.stop = context.WithCancel(ctx)
	if r.cancelled {
		r.stop()
	}
	return ctx, r.stop
}

// Scan scans the whole library and waits for the end. A cancelled scan is not
// an error; its status says so. It returns Conflict if a scan is running.
func (l *Library) Scan(ctx context.Context, o Options) (music.ScanStatus, error) {
	r, err := l.reserve(o)
	if err != nil {
		return l.Status(), err
	}
	return l.serve(ctx, r)
}

// Start makes Run scan the whole library and returns immediately. It returns
// Conflict if a scan is running.
func (l *Library) Start(o Options) (music.ScanStatus, error) {
	r, err := l.reserve(o)
	if err != nil {
		return l.Status(), err
	}
	l.requests <- r // never blocks, because there is one request at a time
	return l.Status(), nil
}

// Cancel stops the current scan, if any. What it has saved remains.
func (l *Library) Cancel() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current != nil {
		l.current.cancel()
	}
}

// Status returns the status of the current or last scan.
func (l *Library) Status() music.ScanStatus { return l.progress.get() }

// reserve registers a request as the current one.
func (l *Library) reserve(o Options) (*request, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current != nil {
		return nil, errRunning
	}
	l.current = &request{Options: o}
	l.progress.set(func(st *music.ScanStatus) {
		*st = music.ScanStatus{ID: music.NewID(), State: music.ScanRunning, StartedAt: now(), Problems: st.Problems}
	})
	return l.current, nil
}

// now returns the time as clients see it.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// serve runs a request and records its outcome.
func (l *Library) serve(ctx context.Context, r *request) (music.ScanStatus, error) {
	ctx, cancel := r.begin(ctx)
	defer cancel()
	l.progress.follow(r.Progress)
	err := l.scanAll(ctx, r.Full)
	// Return the memory of a full scan to the system.
	debug.FreeOSMemory()
	cancelled := err != nil && ctx.Err() != nil
	if cancelled {
		err = nil
	}
	l.progress.set(func(st *music.ScanStatus) {
		st.State, st.FinishedAt, st.Folder = music.ScanFinished, now(), ""
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

	// Record the outcome even if the server is stopping.
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer stop()
	return status, errors.Join(err, l.store.SaveScanStatus(ctx, status))
}
