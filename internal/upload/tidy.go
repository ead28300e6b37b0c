package upload

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sonora/internal/background"
)

const (
	tidyEvery = 10 * time.Minute
	// orphanAge is the minimum age at which a file without an upload is
	// removed. A younger one may belong to an upload that is just starting.
	orphanAge = 2 * time.Hour
)

// Run removes unneeded files, at once and periodically, until ctx ends. Before, it completes
// what is known of the sound of music by AI.
func (s *Service) Run(ctx context.Context) error {
	if err := s.completeSounds(ctx); err != nil && ctx.Err() == nil {
		s.log.Warn("complete the sounds of music by AI failed; the next start tries again", "error", err)
	}
	return background.Task{Name: "tidy uploads", Every: tidyEvery, Do: s.Tidy, Log: s.log}.Run(ctx)
}

// Tidy removes expired uploads, the bytes of deleted tracks and accounts, and
// orphaned files of the staging folder.
func (s *Service) Tidy(ctx context.Context) error {
	return errors.Join(s.purge(ctx), s.sweep(ctx))
}

// purge removes doomed uploads. A failure does not affect the others.
func (s *Service) purge(ctx context.Context) error {
	doomed, err := s.store.DoomedUploads(ctx, s.now())
	if err != nil {
		return err
	}
	var errs []error
	for _, u := range doomed {
		w := s.tryClaim(u.ID)
		if w == nil {
			continue // it is being sent, so it has not expired
		}
		errs = append(errs, s.drop(ctx, &u))
		s.release(u.ID, w)
	}
	return errors.Join(errs...)
}

// sweep removes old orphaned files of the staging folder.
func (s *Service) sweep(ctx context.Context) error {
	entries, err := os.ReadDir(s.staging.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list the staging folder: %w", err)
	}
	var names, ids []string
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || s.now().Sub(info.ModTime()) < orphanAge {
			continue // deleted meanwhile
		}
		names, ids = append(names, entry.Name()), append(ids, uploadOf(entry.Name()))
	}
	known, err := s.store.KnownUploads(ctx, ids)
	if err != nil {
		return err
	}
	var errs []error
	for i, name := range names {
		if known[ids[i]] {
			continue
		}
		if err := os.Remove(filepath.Join(s.staging.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// warn logs an error of an operation that Tidy will retry.
func (s *Service) warn(err error) {
	if err != nil {
		s.log.Warn("remove upload failed, will retry", "error", err)
	}
}
