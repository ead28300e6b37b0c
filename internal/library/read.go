package library

import (
	"context"
	"errors"
	"io/fs"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/blob"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// readFile is a file that a scan has read, to be matched and saved.
type readFile struct {
	music.ScannedFile
	folder *folderPlan
	known  *music.KnownFile
}

// read reads the files of a plan concurrently and passes them one at a time to
// save. It leaves files that change meanwhile for the next scan.
func (s *scan) read(ctx context.Context, p *plan, save func(context.Context, *readFile) error) error {
	g, ctx := errgroup.WithContext(ctx)
	tasks := make(chan readTask, 64)
	results := make(chan *readFile, 64)
	g.Go(func() error {
		defer close(tasks)
		for _, f := range p.folders {
			for _, t := range f.tasks {
				if err := send(ctx, tasks, t); err != nil {
					return err
				}
			}
		}
		return nil
	})
	var workers sync.WaitGroup
	for range p.shelf.readers() {
		workers.Add(1)
		g.Go(func() error {
			defer workers.Done()
			for t := range tasks {
				s.yield(ctx)
				f := s.readOne(ctx, t)
				if f == nil {
					continue
				}
				if err := send(ctx, results, f); err != nil {
					return err
				}
			}
			return nil
		})
	}
	g.Go(func() error {
		workers.Wait()
		close(results)
		return nil
	})
	g.Go(func() error {
		for f := range results {
			if err := save(ctx, f); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	return g.Wait()
}

const (
	// maxYield is the longest that a scan waits before a file, so that it finishes
	// even on a machine that is always busy.
	maxYield  = time.Second
	yieldStep = 100 * time.Millisecond
)

// yield waits while others need the processor.
func (s *scan) yield(ctx context.Context) {
	for waited := time.Duration(0); s.busy != nil && waited < maxYield && s.busy(); waited += yieldStep {
		select {
		case <-ctx.Done():
			return
		case <-time.After(yieldStep):
		}
	}
}

func send[T any](ctx context.Context, to chan<- T, v T) error {
	select {
	case to <- v:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// readOne reads a file and the files next to it. It returns nil if the file
// disappeared or keeps changing, or if its bucket does not respond.
func (s *scan) readOne(ctx context.Context, t readTask) *readFile {
	p := t.folder.plan
	path := joinPath(t.folder.path, t.name)
	if !t.fault.IsZero() {
		return s.broken(t, music.UnreadableFile, t.fault)
	}
	for range 3 {
		if p.down.Load() {
			return nil
		}
		audio, size, modTime, err := s.readSafely(ctx, p, path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && size < 0, ctx.Err() != nil:
			return nil
		case errors.Is(err, blob.ErrUnavailable):
			p.down.Store(true)
			s.log.Warn("read bucket failed, the next scan reads the rest", "root", p.root.Path, "error", err)
			return nil
		case errors.Is(err, blob.ErrChanged), size >= 0 && (size != t.size || modTime != t.modTime):
			t.size, t.modTime = size, modTime
			continue
		}
		if err != nil {
			kind, why := describe(err)
			return s.broken(t, kind, why)
		}
		f := t.scanned()
		f.Audio = audio
		f.Cover = t.cover(ctx, audio)
		audio.Lyrics = t.folder.lyricsBeside(ctx, p.shelf, t.name, audio.Lyrics)
		return f
	}
	s.log.Info("file changed while it was read, the next scan reads it", "root", p.root.Path, "file", path)
	return nil
}

// readSafely reads one file. It turns a panic into an error of this file so
// that the server keeps running, and logs the stack.
func (s *scan) readSafely(ctx context.Context, p *plan, path string) (audio *music.AudioFile, size, modTime int64, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			s.log.Error("read file failed", "root", p.root.Path, "file", path, "fault", fault, "stack", string(debug.Stack()))
			err = &tag.FileError{Kind: music.CorruptFile, Reason: music.Say("The file could not be read because of its unusual structure. The log has the details.")}
		}
	}()
	return p.shelf.audio(ctx, path)
}

func (t readTask) scanned() *readFile {
	return &readFile{
		ScannedFile: music.ScannedFile{Folder: t.folder.path, Name: t.name, Size: t.size, ModTime: t.modTime},
		folder:      t.folder,
		known:       t.known,
	}
}

// cover returns the picture of a track: the one in its file, or the folder's.
func (t readTask) cover(ctx context.Context, audio *music.AudioFile) *music.CoverSource {
	if audio.Picture != nil {
		return &music.CoverSource{Picture: *audio.Picture, Folder: t.folder.path, Name: t.name, Embedded: true}
	}
	return t.folder.cover.load(ctx, t.folder.plan.shelf)
}

// broken returns a readFile for a file that cannot be played, with the reason.
func (s *scan) broken(t readTask, kind music.ProblemKind, why music.Message) *readFile {
	f := t.scanned()
	f.Problem = &music.Problem{
		Root: t.folder.plan.root.Path, Path: joinPath(t.folder.path, t.name),
		Kind: kind, Reason: why, Size: t.size, SeenAt: s.at,
	}
	if kind == music.UnreadableFile {
		f.ModTime = 0 // the next scan tries again, because the disk may be at fault
	}
	return f
}

// sameProblem reports whether the last scan found the same problem.
func (f *readFile) sameProblem() bool {
	return f.Problem != nil && f.known != nil && f.known.TrackID == "" && f.ModTime == f.known.ModTime
}

// describe returns the kind and reason of a read error, for the operator.
func describe(err error) (music.ProblemKind, music.Message) {
	if fileErr, ok := errors.AsType[*tag.FileError](err); ok {
		return fileErr.Kind, fileErr.Reason
	}
	return music.UnreadableFile, music.Say("The file cannot be read: %s.", reason(err))
}
