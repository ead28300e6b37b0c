package upload

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	tidyEvery = 10 * time.Minute
	// orphanAge is how old a file has to be that belongs to no upload: a
	// younger one may be in the making.
	orphanAge = 2 * time.Hour
)

// Run removes what nobody needs any more, at once and from time to time,
// until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	ticker := time.NewTicker(tidyEvery)
	defer ticker.Stop()
	for {
		if err := s.Tidy(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("uploads not tidied", "error", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// Tidy removes expired uploads, the bytes of deleted tracks and of people who
// are gone, and files of the staging folder that belong to nothing.
func (s *Service) Tidy(ctx context.Context) error {
	return errors.Join(s.purge(ctx), s.sweep(ctx))
}

// purge removes doomed uploads. One that cannot go does not keep the others.
func (s *Service) purge(ctx context.Context) error {
	doomed, err := s.store.DoomedUploads(ctx, s.now())
	if err != nil {
		return err
	}
	var errs []error
	for _, u := range doomed {
		w := s.tryClaim(u.ID)
		if w == nil {
			continue // somebody is sending it; then it has not expired
		}
		errs = append(errs, s.drop(ctx, &u))
		s.release(u.ID, w)
	}
	return errors.Join(errs...)
}

// sweep removes old files of the staging folder that no upload knows of.
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
			continue // a file that is gone by now has no info
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

// warn logs what Tidy will do again.
func (s *Service) warn(err error) {
	if err != nil {
		s.log.Warn("the bytes of an upload stay for a while", "error", err)
	}
}
