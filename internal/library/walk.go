package library

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"sonora/internal/blob"
	"sonora/internal/media/picture"
	"sonora/internal/media/tag"
)

// ignoreMarker is the name of the file that keeps a folder, and all in it, out of the library.
const ignoreMarker = ".sonoraignore"

// file is an entry of a folder that concerns the library.
type file struct {
	name    string // bytes as the disk has them
	size    int64
	modTime int64  // Unix nanoseconds
	fault   string // why it cannot be opened, for a person; "" when it can
}

// folder is a directory as the walk saw it. Names keep the bytes of the disk:
// NFC and NFD twins are two files.
type folder struct {
	path   string // relative to the root, with slashes; "" is the root
	audio  []file
	covers []file // best first
	lyrics []file
}

// tree is what a walk found below one root, or below some folders of it.
type tree struct {
	folders map[string]*folder // by path, those that hold something of use
	entered []string           // every folder, for the watcher
	passed  map[string]bool    // folders seen but not entered, as they are out of scope
	unread  []unreadFolder
	empty   bool // the root itself holds nothing at all
}

// unreadFolder is a directory whose files are not known at present.
type unreadFolder struct {
	path string
	err  error
}

// blind reports whether the walk could not see into the folder.
func (t *tree) blind(folder string) bool {
	return slices.ContainsFunc(t.unread, func(u unreadFolder) bool { return within(u.path, folder) })
}

// isUnread reports whether the folder itself could not be read.
func (t *tree) isUnread(folder string) bool {
	return slices.ContainsFunc(t.unread, func(u unreadFolder) bool { return u.path == folder })
}

// scope is a part of a root: one folder, or with deep everything below it too.
type scope struct {
	folder string
	deep   bool
}

func (s scope) covers(folder string) bool {
	return folder == s.folder || s.deep && within(s.folder, folder)
}

// errLinked says that folders cannot be walked on their own, because a
// symbolic link is among them and what it leads to may be elsewhere as well.
var errLinked = errors.New("a symbolic link requires a scan of the whole library")

// walker walks the roots of a library. Folders that really are below a root
// come first; then symbolic links to folders are followed in the order of
// their paths, each target once, so that two walks agree on every path.
type walker struct {
	readDir func(name string) ([]os.DirEntry, error)
	found   func(folder string, files int) // told of progress, from several goroutines
	roots   []string
	places  *blob.Places
	trees   []*tree // by root

	mu    sync.Mutex
	real  []string        // real paths of the roots, "" for one that is not there
	seen  map[string]bool // real paths of the folders entered
	links []link          // to folders, not followed yet
}

// link is a symbolic link to a folder.
type link struct {
	root   int
	path   string
	target string
}

// prepare looks where the roots really are.
func (w *walker) prepare() {
	w.seen = map[string]bool{}
	w.real = make([]string, len(w.roots))
	for i, root := range w.roots {
		w.trees = append(w.trees, &tree{folders: map[string]*folder{}, passed: map[string]bool{}})
		if blob.IsBucket(root) {
			continue
		}
		target, err := filepath.EvalSymlinks(root)
		if err != nil {
			w.trees[i].unread = []unreadFolder{{"", err}}
			continue
		}
		w.real[i] = target
		w.seen[target] = true // also keeps a root inside another one to itself
	}
}

