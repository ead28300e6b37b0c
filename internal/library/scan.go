package library

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/store"
)

// scanAll scans the whole library and reports progress.
func (l *Library) scanAll(ctx context.Context, full bool) error {
	release, err := l.lockScan(ctx)
	if err != nil {
		return err
	}
	defer release()
	if err := l.store.SaveScanStatus(ctx, l.Status()); err != nil {
		return fmt.Errorf("scan: %w", err)
	}
	s := l.newScan(l.progress)
	s.full = full
	w := l.newWalker(l.progress)
	if err := w.walkRoots(ctx); err != nil {
		return fmt.Errorf("scan: %w", err)
	}
	return l.runScan(ctx, s, w.trees, everything(l.roots))
}

// scanParts scans the folders in which the watcher saw changes. It waits for a
// running scan and does not change the reported status.
func (l *Library) scanParts(ctx context.Context, parts map[int][]scope) error {
	release, err := l.lockScan(ctx)
	if err != nil {
		return err
	}
	defer release()
	quiet := &progress{report: func(music.ScanStatus) {}}
	w := l.newWalker(quiet)
	err = w.walkScopes(ctx, parts)
	if errors.Is(err, errLinked) {
		w, parts = l.newWalker(quiet), l.folders()
		err = w.walkFolders(ctx)
	}
	if err != nil {
		return fmt.Errorf("scan changed folders: %w", err)
	}
	return l.runScan(ctx, l.newScan(quiet), w.trees, parts)
}

