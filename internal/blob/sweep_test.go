package blob_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sonora/internal/blob"
)

func TestSweep(t *testing.T) {
	folder, now := t.TempDir(), time.Now()
	for name, age := range map[string]time.Duration{"new": 0, "old": time.Hour, "old in use": time.Hour} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if err := blob.Sweep(folder, now.Add(-time.Minute), func(name string) bool { return name == "old in use" }); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	if !slices.Equal(names, []string{"new", "old in use"}) {
		t.Errorf("left: %v", names)
	}
	if err := blob.Sweep(filepath.Join(folder, "missing"), now, nil); err != nil {
		t.Errorf("a missing folder: %v", err)
	}
}
