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
	"syscall"

	"golang.org/x/sync/errgroup"

	"sonora/internal/blob"
	"sonora/internal/media/picture"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// ignoreMarker is the name of a file that excludes its folder, and everything
// in it, from the library.
const ignoreMarker = ".sonoraignore"

// file is a relevant entry of a folder.
type file struct {
	name    string // bytes as on disk
	size    int64
	modTime int64         // Unix nanoseconds
	fault   music.Message // why it cannot be opened; zero if it can
}

// folder is a directory at the time of the walk. Names keep the bytes on disk,
// so NFC and NFD forms of a name are two files.
type folder struct {
	path   string // relative to the root, with slashes; "" is the root
	audio  []file
	covers []file // best first
	lyrics []file
}

// tree is the result of walking one root, or some folders of it.
type tree struct {
	folders map[string]*folder // by path; only folders with relevant files
	entered []string           // all folders
	passed  map[string]bool    // folders that are out of the scope of the folder above them
	unread  []unreadFolder
	empty   bool // the root is completely empty
}

// unreadFolder is a directory whose content is currently unknown.
type unreadFolder struct {
	path string
	err  error
}

// isUnknown reports whether the folder, or one above it, could not be read.
func (t *tree) isUnknown(folder string) bool {
	return slices.ContainsFunc(t.unread, func(u unreadFolder) bool { return within(u.path, folder) })
}

// isUnread reports whether the folder itself could not be read.
func (t *tree) isUnread(folder string) bool {
	return slices.ContainsFunc(t.unread, func(u unreadFolder) bool { return u.path == folder })
}

// scope is a part of a root: one folder, or with deep also everything below it.
type scope struct {
	folder string
	deep   bool
}

func (s scope) covers(folder string) bool {
	return folder == s.folder || s.deep && within(s.folder, folder)
}

// errLinked means that folders cannot be walked separately because of a
// symbolic link, whose target may also be reachable by another path.
var errLinked = errors.New("a symbolic link requires a scan of the whole library")

// walker walks the roots of a library. It first walks the folders that really
// are below a root. Then it follows symbolic links to folders in the order of
// their paths, each target once, so that every walk assigns the same paths.
type walker struct {
	readDir func(name string) ([]os.DirEntry, error)
	found   func(folder string, files int) // receives progress, from several goroutines
	mayRead func(name string) error        // why a file cannot be opened
	roots   []string
	places  *blob.Places
	trees   []*tree // by root

	mu    sync.Mutex
	real  []string        // real paths of the roots; "" if a root does not exist
	seen  map[string]bool // real paths of the folders entered
	links []link          // links to folders, not yet followed
}

// link is a symbolic link to a folder.
type link struct {
	root   int
	path   string
	target string
}

// prepare resolves the real paths of the roots.
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
		w.seen[target] = true // also keeps a root inside another one separate
	}
}

// walkRoots walks all roots.
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

// walkFolders walks all roots except buckets.
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

// walkScopes walks parts of the roots. It returns errLinked if only a full walk
// can tell what belongs to them.
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
		return nil // deleted, along with its files
	case err != nil, target != filepath.Join(w.real[root], filepath.FromSlash(s.folder)):
		return errLinked
	case s.folder != "" && !w.first(target):
		return nil // it is another root
	}
	return w.walk(ctx, root, s, target)
}

// name returns the path of a folder on disk.
func (w *walker) name(root int, folder string) string {
	return filepath.Join(w.roots[root], filepath.FromSlash(folder))
}

// walk enters a folder and, if the scope is deep, all real folders below it,
// several at a time. target is the real path of the folder.
func (w *walker) walk(ctx context.Context, root int, s scope, target string) error {
	// Opening a folder waits for the disk or network, not for the processor.
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

// followLinks walks the targets of the links found so far, and of the links
// found in those.
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

// first reports whether a folder has not been entered yet, and marks it.
func (w *walker) first(target string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen[target] {
		return false
	}
	w.seen[target] = true
	return true
}

// enter reads one folder and, if deep, returns the names of its subfolders.
func (w *walker) enter(root int, folderPath string, deep bool) (folders []string) {
	dir := w.name(root, folderPath)
	entries, err := w.readDir(dir)
	if errors.Is(err, fs.ErrNotExist) && folderPath != "" {
		return nil // deleted since its parent was read
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
			if target, ok := w.addLink(f, dir, e); ok {
				links = append(links, link{root, joinPath(folderPath, e.Name()), target})
			}
		default:
			f.add(dir, e.Name(), e.Info, w.mayRead)
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

// pass records subfolders that are not walked.
func (w *walker) pass(root int, f *folder, names []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, name := range names {
		w.trees[root].passed[joinPath(f.path, name)] = true
	}
}

// keep stores the content of a folder.
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

// addLink adds the target of a symbolic link if it is a file; for a folder it
// returns the real path.
func (w *walker) addLink(f *folder, dir string, e os.DirEntry) (target string, isFolder bool) {
	name := filepath.Join(dir, e.Name())
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		target, err = filepath.EvalSymlinks(name)
		return target, err == nil
	}
	f.add(dir, e.Name(), func() (fs.FileInfo, error) { return info, err }, w.mayRead)
	return "", false
}

// othersMayRead is the permission with which a file need not be checked.
const othersMayRead = 0o004

// mayRead returns an error if this process may not open a file.
func mayRead(name string) error {
	const forReading = 4 // R_OK of access(2)
	if err := syscall.Access(name, forReading); err != nil {
		return &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return nil
}

// add classifies an entry by its name and adds it to the folder. A file that
// cannot be opened has no size, so that it is read as soon as that changes.
func (f *folder) add(dir, name string, stat func() (fs.FileInfo, error), mayRead func(name string) error) {
	list := f.listFor(name)
	if list == nil {
		return
	}
	entry := file{name: name}
	info, err := stat()
	var locked error
	if err == nil && info.Mode().IsRegular() && info.Mode()&othersMayRead == 0 {
		locked = mayRead(filepath.Join(dir, name))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && !isLink(filepath.Join(dir, name)):
		return // deleted since the folder was read
	case err != nil:
		entry.fault = music.Say("Could not examine the file: %s.", reason(err))
	case !info.Mode().IsRegular():
		entry.fault = music.Say("This is not a file but a device, a pipe or a socket.")
	case locked != nil:
		entry.fault = music.Say("The file cannot be read: %s.", reason(locked))
	default:
		entry.size, entry.modTime = info.Size(), info.ModTime().UnixNano()
	}
	if !entry.fault.IsZero() && list != &f.audio {
		return // ignore pictures and lyrics that cannot be opened
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