// walkRoots walks everything.
func (w *walker) walkRoots(ctx context.Context) error {
	if err := w.walkFolders(ctx); err != nil {
		return err
	}
	for i, root := range w.roots {
		if blob.IsBucket(root) {
			if err := w.walkBucket(ctx, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// walkFolders walks everything on the disk.
func (w *walker) walkFolders(ctx context.Context) error {
	w.prepare()
	for i := range w.roots {
		if w.real[i] == "" {
			continue
		}
		if err := w.walk(ctx, i, scope{deep: true}, w.real[i]); err != nil {
			return err
		}
	}
	return w.followLinks(ctx)
}

// walkScopes walks parts of the roots. It returns errLinked when only a walk
// of everything can tell what belongs to them.
func (w *walker) walkScopes(ctx context.Context, parts map[int][]scope) error {
	w.prepare()
	for root, scopes := range parts {
		for _, s := range scopes {
			if err := w.walkScope(ctx, root, s); err != nil {
				return err
			}
		}
	}
	if len(w.links) > 0 {
		return errLinked
	}
	return nil
}

func (w *walker) walkScope(ctx context.Context, root int, s scope) error {
	target, err := filepath.EvalSymlinks(w.name(root, s.folder))
	switch {
	case errors.Is(err, fs.ErrNotExist) && w.real[root] != "":
		return nil // gone, as are its files
	case err != nil, target != filepath.Join(w.real[root], filepath.FromSlash(s.folder)):
		return errLinked
	case s.folder != "" && !w.first(target):
		return nil // another root
	}
	return w.walk(ctx, root, s, target)
}

// name is where the disk has a folder.
func (w *walker) name(root int, folder string) string {
	return filepath.Join(w.roots[root], filepath.FromSlash(folder))
}

// walk enters a folder and, when the scope is deep, everything really below
// it, several at a time. target is where the folder really is.
func (w *walker) walk(ctx context.Context, root int, s scope, target string) error {
	// Opening a folder waits for the disk or the network, not for the processor.
	var g errgroup.Group
	g.SetLimit(4 * runtime.GOMAXPROCS(0))
	var visit func(folder, target string)
	visit = func(folder, target string) {
		if ctx.Err() != nil {
			return
		}
		for _, name := range w.enter(root, folder, s.deep) {
			sub, subTarget := joinPath(folder, name), filepath.Join(target, name)
			if !w.first(subTarget) {
				continue
			}
			next := func() error { visit(sub, subTarget); return nil }
			if !g.TryGo(next) {
				visit(sub, subTarget)
			}
		}
	}
	visit(s.folder, target)
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// followLinks walks the targets of the links found so far, and of those found there.
func (w *walker) followLinks(ctx context.Context) error {
	for len(w.links) > 0 {
		round := w.links
		w.links = nil
		slices.SortFunc(round, func(a, b link) int {
			return cmp.Or(cmp.Compare(a.root, b.root), cmp.Compare(a.path, b.path))
		})
		for _, l := range round {
			if !w.first(l.target) {
				continue
			}
			if err := w.walk(ctx, l.root, scope{l.path, true}, l.target); err != nil {
				return err
			}
		}
	}
	return nil
}

// first reports whether a folder is met for the first time.
func (w *walker) first(target string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen[target] {
		return false
	}
	w.seen[target] = true
	return true
}

// enter reads one folder and, when deep, returns the names of the folders in it.
func (w *walker) enter(root int, folderPath string, deep bool) (folders []string) {
	dir := w.name(root, folderPath)
	entries, err := w.readDir(dir)
	if errors.Is(err, fs.ErrNotExist) && folderPath != "" {
		return nil // went away since its parent was read
	}
	if slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == ignoreMarker }) {
		entries = nil
	}
	f := &folder{path: folderPath}
	var links []link
	for _, e := range entries {
		switch kind := e.Type(); {
		case strings.HasPrefix(e.Name(), "."):
		case kind.IsDir():
			folders = append(folders, e.Name())
		case kind&fs.ModeSymlink != 0:
			if target, ok := f.addLink(dir, e); ok {
				links = append(links, link{root, joinPath(folderPath, e.Name()), target})
			}
		default:
			f.add(dir, e.Name(), e.Info)
		}
	}
	f.sortCovers()
	w.keep(root, f, len(entries) == 0, err)
	if !deep {
		w.pass(root, f, folders)
		return nil
	}
	w.mu.Lock()
	w.links = append(w.links, links...)
	w.mu.Unlock()
	return folders
}

// pass notes folders that stay out of the walk.
func (w *walker) pass(root int, f *folder, names []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, name := range names {
		w.trees[root].passed[joinPath(f.path, name)] = true
	}
}

// keep stores what a folder held.
func (w *walker) keep(root int, f *folder, empty bool, err error) {
	w.mu.Lock()
	t := w.trees[root]
	t.entered = append(t.entered, f.path)
	if err != nil {
		t.unread = append(t.unread, unreadFolder{f.path, err})
	}
	if len(f.audio)+len(f.covers) > 0 {
		t.folders[f.path] = f
	}
	if f.path == "" {
		t.empty = empty
	}
	w.mu.Unlock()
	w.found(f.path, len(f.audio))
}

// addLink takes in what a symbolic link leads to: a file at once; for a
// folder it returns its real path.
func (f *folder) addLink(dir string, e os.DirEntry) (target string, isFolder bool) {
	name := filepath.Join(dir, e.Name())
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		target, err = filepath.EvalSymlinks(name)
		return target, err == nil
	}
	f.add(dir, e.Name(), func() (fs.FileInfo, error) { return info, err })
	return "", false
}

// add sorts one entry into the folder by its name.
func (f *folder) add(dir, name string, stat func() (fs.FileInfo, error)) {
	list := f.listFor(name)
	if list == nil {
		return
	}
	entry := file{name: name}
	switch info, err := stat(); {
	case errors.Is(err, fs.ErrNotExist) && !isLink(filepath.Join(dir, name)):
		return // went away since the folder was read
	case err != nil:
		entry.fault = "The file cannot be looked at: " + reason(err) + "."
	case !info.Mode().IsRegular():
		entry.fault = "This is not a file but a device, a pipe or a socket."
	default:
		entry.size, entry.modTime = info.Size(), info.ModTime().UnixNano()
	}
	if entry.fault != "" && list != &f.audio {
		return // a picture or text that cannot be opened is as good as none
	}
	*list = append(*list, entry)
}

func (f *folder) listFor(name string) *[]file {
	if tag.IsAudioName(name) {
		return &f.audio
	}
	if _, ok := picture.IsCoverName(name); ok {
		return &f.covers
	}
	if isLyricsName(name) {
		return &f.lyrics
	}
	return nil
}

func (f *folder) sortCovers() {
	slices.SortFunc(f.covers, func(a, b file) int {
		rankA, _ := picture.IsCoverName(a.name)
		rankB, _ := picture.IsCoverName(b.name)
		return cmp.Or(cmp.Compare(rankA, rankB), cmp.Compare(a.name, b.name))
	})
}

func isLyricsName(name string) bool { return strings.EqualFold(path.Ext(name), ".lrc") }

func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}
