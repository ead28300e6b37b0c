package library

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"sonora/internal/blob"
	"sonora/internal/music"
)

// walkBucket lists the objects of a bucket as if its keys were file paths. If
// the listing is incomplete, everything stays unchanged.
func (w *walker) walkBucket(ctx context.Context, root int) error {
	t := w.trees[root]
	store, err := w.places.Of(w.roots[root])
	if err == nil {
		err = w.listBucket(ctx, t, store)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil { // listed as a problem; the scan continues
		t.folders, t.unread, t.empty = map[string]*folder{}, []unreadFolder{{"", err}}, false
	}
	for name := range t.folders {
		t.folders[name].sortCovers()
		w.found(name, len(t.folders[name].audio))
	}
	return nil
}

func (w *walker) listBucket(ctx context.Context, t *tree, store blob.Store) error {
	t.empty = true
	var ignored []string // folders
	for info, err := range store.List(ctx, "") {
		if err != nil {
			return err
		}
		t.empty = false
		dir, name := splitPath(info.Key)
		if name == ignoreMarker {
			ignored = append(ignored, dir)
		}
		if strings.HasPrefix(info.Key, ".") || strings.Contains(info.Key, "/.") {
			continue
		}
		f := t.folders[dir]
		if f == nil {
			f = &folder{path: dir}
		}
		if list := f.listFor(name); list != nil {
			*list = append(*list, file{name: name, size: info.Size, modTime: stamp(info)})
			t.folders[dir] = f
		}
	}
	for name, f := range t.folders {
		if len(f.audio)+len(f.covers) == 0 || underAny(ignored, name) {
			delete(t.folders, name)
		}
	}
	return nil
}

func underAny(parents []string, folder string) bool {
	for _, parent := range parents {
		if within(parent, folder) {
			return true
		}
	}
	return false
}

// stamp returns the modification time of an object. S3 reports seconds only, so
// a hash of the object's version replaces the nanoseconds; changes within a
// second are then noticed.
func stamp(info blob.Info) int64 {
	return info.ModTime.Unix()*int64(time.Second) + int64(xxh3.HashString(info.Version)%uint64(time.Second))
}

// warnUnread logs the folders that cannot currently be read.
func (s *scan) warnUnread(root string, t *tree) {
	for _, u := range t.unread {
		s.log.Warn("read music folder failed, its tracks stay unchanged", "root", root, "folder", u.path, "error", u.err)
	}
}

var errStopped = errors.New("it stopped responding")

// listUnreachable lists a bucket that stopped responding during the scan as a
// problem.
func (s *scan) listUnreachable(ctx context.Context, p *plan) error {
	if !p.down.Load() {
		return nil
	}
	s.changed = true
	problem := unreadProblem(p.root.Path, unreadFolder{"", errStopped})
	_, err := s.store.SaveScanned(ctx, p.root.ID, []music.ScannedFile{problem}, s.at, s.public)
	return err
}
