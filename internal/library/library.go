// Package library holds the rules around the operator's music: how folders and
// buckets become tracks in the store (scans and the watcher), and the pictures
// that people see (covers).
package library

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sync/errgroup"

	"sonora/internal/blob"
	"sonora/internal/media/tag"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Events receives the progress of scans and changes of the library.
type Events interface{ Publish(e music.Event) }

// Config holds the dependencies of a Library. Store, Events and Log are
// required.
type Config struct {
	Store  *store.Store
	Events Events
	Log    *slog.Logger

	Roots       []string      // folders with music, and URLs of buckets
	Places      *blob.Places  // stores of Roots; nil opens them
	Public      func() bool   // whether visitors may hear newly scanned tracks; nil means no
	Watch       bool          // scan changed folders immediately
	RescanEvery time.Duration // time between full scans; 0 for never

	// Busy reports whether work that has to be done in time needs the processor, in
	// which case scans wait before each file. nil means never.
	Busy func() bool

	// Held reports whether scans that nobody asked for have to wait. nil means never.
	Held func() bool

	CacheDir   string // parent folder of the cover cache, created when needed
	CacheBytes int64  // size from which the least recently used covers are removed; 0 is 1 GiB
	// WebP finds a WebP encoder when a WebP cover is needed, which takes a
	// while, until there is one. While it is nil or returns nil, covers are JPEG
	// only.
	WebP func(ctx context.Context) WebPEncoder
}

// Library is the operator's music. It is safe for concurrent use.
type Library struct {
	store    *store.Store
	events   Events
	log      *slog.Logger
	places   *blob.Places
	roots    []string // their names, in order
	public   func() bool
	busy     func() bool
	held     func() bool
	disk     disk
	progress *progress
	totals   totals

	Covers *Covers

	watch       bool
	rescanEvery time.Duration
	heldPause   time.Duration // before a scan that has to wait asks again
	debounce    time.Duration // quiet time before the watcher acts
	fallback    time.Duration // between scans when not every folder can be watched
	lookEvery   time.Duration // between looks for folders that returned
	requests    chan *request
	scanning    chan struct{} // held during a scan, so that requested scans and the watcher's take turns
	unfinished  bool          // the last scan did not finish; guarded by scanning

	mu      sync.Mutex
	current *request // the requested scan; nil for none
	watcher *watcher // nil while nothing is watched
}

// disk is how scans access the operator's files.
type disk struct {
	readDir   func(name string) ([]os.DirEntry, error)
	readAudio func(name string) (*music.AudioFile, error)
	watch     func(w *fsnotify.Watcher, folder string) error
	mayRead   func(name string) error
}

// New returns the library. Its places need not exist.
func New(ctx context.Context, c Config) (*Library, error) {
	if c.Places == nil {
		var err error
		if c.Places, err = blob.OpenPlaces(c.Roots, ""); err != nil {
			return nil, err
		}
	}
	l := &Library{
		store: c.Store, events: c.Events, log: c.Log, public: c.Public, busy: c.Busy, places: c.Places, roots: c.Places.Music(),
		disk:  disk{readDir: os.ReadDir, readAudio: tag.Read, watch: (*fsnotify.Watcher).Add, mayRead: mayRead},
		watch: c.Watch, rescanEvery: c.RescanEvery,
		totals:   totals{life: 2 * time.Second},
		debounce: time.Second, heldPause: 5 * time.Second,
		fallback: 15 * time.Minute, lookEvery: 5 * time.Second,
		requests: make(chan *request, 1),
		scanning: make(chan struct{}, 1),
	}
	if l.held = c.Held; l.held == nil {
		l.held = func() bool { return false }
	}
	last, err := c.Store.LastScanStatus(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the library: %w", err)
	}
	if last.State == music.ScanRunning {
		last.State = music.ScanCancelled // the process was killed
	}
	l.unfinished = last.State != music.ScanFinished
	l.progress = &progress{status: last, report: func(st music.ScanStatus) {
		l.events.Publish(music.Event{Type: music.EventScan, Data: st})
	}}
	l.Covers = newCovers(c)
	return l, nil
}

// Roots returns the names of the library's folders and buckets.
func (l *Library) Roots() []string { return l.roots }

// Run keeps the library up to date until ctx ends. It scans at the start, on
// request and at intervals, watches the folders, and maintains the cover cache.
// It returns after all of that has stopped.
func (l *Library) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	if l.watch && len(l.folders()) > 0 {
		w, err := newWatcher(l)
		if err != nil {
			l.log.Warn("watch folders failed, only scans find changes", "error", err)
		} else {
			g.Go(func() error { return w.run(ctx) })
		}
	}
	if l.held() {
		g.Go(func() error { return l.startUnasked(ctx) })
	} else if err := l.startUnasked(ctx); err != nil {
		return err
	}
	g.Go(func() error { return l.runRequests(ctx) })
	g.Go(func() error { return l.runPeriodic(ctx) })
	g.Go(func() error { return l.Covers.run(ctx) })
	return g.Wait()
}

func (l *Library) runRequests(ctx context.Context) error {
	for {
		select {
		case r := <-l.requests:
			if _, err := l.serve(ctx, r); err != nil {
				l.log.Error("scan failed", "error", err)
			}
		case <-ctx.Done():
			return nil
		}
	}
}

func (l *Library) runPeriodic(ctx context.Context) error {
	if l.rescanEvery <= 0 {
		return nil
	}
	ticker := time.NewTicker(l.rescanEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if err := l.startUnasked(ctx); err != nil {
				return fmt.Errorf("periodic scan: %w", err)
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// startUnasked starts a scan that nobody asked for, once it does not have to wait.
func (l *Library) startUnasked(ctx context.Context) error {
	for l.held() {
		select {
		case <-time.After(l.heldPause):
		case <-ctx.Done():
			return nil
		}
	}
	if _, err := l.Start(Options{}); err != nil && !errors.Is(err, errRunning) {
		return err
	}
	return nil
}

// Purge deletes the tracks whose files are missing, with their likes and plays,
// and returns their number.
func (l *Library) Purge(ctx context.Context) (int, error) {
	n, err := l.store.PurgeMissing(ctx)
	if err != nil {
		return 0, fmt.Errorf("purge missing tracks: %w", err)
	}
	if n > 0 {
		l.events.Publish(music.Event{Type: music.EventLibrary})
	}
	return n, nil
}

// Publish sets whether visitors may hear the operator's tracks, or only
// members.
func (l *Library) Publish(ctx context.Context, public bool) error {
	n, err := l.store.PublishScanned(ctx, public)
	if err != nil {
		return fmt.Errorf("change visibility of the library: %w", err)
	}
	if n > 0 {
		l.events.Publish(music.Event{Type: music.EventLibrary})
	}
	return nil
}
