package library

import (
	"context"
	"errors"
	"io/fs"
	"runtime/debug"
	"sync"

	"golang.org/x/sync/errgroup"

	"sonora/internal/blob"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// readFile is a file a scan has read, ready to be matched and saved.
type readFile struct {
	music.ScannedFile
	folder *folderPlan
	known  *music.KnownFile
}

// read reads the files of a plan, several at a time, and hands them one by one
// to save. A file that changes while it is read is left for the next scan.
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

func send[T any](ctx context.Context, to chan<- T, v T) error {
	select {
	case to <- v:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// readOne reads a file with what lies beside it. It returns nil when the file
// went away or does not stop changing, and when its bucket does not answer.
func (s *scan) readOne(ctx context.Context, t readTask) *readFile {
	p := t.folder.plan
	path := joinPath(t.folder.path, t.name)
	if t.fault != "" {
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
			s.log.Warn("bucket stopped answering, the next scan reads the rest", "root", p.root.Path, "error", err)
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

// readSafely reads one file. A fault in the reading of some odd file must not
// take the server down: the file is listed as broken, the log says where.
func (s *scan) readSafely(ctx context.Context, p *plan, path string) (audio *music.AudioFile, size, modTime int64, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			s.log.Error("read file failed", "root", p.root.Path, "file", path, "fault", fault, "stack", string(debug.Stack()))
			err = &tag.FileError{Kind: music.CorruptFile, Reason: "The file could not be read because of its unusual structure. The log has the details."}
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

// cover is the picture of a track: its own, else the one beside it.
func (t readTask) cover(ctx context.Context, audio *music.AudioFile) *music.CoverSource {
	if audio.Picture != nil {
		return &music.CoverSource{Picture: *audio.Picture, Folder: t.folder.path, Name: t.name, Embedded: true}
	}
	return t.folder.cover.load(ctx, t.folder.plan.shelf)
}

// broken is a file that is no song, with the reason.
func (s *scan) broken(t readTask, kind music.ProblemKind, why string) *readFile {
	f := t.scanned()
	f.Problem = &music.Problem{
		Root: t.folder.plan.root.Path, Path: joinPath(t.folder.path, t.name),
		Kind: kind, Reason: why, Size: t.size, SeenAt: s.at,
	}
	if kind == music.UnreadableFile {
		f.ModTime = 0 // tried again by the next scan: the fault may be that of the disk
	}
	return f
}

// sameProblem reports whether the file was as unreadable at the last scan.
func (f *readFile) sameProblem() bool {
	return f.Problem != nil && f.known != nil && f.known.TrackID == "" && f.ModTime == f.known.ModTime
}

// describe says for a person why a file could not be read.
func describe(err error) (music.ProblemKind, string) {
	if fileErr, ok := errors.AsType[*tag.FileError](err); ok {
		return fileErr.Kind, fileErr.Reason
	}
	return music.UnreadableFile, "The file cannot be read: " + reason(err) + "."
}
