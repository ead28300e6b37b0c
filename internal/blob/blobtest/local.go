package blobtest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"sync"
	"testing"

	"sonora/internal/blob"
)

// testLocal requests a path from several goroutines at once.
func testLocal(t *testing.T, s blob.Store) {
	dir := t.TempDir()
	want := noise(8, 3<<20)
	put(t, s, "a/b.flac", want)
	var wg sync.WaitGroup
	var mu sync.Mutex
	paths := map[string]bool{}
	for range 5 {
		wg.Go(func() {
			path, release, err := blob.Local(t.Context(), s, "a/b.flac", dir)
			if err != nil {
				t.Error(err)
				return
			}
			defer release()
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s holds %d bytes, %v", path, len(got), err)
			}
			mu.Lock()
			defer mu.Unlock()
			paths[path] = true
		})
	}
	wg.Wait()
	if len(paths) != 1 {
		t.Errorf("paths: %v", paths)
	}
	if path, _, err := blob.Local(t.Context(), s, "none", dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Local of what is not there = %q, %v", path, err)
	}
	again := noise(9, 1<<20)
	put(t, s, "a/b.flac", again)
	path, release, err := blob.Local(t.Context(), s, "a/b.flac", dir)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, again) {
		t.Errorf("after a change %s holds %d bytes, %v", path, len(got), err)
	}
}
