package stems

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sonora/internal/background"
	"sonora/internal/blob"
	"sonora/internal/dsp/hpss"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

const (
	tidyEvery = time.Hour
	// partLife is the age at which a folder in Folder counts as left over.
	partLife = 24 * time.Hour
	// maxAge and maxBytes limit the finished splits, as those of other
	// conversions are limited.
	maxAge   = 30 * 24 * time.Hour
	maxBytes = 10 << 30
	// splitting is the share of the work after which the parts are stored.
	splitting = 0.95
)

var errDamaged = music.NewError(music.Conflict, "This track cannot be decoded.")

// run splits a track. It may run again for the same job.
func (s *Service) run(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
	trackID := trackOf(j)
	account, err := s.Store.AccountByID(ctx, j.AccountID)
	if err != nil {
		return nil, err
	}
	file, err := s.Store.TrackFile(ctx, music.Viewer{AccountID: account.ID, Role: account.Role}, trackID)
	if err != nil {
		return nil, err
	}
	if ready, err := s.isSplit(ctx, trackID, file); ready || err != nil {
		return nil, err
	}
	s.note(trackID, 0)
	defer s.forget(trackID)
	return nil, s.split(ctx, trackID, file, func(share float64) {
		s.note(trackID, share)
		progress(share)
	})
}

// note records the progress of a split on this server. The database learns of it
// only now and then.
func (s *Service) note(trackID string, share float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.progress[trackID] = share
}

func (s *Service) forget(trackID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.progress, trackID)
}

