package profile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sonora/internal/background"
)

const (
	tidyEvery = time.Hour
	// tidyAge is the minimum age at which an unknown file is removed. A younger
	// one may still be in use by an operation in progress.
	tidyAge = 24 * time.Hour
)

// Run deletes accounts whose grace period is over and files that are no longer
// needed, at once and every hour, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	purgeAndTidy := func(ctx context.Context) error {
		_, err := s.Purge(ctx)
		return errors.Join(err, s.Tidy(ctx))
	}
	return background.Task{Name: "tidy profiles", Every: tidyEvery, Do: purgeAndTidy, Log: s.log}.Run(ctx)
}

// Tidy removes expired exports, and the pictures and exports of deleted
// accounts.
func (s *Service) Tidy(ctx context.Context) error {
	if _, err := s.store.DropJobs(ctx, exportKind, s.now().Add(-exportLife)); err != nil {
		return fmt.Errorf("drop old exports: %w", err)
	}
	return errors.Join(s.tidyExports(ctx), s.tidyAvatars(ctx))
}

func (s *Service) tidyExports(ctx context.Context) error {
	jobs, err := s.store.FinishedJobs(ctx, exportKind)
	if err != nil {
		return fmt.Errorf("list exports: %w", err)
	}
	known := map[string]bool{}
	for _, j := range jobs {
		known[j.ID+exportSuffix] = true
	}
	return s.sweep(s.exports, known)
}

func (s *Service) tidyAvatars(ctx context.Context) error {
	urls, err := s.store.ProfileImages(ctx)
	if err != nil {
		return fmt.Errorf("list pictures: %w", err)
	}
	known := map[string]bool{}
	for _, url := range urls {
		known[strings.TrimPrefix(url, AvatarPath)] = true
	}
	return s.sweep(s.avatars, known)
}

// sweep removes the old files of a folder except the known ones.
func (s *Service) sweep(folder string, known map[string]bool) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var errs []error
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || known[entry.Name()] || s.now().Sub(info.ModTime()) < tidyAge {
			continue // deleted meanwhile
		}
		if err := os.Remove(filepath.Join(folder, entry.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, err)...)
}
