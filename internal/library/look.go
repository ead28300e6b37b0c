package library

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"syscall"
	"time"

	"sonora/internal/blob"
)

// maxUnread limits the unreadable folders that are looked at.
const maxUnread = 1000

// identity tells whether a folder is still the same; zero if there is none.
// Another disk that is mounted there has another device.
type identity struct{ device, inode uint64 }

func identify(folder string) identity {
	if blob.IsBucket(folder) {
		return identity{}
	}
	info, err := os.Stat(folder)
	if err != nil || !info.IsDir() {
		return identity{}
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return identity{stat.Dev, stat.Ino}
	}
	return identity{inode: 1} // only whether it is there
}

// look sends the folders that appeared, disappeared or became readable since
// the last look. The system reports none of that for the roots themselves, and
// for folders that it could not watch.
func (w *watcher) look(ctx context.Context, found chan<- string) {
	ticker := time.NewTicker(w.library.lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		for _, dir := range w.different() {
			select {
			case found <- dir:
			case <-ctx.Done():
				return
			}
		}
	}
}

// different returns the folders that look sends. It does not hold the lock while
// it waits for a disk.
func (w *watcher) different() (folders []string) {
	for i, root := range w.library.roots {
		now := identify(root)
		w.mu.Lock()
		if w.roots[i] != now {
			w.roots[i] = now
			folders = append(folders, root)
		}
		w.mu.Unlock()
	}
	w.mu.Lock()
	unread := slices.Sorted(maps.Keys(w.unread))
	w.mu.Unlock()
	for _, dir := range unread {
		if _, err := w.library.disk.readDir(dir); err == nil {
			folders = append(folders, dir)
		}
	}
	return folders
}

// noteRead records whether a folder could be read.
func (w *watcher) noteRead(dir string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		delete(w.unread, dir)
	} else if len(w.unread) < maxUnread {
		w.unread[dir] = true
	}
}

// lose makes the next look report a root that was deleted or renamed, even if
// the same one is back by then.
func (w *watcher) lose(dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.Index(w.library.roots, dir); i >= 0 {
		w.roots[i] = identity{}
	}
}

// Absent returns how many music folders were not there at the last look; 0 if
// nothing is watched.
func (l *Library) Absent() (n int) {
	l.mu.Lock()
	w := l.watcher
	l.mu.Unlock()
	if w == nil {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, root := range l.roots {
		if w.roots[i] == (identity{}) && !blob.IsBucket(root) {
			n++
		}
	}
	return n
}