func (s *Service) split(ctx context.Context, trackID string, file *music.TrackFile, progress func(float64)) error {
	runner, err := s.FFmpeg(ctx)
	if err != nil {
		return errNoTool.Because(err)
	}
	local, release, err := s.Local(ctx, file)
	if errors.Is(err, fs.ErrNotExist) {
		return music.ErrNotFound.Because(err)
	}
	if err != nil {
		return err
	}
	defer release()
	if err := os.MkdirAll(s.Folder, 0o750); err != nil {
		return fmt.Errorf("split a track: %w", err)
	}
	folder, err := os.MkdirTemp(s.Folder, "")
	if err != nil {
		return fmt.Errorf("split a track: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }() // otherwise tidy removes it
	drums, melody := filepath.Join(folder, Drums+extension), filepath.Join(folder, Melody+extension)
	if err := File(ctx, runner, local, drums, melody, func(share float64) { progress(splitting * share) }); err != nil {
		return err
	}
	if err := s.keep(ctx, drums, keyOf(trackID, file, Drums)); err != nil {
		return err
	}
	return s.keep(ctx, melody, keyOf(trackID, file, Melody))
}

func (s *Service) keep(ctx context.Context, name, key string) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("keep a split: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil {
		err = s.blobs.Put(ctx, key, file, info.Size())
	}
	if err != nil {
		return fmt.Errorf("keep a split: %w", err)
	}
	return nil
}

// File splits an audio file into two FLAC files of the same length, 6 dB below
// its level. Their sum, amplified by that, is the original.
func File(ctx context.Context, f *ffmpeg.Runner, path, drums, melody string, progress func(float64)) error {
	source, err := ffmpeg.Probe(path)
	if err != nil {
		return errDamaged.Because(err)
	}
	if source.Audio.Duration > MaxDuration {
		return errTooLong
	}
	source.Stereo, source.Rate = true, splitRate(source.Audio.SampleRate)
	form, _ := ffmpeg.FileFormOf(extension)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w := &writer{frames: source.Length(), progress: progress}
	for i, name := range []string{drums, melody} {
		if w.files[i], err = f.Create(ctx, name, form, source.Rate, false); err != nil {
			w.discard()
			return err
		}
	}
	w.splitter = hpss.New(w.write)
	failed := f.Decode(ctx, []ffmpeg.Sound{source}, false, func(int) ffmpeg.Listener { return w })[0]
	if failed == nil {
		failed = w.splitter.Close()
	}
	if failed != nil {
		w.discard()
		if _, ok := errors.AsType[*tag.FileError](failed); ok {
			failed = errDamaged.Because(failed)
		}
		return failed
	}
	return errors.Join(w.files[0].Close(), w.files[1].Close())
}

// splitRate returns the sample rate of a split, for which the transforms have
// their length.
func splitRate(own int) int {
	if own%48_000 == 0 {
		return 48_000
	}
	return 44_100
}

// writer splits decoded sound and writes the parts.
type writer struct {
	splitter *hpss.Splitter
	files    [2]*ffmpeg.File
	frames   int64 // that are expected
	heard    int64
	progress func(float64)
}

// Hear implements ffmpeg.Listener.
func (w *writer) Hear(samples []float32) error {
	w.heard += int64(len(samples) / 2)
	w.progress(min(1, float64(w.heard)/float64(max(w.frames, 1))))
	return w.splitter.Write(samples)
}

func (w *writer) write(drums, melody []float32) error {
	for i, part := range [][]float32{drums, melody} {
		for k := range part {
			part[k] *= headroom
		}
		if err := w.files[i].Write(part); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) discard() {
	for _, file := range w.files {
		if file != nil {
			file.Discard()
		}
	}
}

// Run removes old splits and those of deleted tracks until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	return background.Task{Name: "tidy splits", Every: tidyEvery, Do: s.tidy, Log: s.Log}.Run(ctx)
}

// tidy removes the oldest splits until the rest are young and small enough.
func (s *Service) tidy(ctx context.Context) error {
	var all []blob.Info
	for info, err := range s.blobs.List(ctx, keyPrefix) {
		if err != nil {
			return fmt.Errorf("list splits: %w", err)
		}
		all = append(all, info)
	}
	gone, err := s.gone(ctx, all)
	if err != nil {
		return err
	}
	oldest, bytes := s.Now().Add(-maxAge), int64(0)
	var errs []error
	for _, parts := range byTrack(all) {
		size := int64(0)
		for _, info := range parts {
			size += info.Size
		}
		if bytes+size <= maxBytes && !parts[0].ModTime.Before(oldest) && !gone[ownerOf(parts[0].Key)] {
			bytes += size
			continue
		}
		for _, info := range parts {
			errs = append(errs, s.blobs.Delete(ctx, info.Key))
		}
	}
	return errors.Join(append(errs, s.sweep())...)
}

// byTrack returns the blobs of each track, those of the newest split first. Parts are
// only of use together.
func byTrack(all []blob.Info) (tracks [][]blob.Info) {
	slices.SortFunc(all, func(a, b blob.Info) int { return b.ModTime.Compare(a.ModTime) })
	at := map[string]int{}
	for _, info := range all {
		owner := ownerOf(info.Key)
		i, ok := at[owner]
		if !ok {
			i = len(tracks)
			at[owner], tracks = i, append(tracks, nil)
		}
		tracks[i] = append(tracks[i], info)
	}
	return tracks
}

// ownerOf returns the ID of the track whose split has a key.
func ownerOf(key string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(key, keyPrefix), "/")
	return id
}

// gone returns which of the tracks of splits no longer exist.
func (s *Service) gone(ctx context.Context, all []blob.Info) (map[string]bool, error) {
	var ids []string
	for _, info := range all {
		ids = append(ids, ownerOf(info.Key))
	}
	slices.Sort(ids)
	list, err := s.Store.TracksGone(ctx, slices.Compact(ids))
	gone := map[string]bool{}
	for _, id := range list {
		gone[id] = true
	}
	return gone, err
}

// sweep deletes what a killed server left in Folder.
func (s *Service) sweep() error {
	return blob.Sweep(s.Folder, s.Now().Add(-partLife), func(string) bool { return false })
}
