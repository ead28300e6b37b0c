package library

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/store"
)

// plan is the work of a scan below one root.
type plan struct {
	root      store.Root
	shelf     shelf
	down      atomic.Bool         // its bucket stopped responding; unread files stay unchanged
	folders   []*folderPlan       // folders with files to read, in order
	unchanged int                 // files that need not be opened
	back      []string            // missing tracks whose unchanged file has returned
	vanished  []music.KnownFile   // tracks whose file is gone
	unread    []music.ScannedFile // folders that could not be read, as problems
	listed    map[string]bool     // paths that are listed as problems already
	healed    []string            // paths that were problems and no longer are
	again     map[string]bool     // paths to read even if they look unchanged
}

// folderPlan is a folder with files to read.
type folderPlan struct {
	*folder
	plan   *plan
	cover  *folderCover
	extras uint64
	stale  bool // the extras differ from those in the store
	tasks  []readTask
	saved  int // of tasks
}

// readTask is a file to read, and the store's record of it, which is nil for a
// new file.
type readTask struct {
	file
	folder *folderPlan
	known  *music.KnownFile
}

// compare finds the differences between disk and store in the scopes of one
// root. With full, every file is read again.
func compare(root store.Root, t *tree, known []store.KnownFolder, scopes []scope, full bool, again map[string]bool) *plan {
	if t.empty && hasTracks(known) {
		t.unread = append(t.unread, unreadFolder{"", errEmptyRoot})
	}
	p := &plan{root: root, listed: map[string]bool{}, again: again}
	compared := make(map[string]bool, len(known))
	for _, k := range known {
		if slices.ContainsFunc(scopes, func(s scope) bool { return s.covers(k.Folder) }) {
			compared[k.Folder] = true
			p.compareFolder(t, k, full)
		}
	}
	for name := range t.folders {
		if !compared[name] {
			p.compareFolder(t, store.KnownFolder{Folder: name}, full)
		}
	}
	for _, u := range t.unread {
		if !p.listed[u.path] {
			p.unread = append(p.unread, unreadProblem(root.Path, u))
		}
	}
	slices.SortFunc(p.folders, func(a, b *folderPlan) int { return strings.Compare(a.path, b.path) })
	return p
}

// compareFolder compares one folder with what the store knows of it.
func (p *plan) compareFolder(t *tree, k store.KnownFolder, full bool) {
	f := t.folders[k.Folder]
	if f == nil {
		f = &folder{path: k.Folder}
	}
	known := make(map[string]*music.KnownFile, len(k.Files))
	for i := range k.Files {
		known[k.Files[i].Name] = &k.Files[i]
	}
	todo := &folderPlan{folder: f, plan: p, cover: t.coverOf(f)}
	todo.extras = fingerprint(todo.cover, f.lyrics)
	todo.stale = todo.extras != k.Extras
	full = full || todo.stale
	for _, found := range f.audio {
		was := known[found.name]
		delete(known, found.name)
		if full || was == nil || p.again[joinPath(k.Folder, found.name)] || was.Size != found.size || was.ModTime != found.modTime {
			todo.tasks = append(todo.tasks, readTask{found, todo, was})
			continue
		}
		p.unchanged++
		if was.Missing {
			p.back = append(p.back, was.TrackID)
		}
	}
	if len(todo.tasks) > 0 {
		p.folders = append(p.folders, todo)
	}
	p.addGone(t, known)
}

// addGone records files that the store knows and the disk no longer has.
func (p *plan) addGone(t *tree, known map[string]*music.KnownFile) {
	for _, k := range known {
		name := joinPath(k.Folder, k.Name)
		switch {
		case k.TrackID == "" && t.isUnread(name):
			p.listed[name] = true
		case t.isUnknown(k.Folder):
			// Its state is unknown, so leave it unchanged.
		case k.TrackID == "" && (!t.passed[name] || slices.Contains(t.entered, name)):
			p.healed = append(p.healed, name)
		case k.TrackID != "" && !k.Missing:
			p.vanished = append(p.vanished, *k)
		}
	}
}

// errEmptyRoot keeps an unmounted disk from looking like a deleted library.
var errEmptyRoot = errors.New("the folder is empty but contained tracks before; its disk may not be mounted")

func hasTracks(known []store.KnownFolder) bool {
	return slices.ContainsFunc(known, func(k store.KnownFolder) bool {
		return slices.ContainsFunc(k.Files, func(f music.KnownFile) bool { return f.TrackID != "" && !f.Missing })
	})
}

// unreadProblem lists a folder that could not be read as a problem, like a file
// of its parent.
func unreadProblem(root string, u unreadFolder) music.ScannedFile {
	dir, name := splitPath(u.path)
	why := music.Say("The folder cannot be read: %s. Its known tracks are kept as they are.", reason(u.err))
	if blob.IsBucket(root) {
		why = music.Say("The bucket cannot be read: %s. Its known tracks are kept as they are.", reason(u.err))
	}
	return music.ScannedFile{Folder: dir, Name: name, Problem: &music.Problem{
		Root: root, Path: u.path, Kind: music.UnreadableFile, Reason: why,
	}}
}