// lockScan waits until no other scan is running, and starts the caller's.
func (l *Library) lockScan(ctx context.Context) (release func(), err error) {
	select {
	case l.scanning <- struct{}{}:
		return func() { <-l.scanning }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *Library) newScan(p *progress) *scan {
	return &scan{
		store: l.store, disk: l.disk, places: l.places, log: l.log, roots: l.roots, progress: p, at: time.Now(),
		public: l.public != nil && l.public(), recovered: l.unfinished, busy: l.busy,
	}
}

func (l *Library) newWalker(p *progress) *walker {
	l.mu.Lock()
	watcher := l.watcher
	l.mu.Unlock()
	return &walker{
		roots: l.roots, places: l.places, mayRead: l.disk.mayRead,
		readDir: func(name string) ([]os.DirEntry, error) {
			if watcher == nil {
				return l.disk.readDir(name)
			}
			watcher.add(name) // before reading, so that no change is missed
			entries, err := l.disk.readDir(name)
			watcher.noteRead(name, err)
			return entries, err
		},
		found: func(folder string, files int) {
			p.change(func(st *music.ScanStatus) { st.Folder, st.Found = folder, st.Found+files })
		},
	}
}

// runScan does the rest of a scan after the walk.
func (l *Library) runScan(ctx context.Context, s *scan, trees []*tree, parts map[int][]scope) error {
	l.unfinished = true
	err := s.run(ctx, trees, parts)
	if err != nil && s.changed {
		err = errors.Join(err, s.settle(ctx))
	}
	l.unfinished = err != nil
	if s.changed {
		l.events.Publish(music.Event{Type: music.EventLibrary})
	}
	return err
}

// scan is one pass over all or part of the library. Its phases: walk the
// folders, compare them with the store, read what differs, match moved files,
// save, finish.
type scan struct {
	store *store.Store
	disk
	places    *blob.Places
	log       *slog.Logger
	roots     []string
	full      bool                    // also read unchanged files
	again     map[int]map[string]bool // paths to read even if they look unchanged, by root
	public    bool                    // visitors may hear new tracks
	recovered bool                    // the last scan did not finish
	busy      func() bool
	at        time.Time
	progress  *progress

	plans   []*plan
	matcher *matcher
	batch   []*readFile // read, not yet saved
	saved   int         // files
	changed bool        // the library has changed
}

// everything returns the scopes of a full scan, by root.
func everything(roots []string) map[int][]scope {
	scopes := map[int][]scope{}
	for i := range roots {
		scopes[i] = []scope{{deep: true}}
	}
	return scopes
}

// folders returns the scopes of everything except buckets, which the watcher
// cannot watch.
func (l *Library) folders() map[int][]scope {
	scopes := everything(l.roots)
	for i, root := range l.roots {
		if blob.IsBucket(root) {
			delete(scopes, i)
		}
	}
	return scopes
}

// run scans the given scopes, by root. An interrupted scan keeps what it saved,
// and the next scan continues from there.
func (s *scan) run(ctx context.Context, trees []*tree, scopes map[int][]scope) error {
	roots, err := s.store.EnsureRoots(ctx, s.roots, s.at)
	if err != nil {
		return fmt.Errorf("scan: %w", err)
	}
	for i, t := range trees {
		if len(scopes[i]) == 0 {
			continue
		}
		s.warnUnread(roots[i].Path, t)
		known, err := s.store.KnownFiles(ctx, roots[i].ID)
		if err != nil {
			return fmt.Errorf("scan %s: %w", s.roots[i], err)
		}
		p := compare(roots[i], t, known, scopes[i], s.full, s.again[i])
		if p.shelf, err = s.shelfOf(roots[i].Path); err != nil {
			return fmt.Errorf("scan %s: %w", s.roots[i], err)
		}
		s.plans = append(s.plans, p)
	}
	if err := s.prepare(ctx); err != nil {
		return fmt.Errorf("scan: %w", err)
	}
	for _, p := range s.plans {
		if err := s.read(ctx, p, s.take); err != nil {
			return fmt.Errorf("scan %s: %w", p.root.Path, err)
		}
		if err := s.listUnreachable(ctx, p); err != nil {
			return fmt.Errorf("scan %s: %w", p.root.Path, err)
		}
	}
	if err := s.finish(ctx); err != nil {
		return fmt.Errorf("finish the scan: %w", err)
	}
	return nil
}

// prepare saves the changes that are known from the comparison alone.
func (s *scan) prepare(ctx context.Context) error {
	s.matcher = newMatcher(s.plans)
	stats, err := s.store.LibraryStats(ctx)
	if err != nil {
		return err
	}
	unchanged, back := 0, 0
	for _, p := range s.plans {
		unchanged += p.unchanged
		if len(p.back) > 0 {
			n, err := s.store.MarkPresent(ctx, p.back)
			if err != nil {
				return err
			}
			back += n
		}
		if len(p.healed) > 0 {
			if err := s.store.ForgetProblems(ctx, p.root.ID, p.healed); err != nil {
				return err
			}
		}
		if len(p.unread) > 0 {
			if _, err := s.store.SaveScanned(ctx, p.root.ID, p.unread, s.at, s.public); err != nil {
				return err
			}
		}
		s.changed = s.changed || len(p.back)+len(p.healed)+len(p.unread) > 0
	}
	if stats.Missing > back {
		s.matcher.missing = s.store.MissingByAudioKey
	}
	s.progress.change(func(st *music.ScanStatus) {
		st.Walked = true
		st.Checked = unchanged
		st.Updated += back
		st.Problems = stats.Problems
	})
	return nil
}

// settle updates the counts after an interrupted scan.
func (s *scan) settle(ctx context.Context) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer stop()
	return s.store.FinishScan(ctx)
}

// finish saves the remaining files and marks tracks without a file as missing.
func (s *scan) finish(ctx context.Context) error {
	if err := s.flush(ctx); err != nil {
		return err
	}
	if err := s.save(ctx, s.matcher.assign()); err != nil {
		return err
	}
	missing := 0
	if lost := s.matcher.lost(); len(lost) > 0 {
		n, err := s.store.MarkMissing(ctx, lost, s.at)
		if err != nil {
			return err
		}
		missing, s.changed = n, true
	}
	if s.changed || s.recovered {
		if err := s.store.FinishScan(ctx); err != nil {
			return err
		}
	}
	stats, err := s.store.LibraryStats(ctx)
	if err != nil {
		return err
	}
	s.progress.change(func(st *music.ScanStatus) {
		st.Missing, st.Problems, st.Checked = missing, stats.Problems, st.Found
	})
	return nil
}
