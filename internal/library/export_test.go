package library

import (
	"context"
	"os"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"sonora/internal/blob"
	"sonora/internal/music"
)

// InjectReader makes scans read audio through wrap's function.
func (l *Library) InjectReader(wrap func(read func(string) (*music.AudioFile, error)) func(string) (*music.AudioFile, error)) {
	l.disk.readAudio = wrap(l.disk.readAudio)
}

// InjectFolders makes scans list folders through wrap's function.
func (l *Library) InjectFolders(wrap func(read func(string) ([]os.DirEntry, error)) func(string) ([]os.DirEntry, error)) {
	l.disk.readDir = wrap(l.disk.readDir)
}

// LimitWatches limits the number of watched folders to n. Beyond it, the library
// is scanned periodically.
func (l *Library) LimitWatches(n int, every time.Duration) {
	watch := l.disk.watch
	l.fallback = every
	l.disk.watch = func(w *fsnotify.Watcher, folder string) error {
		if n--; n < 0 {
			return syscall.ENOSPC
		}
		return watch(w, folder)
	}
}

// SetHeldPause sets how long a scan that has to wait waits before it asks again.
func (l *Library) SetHeldPause(d time.Duration) { l.heldPause = d }

// SetDebounce sets how long the watcher waits for further changes.
func (l *Library) SetDebounce(d time.Duration) { l.debounce = d }

// SetLook sets how often the watcher looks for folders that returned.
func (l *Library) SetLook(every time.Duration) { l.lookEvery = every }

// SetTotalsLife sets how long totals are used again while a scan runs.
func (l *Library) SetTotalsLife(d time.Duration) { l.totals.life = d }

// InjectPermissions makes scans ask mayRead whether files without the
// permission for everybody can be opened.
func (l *Library) InjectPermissions(mayRead func(name string) error) { l.disk.mayRead = mayRead }

// Places returns the stores of the music.
func (l *Library) Places() *blob.Places { return l.places }

// SetClock sets the clock of the covers.
func (c *Covers) SetClock(now func() time.Time) { c.now = now }

// YieldScan waits as a scan does before each file.
func YieldScan(ctx context.Context, busy func() bool) { (&scan{busy: busy}).yield(ctx) }
