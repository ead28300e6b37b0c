package record

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// asideFolder is the subfolder for sound without a recording in the database,
// which may have been lost or restored from an older backup.
const asideFolder = "without-entry"

// Aside returns the sounds that were moved aside in the folder of running
// recordings, as paths.
func Aside(folder string) ([]string, error) {
	sounds, err := filepath.Glob(filepath.Join(folder, asideFolder, "*"+soundExtension))
	if err != nil {
		return nil, fmt.Errorf("list recordings without an entry: %w", err)
	}
	return sounds, nil
}

// aside returns where a file of the folder is moved.
func (s *Service) aside(name string) string {
	return filepath.Join(s.Folder, asideFolder, filepath.Base(name))
}

// setAside moves the files of a recording that the database does not know. A
// row is stored before its sound, so they do not belong to a show that begins.
func (s *Service) setAside(id string) error {
	if err := os.MkdirAll(filepath.Join(s.Folder, asideFolder), 0o750); err != nil {
		return fmt.Errorf("move recording aside: %w", err)
	}
	for _, name := range []string{s.titles(id), s.sound(id)} { // the sound last: it is what is looked for
		if err := os.Rename(name, s.aside(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("move recording aside: %w", err)
		}
	}
	s.Log.Warn("recording has no entry in the database; its sound is kept", "recording", id, "file", s.aside(s.sound(id)))
	return nil
}

// takeBack takes back sounds whose recordings are in the database again, because
// somebody restored it.
func (s *Service) takeBack(ctx context.Context) error {
	sounds, err := Aside(s.Folder)
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range sounds {
		errs = append(errs, s.takeBackOne(ctx, strings.TrimSuffix(filepath.Base(name), soundExtension)))
	}
	return errors.Join(errs...)
}

func (s *Service) takeBackOne(ctx context.Context, id string) error {
	r, err := s.Store.Recording(ctx, system, id)
	if music.CodeOf(err) == music.NotFound {
		return nil
	}
	if err != nil || r.State != station.RecordingRunning && r.State != station.RecordingReady {
		return err
	}
	for _, name := range []string{s.titles(id), s.sound(id)} {
		if err := os.Rename(s.aside(name), name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("take recording back: %w", err)
		}
	}
	if r.State == station.RecordingReady {
		return s.handOn(ctx, id)
	}
	return s.finish(ctx, id, time.Time{})
}
