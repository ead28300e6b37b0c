package blob_test

import (
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/blob"
)

func TestWriteFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	name := filepath.Join(folder, "a")
	for _, content := range []string{"first", "second"} {
		if err := blob.WriteFile(name, []byte(content), content == "second"); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(name); err != nil || string(b) != content {
			t.Errorf("%q, %v", b, err)
		}
	}
	taken := filepath.Join(folder, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "b"), 0o750); err != nil {
		t.Fatal(err)
	}
	if blob.WriteFile(taken, nil, false) == nil {
		t.Error("a folder was replaced")
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Errorf("there are %v, %v", entries, err)
	}
}
