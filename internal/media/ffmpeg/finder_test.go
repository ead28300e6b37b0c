package ffmpeg

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

func TestFinderTriesAgain(t *testing.T) {
	now, tries := time.Unix(0, 0), 0
	answer := func() (*Runner, error) { return nil, ErrSilent }
	f := &Finder{now: func() time.Time { return now }, find: func(context.Context) (*Runner, error) {
		tries++
		return answer()
	}}
	for range 2 {
		if _, err := f.Find(t.Context()); !errors.Is(err, ErrSilent) || !errors.Is(f.Err(), ErrSilent) || tries != 1 {
			t.Errorf("%v after %d tries", err, tries)
		}
	}
	now = now.Add(findAgain)
	works := &Runner{version: "5"}
	answer = func() (*Runner, error) { return works, nil }
	for range 2 {
		if found, err := f.Find(t.Context()); found != works || err != nil || f.Err() != nil || tries != 2 {
			t.Errorf("%v, %v after %d tries", found, err, tries)
		}
	}
}

// TestFinderDoesNotBlameFFmpeg lets the caller give up while ffmpeg is looked
// for.
func TestFinderDoesNotBlameFFmpeg(t *testing.T) {
	f := &Finder{find: func(ctx context.Context) (*Runner, error) { return nil, ctx.Err() }}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Find(ctx); !errors.Is(err, context.Canceled) || f.Err() != nil {
		t.Errorf("%v, %v", err, f.Err())
	}
}

func TestFinderLooksOnceForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		f := &Finder{find: func(context.Context) (*Runner, error) {
			tries++
			<-time.After(findTime)
			return nil, ErrSilent
		}}
		errs := make(chan error, 8)
		for range cap(errs) {
			go func() {
				_, err := f.Find(t.Context())
				errs <- err
			}()
		}
		for range cap(errs) {
			if err := <-errs; !errors.Is(err, ErrSilent) {
				t.Error(err)
			}
		}
		if tries != 1 {
			t.Errorf("%d tries", tries)
		}
	})
}

// TestHangingFFmpegIsSilent runs an ffmpeg that never ends.
func TestHangingFFmpegIsSilent(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte("#!/bin/sh\nwhile :; do read -r x < /dev/zero; done\n"), 0o700); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	if _, err := findWithin(t.Context(), 50*time.Millisecond); !errors.Is(err, ErrSilent) {
		t.Error(err)
	}
}
