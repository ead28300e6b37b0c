package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// List yields the regular files whose key begins with prefix. It skips files
// that disappear meanwhile.
func (d *Disk) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		w := &diskWalk{ctx: ctx, disk: d, prefix: prefix, yield: yield, entered: map[string]bool{}}
		var err error
		if w.base, err = filepath.EvalSymlinks(d.dir); err != nil {
			yield(Info{}, fmt.Errorf("%w: %w", ErrUnavailable, err))
			return
		}
		dir := ""
		if i := strings.LastIndexByte(prefix, '/'); i > 0 {
			if dir = prefix[:i]; CheckKey(dir) != nil {
				return
			}
		}
		w.walk(dir)
	}
}

// diskWalk walks through a folder in the order of its keys.
type diskWalk struct {
	ctx     context.Context
	disk    *Disk
	prefix  string
	yield   func(Info, error) bool
	base    string          // real path of the store's folder
	entered map[string]bool // real folders reached through links; each is listed once
}

// diskEntry sorts like its keys: a folder sorts with its slash.
type diskEntry struct {
	key  string
	info fs.FileInfo
}

// walk reports whether to continue.
func (w *diskWalk) walk(dir string) bool {
	name := filepath.Join(w.disk.dir, filepath.FromSlash(dir))
	entries, err := w.read(name, dir)
	if err != nil {
		return w.failed(err)
	}
	for _, e := range entries {
		switch {
		case w.ctx.Err() != nil:
			return w.failed(w.ctx.Err())
		case strings.HasSuffix(e.key, "/"):
			if !w.walk(strings.TrimSuffix(e.key, "/")) {
				return false
			}
		case !w.yield(infoOf(e.key, e.info), nil):
			return false
		}
	}
	return true
}

// enters reports whether to follow a link to a folder. It does not follow links
// to folders within the store.
func (w *diskWalk) enters(key string) bool {
	target, err := filepath.EvalSymlinks(filepath.Join(w.disk.dir, filepath.FromSlash(key)))
	if err != nil || !w.disk.follow || w.entered[target] {
		return false
	}
	if below, err := filepath.Rel(w.base, target); err != nil || filepath.IsLocal(below) {
		return false
	}
	if above, err := filepath.Rel(target, w.base); err != nil || filepath.IsLocal(above) {
		return false // a cycle
	}
	w.entered[target] = true
	return true
}

func (w *diskWalk) failed(err error) bool {
	if err = unavailable(err); errors.Is(err, fs.ErrNotExist) {
		return true
	}
	w.yield(Info{}, err)
	return false
}

func (w *diskWalk) read(name, dir string) ([]diskEntry, error) {
	list, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	entries := make([]diskEntry, 0, len(list))
	for _, e := range list {
		key := path.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), tempPrefix) || !strings.HasPrefix(key, w.prefix) && !strings.HasPrefix(w.prefix, key+"/") {
			continue
		}
		if e.IsDir() {
			entries = append(entries, diskEntry{key: key + "/"})
			continue
		}
		info, err := e.Info()
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			info, err = w.statLink(key)
		}
		switch {
		case err != nil: // deleted, or a dangling link
		case info.IsDir():
			if w.enters(key) {
				entries = append(entries, diskEntry{key: key + "/"})
			}
		case info.Mode().IsRegular():
			entries = append(entries, diskEntry{key, info})
		}
	}
	slices.SortFunc(entries, func(a, b diskEntry) int { return strings.Compare(a.key, b.key) })
	return entries, nil
}

func (w *diskWalk) statLink(key string) (fs.FileInfo, error) {
	if w.disk.follow {
		return os.Stat(filepath.Join(w.disk.dir, filepath.FromSlash(key)))
	}
	root, err := os.OpenRoot(w.disk.dir)
	if err != nil {
		return nil, err
	}
	defer closeRoot(root)
	return root.Stat(filepath.FromSlash(key))
}

// Sweep removes the temporary files that interrupted Puts left before a time.
func (d *Disk) Sweep(ctx context.Context, before time.Time) error {
	err := filepath.WalkDir(d.dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil || e.IsDir() || !strings.HasPrefix(e.Name(), tempPrefix) {
			return errors.Join(ignoreMissing(err), ctx.Err())
		}
		if info, err := e.Info(); err == nil && info.ModTime().Before(before) {
			return ignoreMissing(os.Remove(name))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("clean up %s: %w", d.dir, err)
	}
	return nil
}
