package library

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/stock"
)

// Examine looks at these files again and reads them even if they look unchanged. Files
// whose folder is no longer part of the library are left alone. It waits until the
// watcher has finished, and returns Conflict while a requested scan is running.
func (l *Library) Examine(ctx context.Context, files []stock.Place) error {
	l.mu.Lock()
	isBusy := l.current != nil
	l.mu.Unlock()
	if isBusy {
		return errRunning
	}
	release, err := l.lockScan(ctx)
	if err != nil {
		return err
	}
	defer release()
	folders, buckets, again := l.placesOf(files)
	w, err := l.walkAgain(ctx, folders, buckets)
	if err != nil {
		return fmt.Errorf("examine files again: %w", err)
	}
	s := l.newScan(&progress{report: func(music.ScanStatus) {}})
	s.again = again
	return l.runScan(ctx, s, w.trees, w.scopes)
}

// placesOf returns the folders to walk, the buckets to list, and the files to read, by
// root.
func (l *Library) placesOf(files []stock.Place) (folders, buckets map[int][]scope, again map[int]map[string]bool) {
	folders, buckets, again = map[int][]scope{}, map[int][]scope{}, map[int]map[string]bool{}
	for _, f := range files {
		i := slices.Index(l.roots, f.Root)
		if i < 0 {
			continue
		}
		if again[i] == nil {
			again[i] = map[string]bool{}
		}
		again[i][f.Path] = true
		folder, _ := splitPath(f.Path)
		switch at := (scope{folder: folder}); {
		case blob.IsBucket(f.Root):
			buckets[i] = []scope{{deep: true}}
		case !slices.Contains(folders[i], at):
			folders[i] = append(folders[i], at)
		}
	}
	return folders, buckets, again
}

// walked is a walk with what it covers.
type walked struct {
	*walker
	scopes map[int][]scope
}

// walkAgain walks these folders, or all of them if symbolic links require that, and lists
// these buckets.
func (l *Library) walkAgain(ctx context.Context, folders, buckets map[int][]scope) (*walked, error) {
	quiet := &progress{report: func(music.ScanStatus) {}}
	w := &walked{l.newWalker(quiet), folders}
	err := w.walkScopes(ctx, folders)
	if errors.Is(err, errLinked) {
		w = &walked{l.newWalker(quiet), l.folders()}
		err = w.walkFolders(ctx)
	}
	for i := range buckets {
		if err != nil {
			return nil, err
		}
		w.scopes[i] = buckets[i]
		err = w.walkBucket(ctx, i)
	}
	return w, err
}
