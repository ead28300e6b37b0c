package library

import (
	"context"

	"sonora/internal/music"
)

// batchSize is how many files one transaction takes: enough to be quick,
// few enough that a person's like does not wait for long.
const batchSize = 500

// take collects files that were read and saves them by the batch.
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

// flush matches and saves what was collected.
func (s *scan) flush(ctx context.Context) error {
	ready, err := s.matcher.match(ctx, s.batch)
	if err != nil {
		return err
	}
	s.batch = s.batch[:0]
	return s.save(ctx, ready)
}

// save writes files in their order, one transaction per root and batch.
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

// saveFolders remembers what lies beside the audio of folders whose last file
// is saved. A scan that is cut off in the middle of a folder reads it again.
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
