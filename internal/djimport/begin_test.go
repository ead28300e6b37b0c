package djimport

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/music"
)

func TestOneImportPerPerson(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "imports")
	left := filepath.Join(folder, "collection-1")
	if err := errors.Join(os.MkdirAll(folder, 0o750), os.WriteFile(left, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	s, err := New(Config{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what a killed server left: %v", err)
	}
	ana, ben := music.Viewer{AccountID: "ana"}, music.Viewer{AccountID: "ben"}
	done, err := s.Begin(ana)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Begin(ana); music.CodeOf(err) != music.Conflict {
		t.Errorf("a second one: %v", err)
	}
	if _, err := s.ImportTags(t.Context(), ana, "", Options{}); music.CodeOf(err) != music.Conflict {
		t.Errorf("of tags: %v", err)
	}
	if _, err := s.Begin(ben); err != nil {
		t.Errorf("of somebody else: %v", err)
	}
	done()
	if _, err := s.Begin(ana); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
