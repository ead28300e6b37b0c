package library

import (
	"context"

	"sonora/internal/music"
)

// batchSize is the number of files per transaction: large enough to be fast,
// small enough not to delay other writes.
const batchSize = 500

// take collects files that were read and saves them in batches.
func (s *scan) take(ctx context.Context, f *readFile) error {
	s.batch = append(s.batch, f)
	s.progress.change(func(st *music.ScanStatus) {
		st.Folder = f.Folder
		st.Checked++
	})
	if len(s.batch) < batchSize {
		return nil
	}
	return s.flush(ctx)
}

// flush matches and saves the collected files.
func (s *scan) flush(ctx context.Context) error {
	ready, err := s.matcher.match(ctx, s.batch)
	if err != nil {
		return err
	}
	s.batch = s.batch[:0]
	return s.save(ctx, ready)
}

// save writes files in order, in one transaction per root and batch.
func (s *scan) save(ctx context.Context, files []*readFile) error {
	for len(files) > 0 {
		p, n := files[0].folder.plan, 1
		for n < min(len(files), batchSize) && files[n].folder.plan == p {
			n++
		}
		if err := s.saveBatch(ctx, p, files[:n]); err != nil {
			return err
		}
		files = files[n:]
	}
	return nil
}

func (s *scan) saveBatch(ctx context.Context, p *plan, files []*readFile) error {
	scanned := make([]music.ScannedFile, len(files))
	for i, f := range files {
		scanned[i] = f.ScannedFile
		s.changed = s.changed || !f.sameProblem()
	}
	result, err := s.store.SaveScanned(ctx, p.root.ID, scanned, s.at, s.public)
	if err != nil {
		return err
	}
	s.saved += len(files)
	if err := s.saveFolders(ctx, p, files); err != nil {
		return err
	}
	s.progress.change(func(st *music.ScanStatus) {
		st.Added += result.Added
		st.Updated += result.Updated
		st.Moved += result.Moved
	})
	return nil
}

// saveFolders stores the fingerprints of folders whose files are all saved. If
// a scan is interrupted within a folder, the next scan reads that folder again.
func (s *scan) saveFolders(ctx context.Context, p *plan, files []*readFile) error {
	extras := map[string]uint64{}
	for _, f := range files {
		f.folder.saved++
		if f.folder.stale && f.folder.saved == len(f.folder.tasks) {
			extras[f.folder.path] = f.folder.extras
		}
	}
	if len(extras) == 0 {
		return nil
	}
	return s.store.SaveFolders(ctx, p.root.ID, extras)
}
