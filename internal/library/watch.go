package library

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"sonora/internal/media/picture"
	"sonora/internal/media/tag"
)

// maxDebounce is how many debounce intervals to wait while changes continue.
const maxDebounce = 10

// watcher scans the folders in which the system reports changes.
type watcher struct {
	library *Library
	notify  *fsnotify.Watcher

	mu      sync.Mutex
	roots   []identity      // as they were at the last look
	unread  map[string]bool // folders that could not be read
	watched map[string]bool // folders, as the walk names them
	limited bool            // the system cannot watch more folders
	limit   chan struct{}   // receives a token when limited becomes true

	// Pending changes; used only by run.
	all   bool
	parts map[int]map[string]bool // by root: folder → whether to scan everything below it
}

// newWatcher returns a watcher. Later walks add the folders to watch.
func newWatcher(l *Library) (*watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &watcher{
		library: l, notify: notify,
		unread: map[string]bool{}, watched: map[string]bool{}, limit: make(chan struct{}, 1), parts: map[int]map[string]bool{},
	}
	for _, root := range l.roots {
		w.roots = append(w.roots, identify(root))
	}
	l.mu.Lock()
	l.watcher = w
	l.mu.Unlock()
	return w, nil
}

// add watches a folder. Once the system refuses, only scans find changes in the
// remaining folders.
func (w *watcher) add(dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.limited || w.watched[dir] {
		return
	}
	switch err := w.library.disk.watch(w.notify, dir); {
	case err == nil:
		w.watched[dir] = true
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EMFILE):
		w.limited = true
		w.limit <- struct{}{}
		w.library.log.Warn("limit of watched folders reached (see fs.inotify.max_user_watches), regular scans find changes elsewhere",
			"watched", len(w.watched), "every", w.library.fallback)
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fsnotify.ErrClosed):
		w.library.log.Warn("watch folder failed", "folder", dir, "error", err)
	}
}

// forget stops watching a folder that disappeared and all folders below it. It
// reports whether the name belonged to a folder.
func (w *watcher) forget(dir string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.watched[dir] {
		return false
	}
	for name := range w.watched {
		if name == dir || strings.HasPrefix(name, dir+string(filepath.Separator)) {
			delete(w.watched, name)
			// The system may have stopped watching already.
			if err := w.notify.Remove(name); err != nil && !errors.Is(err, fsnotify.ErrNonExistentWatch) {
				w.library.log.Debug("stop watching folder failed", "folder", name, "error", err)
			}
		}
	}
	return true
}

// run collects changes and scans their folders once they pause.
func (w *watcher) run(ctx context.Context) error {
	defer func() {
		w.library.mu.Lock()
		w.library.watcher = nil
		w.library.mu.Unlock()
	}()
	due := time.NewTimer(0)
	<-due.C
	var first time.Time // of the pending changes
	wait := func() {
		if first.IsZero() {
			first = time.Now()
		}
		if quiet := w.library.debounce; time.Since(first) < maxDebounce*quiet {
			due.Reset(quiet)
		}
	}
	var fallback <-chan time.Time
	back := make(chan string)
	var looking sync.WaitGroup
	looking.Go(func() { w.look(ctx, back) })
	defer looking.Wait()
	for {
		select {
		case <-ctx.Done():
			return w.notify.Close()
		case e := <-w.notify.Events:
			if !w.note(e) {
				continue
			}
			wait()
		case dir := <-back:
			w.forget(dir) // the system watches what was there before
			if w.touchAgain(dir) {
				wait()
			}
		case err := <-w.notify.Errors:
			w.library.log.Warn("watch folders failed, scanning everything", "error", err)
			w.all = true
			due.Reset(w.library.debounce)
		case <-w.limit:
			ticker := time.NewTicker(w.library.fallback)
			defer ticker.Stop()
			fallback = ticker.C
		case <-fallback:
			w.all = true
			due.Reset(0)
		case <-due.C:
			if w.library.held() {
				due.Reset(w.library.heldPause)
				continue
			}
			first = time.Time{}
			w.scan(ctx)
		}
	}
}

// scan scans the pending changes.
func (w *watcher) scan(ctx context.Context) {
	parts := w.takeParts()
	if len(parts) == 0 {
		return
	}
	if err := w.library.scanParts(ctx, parts); err != nil && ctx.Err() == nil {
		w.library.log.Error("scan changed folders failed", "error", err)
	}
}

// takeParts returns the pending changes and clears them.
func (w *watcher) takeParts() map[int][]scope {
	parts := map[int][]scope{}
	if w.all {
		parts = w.library.folders()
	} else {
		for root, folders := range w.parts {
			for folder, deep := range folders {
				parts[root] = append(parts[root], scope{folder, deep})
			}
		}
	}
	w.all = false
	clear(w.parts)
	return parts
}

// note handles an event. It reports whether anything must be scanned.
func (w *watcher) note(e fsnotify.Event) bool {
	dir, name := filepath.Split(e.Name)
	dir = filepath.Clean(dir)
	if e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename) {
		if w.forget(e.Name) {
			w.lose(e.Name)
			return w.touch(e.Name, true)
		}
	}
	switch {
	case e.Op == fsnotify.Chmod:
		info, err := os.Lstat(e.Name)
		return err == nil && info.IsDir() && w.touchAgain(e.Name) // it may have become readable
	case name == ignoreMarker:
		return w.touch(dir, true)
	case strings.HasPrefix(name, "."):
		return false
	case e.Has(fsnotify.Create):
		if info, err := os.Lstat(e.Name); err == nil && info.IsDir() {
			return w.touch(e.Name, true)
		} else if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			w.all = true
			return true
		}
	}
	if _, cover := picture.IsCoverName(name); cover {
		return w.touch(dir, true) // the folder may hold the cover of the discs below
	}
	if tag.IsAudioName(name) || isLyricsName(name) {
		return w.touch(dir, false)
	}
	return false
}

// touch records that a folder must be scanned.
func (w *watcher) touch(dir string, deep bool) bool {
	root, folder, ok := w.locate(dir)
	if !ok {
		return false
	}
	if isDiscFolder(folder) { // the cover may be in the album folder above
		folder, _ = splitPath(folder)
		deep = true
	}
	if w.parts[root] == nil {
		w.parts[root] = map[string]bool{}
	}
	w.parts[root][folder] = w.parts[root][folder] || deep
	return true
}

// touchAgain records that a folder must be scanned, and the list of problems of
// the folder above, which may name it.
func (w *watcher) touchAgain(dir string) bool {
	if _, folder, ok := w.locate(dir); ok && folder != "" {
		w.touch(filepath.Dir(dir), false)
	}
	return w.touch(dir, true)
}

// locate finds the root of a folder: the innermost if roots are nested.
func (w *watcher) locate(dir string) (root int, folder string, ok bool) {
	longest := -1
	for i, r := range w.library.roots { // a bucket's address is never a prefix of a path
		rest, found := strings.CutPrefix(dir, r)
		if found && len(r) > longest && (rest == "" || rest[0] == filepath.Separator) {
			longest = len(r)
			root, folder, ok = i, strings.TrimPrefix(filepath.ToSlash(rest), "/"), true
		}
	}
	return root, folder, ok
}
