// Package sqlitetest gives tests SQLite databases with the current schema,
// copied from one template.
package sqlitetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"sonora/internal/music"
	"sonora/internal/store"
)

// New returns the URL of an empty database that is deleted after the test.
func New(t testing.TB) string {
	t.Helper()
	return At(t, filepath.Join(t.TempDir(), "test.db"))
}

// At is New with a path for the file.
func At(t testing.TB, path string) string {
	t.Helper()
	b, err := template()
	if err == nil {
		err = os.WriteFile(path, b, 0o600)
	}
	if err != nil {
		t.Fatalf("make a database: %v", err)
	}
	return "sqlite:" + path
}

// Lost returns a store whose calls all fail with Unavailable: its file is damaged.
func Lost(t testing.TB) *store.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lost.db")
	s, err := store.Open(t.Context(), At(t, path), store.Options{})
	if err == nil {
		err = os.WriteFile(path, make([]byte, 1<<20), 0o600)
	}
	if err != nil {
		t.Fatalf("make a lost database: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() }) // it cannot write its log
	if _, err := s.Station(t.Context(), music.System("test"), "any"); music.CodeOf(err) != music.Unavailable {
		t.Fatalf("a lost database answers %v", err)
	}
	return s
}

// template holds the file that all databases of this process are copies of.
var template = sync.OnceValues(func() (b []byte, err error) {
	dir, err := os.MkdirTemp("", "sonora-sqlite")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "template.db")
	s, err := store.Open(context.Background(), "sqlite:"+path, store.Options{})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})
