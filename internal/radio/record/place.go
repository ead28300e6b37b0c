package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sonora/internal/background"
	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/station"
)

const (
	keyPrefix      = "recordings/"
	soundExtension = ".mp3"
)

// keyOf returns the blob key of a finished recording's sound.
func keyOf(id string) string { return keyPrefix + id + soundExtension }

// Run uploads and deletes what could not be uploaded or deleted at once, until
// ctx ends.
func (s *Service) Run(ctx context.Context) error {
	return background.Task{Name: "tidy recordings", Every: tidyEvery, Do: s.tidy, Log: s.Log}.Run(ctx)
}

func (s *Service) tidy(ctx context.Context) error {
	gone, err := s.Store.RecordingsGone(ctx, maxAtStart)
	if err != nil {
		return err
	}
	var errs []error
	for _, id := range gone {
		errs = append(errs, s.erase(ctx, id))
	}
	entries, err := os.ReadDir(s.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, fmt.Errorf("list recordings: %w", err))
	}
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), soundExtension); ok {
			errs = append(errs, s.settle(ctx, id))
		}
	}
	return errors.Join(append(errs, s.takeBack(ctx))...)
}

// settle handles sound that is still in the folder.
func (s *Service) settle(ctx context.Context, id string) error {
	r, err := s.Store.Recording(ctx, system, id)
	if music.CodeOf(err) == music.NotFound {
		return s.setAside(id)
	}
	if err != nil || r.State != station.RecordingReady {
		return err
	}
	return s.handOn(ctx, id)
}

// handOn uploads the sound of a finished recording, so that every server finds
// it.
func (s *Service) handOn(ctx context.Context, id string) error {
	file, err := os.Open(s.sound(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("upload recording: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil {
		err = s.Blobs.Put(ctx, keyOf(id), file, info.Size())
	}
	if err != nil {
		return fmt.Errorf("upload recording: %w", err)
	}
	return s.clear(id)
}

// erase deletes the sound of a deleted recording and forgets the recording.
func (s *Service) erase(ctx context.Context, id string) error {
	if err := s.Blobs.Delete(ctx, keyOf(id)); err != nil {
		return fmt.Errorf("delete recording: %w", err)
	}
	if err := s.clear(id); err != nil {
		return err
	}
	if err := s.Store.DeleteRecording(ctx, id); err != nil && !errors.Is(err, music.ErrNotFound) {
		return err
	}
	return nil
}

// clear removes the files of a recording from the folder.
func (s *Service) clear(id string) error {
	for _, name := range []string{s.sound(id), s.titles(id), s.aside(s.sound(id)), s.aside(s.titles(id))} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("delete recording: %w", err)
		}
	}
	return nil
}

func (s *Service) sound(id string) string  { return filepath.Join(s.Folder, id+soundExtension) }
func (s *Service) titles(id string) string { return filepath.Join(s.Folder, id+".titles") }

// Sound is the audible part of a recording.
type Sound struct {
	whole      io.ReadSeekCloser
	from, size int64
	at         int64
}

var (
	errGone = music.NewError(music.NotFound, "The audio of this recording is not available right now.")
	errDown = music.NewError(music.Unavailable, "The storage for this recording is not responding. Try again in a minute.")
)

// OfMix returns the recording that was published as a mix, or NotFound if the viewer
// may not hear it. People who may change it can hear it before it is published.
func (s *Service) OfMix(ctx context.Context, v music.Viewer, mixID string) (*station.Recording, error) {
	_, hidden := s.Store.Mix(ctx, v, mixID)
	if hidden != nil && music.CodeOf(hidden) != music.NotFound {
		return nil, hidden
	}
	r, err := s.Store.RecordingOfMix(ctx, mixID)
	if err == nil && hidden != nil && !r.MayManage(v) {
		err = music.ErrNotFound
	}
	return r, err
}

var errNoWaveform = music.NewError(music.NotFound, "The waveform is not drawn yet.")

// Waveform returns the three bands of the waveform of a recording, one after another,
// or NotFound until it is drawn.
func (s *Service) Waveform(ctx context.Context, id string) ([]byte, error) {
	w, err := s.Store.Waveform(ctx, id)
	if err == nil && len(w) == 0 {
		err = errNoWaveform
	}
	return w, err
}

// Open opens the audible part of a recording.
func (s *Service) Open(ctx context.Context, r *station.Recording) (*Sound, error) {
	whole, err := s.whole(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	sound := &Sound{whole: whole, from: r.Trim.FromByte, size: soundSize(r)}
	if _, err := sound.Seek(0, io.SeekStart); err != nil {
		return nil, errors.Join(err, whole.Close())
	}
	return sound, nil
}

// whole opens the whole sound of a recording, from the folder until it has been
// uploaded.
func (s *Service) whole(ctx context.Context, id string) (io.ReadSeekCloser, error) {
	file, err := os.Open(s.sound(id))
	if err == nil {
		return file, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open recording: %w", err)
	}
	object, err := s.Blobs.Open(ctx, keyOf(id))
	switch {
	case err == nil:
		return object.ReadSeekCloser, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, errGone
	case errors.Is(err, blob.ErrUnavailable):
		return nil, errDown.Because(err)
	}
	return nil, fmt.Errorf("open recording: %w", err)
}

// Size returns the size of the audible part in bytes.
func (s *Sound) Size() int64 { return s.size }

// Read implements io.Reader.
func (s *Sound) Read(p []byte) (int, error) {
	left := s.size - s.at
	if left <= 0 {
		return 0, io.EOF
	}
	n, err := s.whole.Read(p[:min(int64(len(p)), left)])
	s.at += int64(n)
	return n, err
}

// Seek implements io.Seeker.
func (s *Sound) Seek(offset int64, whence int) (int64, error) {
	at, err := blob.Position(offset, whence, s.at, s.size)
	if err != nil {
		return 0, err
	}
	if _, err := s.whole.Seek(s.from+at, io.SeekStart); err != nil {
		return 0, err
	}
	s.at = at
	return at, nil
}

// Close implements io.Closer.
func (s *Sound) Close() error { return s.whole.Close() }
