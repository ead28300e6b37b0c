package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"sonora/internal/store"
)

func open(t *testing.T, url string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestSQLiteRefusesNewerDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	execute(t, path, "create table sonora_version (id integer primary key, version_id integer, is_applied integer, tstamp text)",
		"insert into sonora_version (version_id, is_applied) values (0, 1), (9999, 1)")
	before := read(t, path)

	_, err := store.Open(t.Context(), "sqlite:"+path, store.Options{})
	var newer *store.NewerError
	if !errors.As(err, &newer) || !errors.Is(err, store.ErrNewer) {
		t.Fatalf("Open = %v, want a NewerError", err)
	}
	if newer.Database != 9999 || newer.Program != store.LatestVersion() {
		t.Errorf("versions %d and %d", newer.Database, newer.Program)
	}
	if !strings.Contains(err.Error(), "9999") {
		t.Errorf("the message does not name the version: %v", err)
	}
	unchanged(t, path, before)
}

func TestSQLiteRefusesForeignFiles(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte("This is not a database, and nobody wants to lose it."), 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.db")
	execute(t, other, "create table recipe (name text)")
	for _, path := range []string{text, other} {
		before := read(t, path)
		if _, err := store.Open(t.Context(), "sqlite:"+path, store.Options{}); !errors.Is(err, store.ErrForeign) {
			t.Errorf("Open(%s) = %v, want ErrForeign", filepath.Base(path), err)
		}
		unchanged(t, path, before)
	}
}

func TestSQLiteInspect(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	inspect := func(want int64) {
		t.Helper()
		if got, err := store.Inspect(t.Context(), "sqlite:"+path); got != want || err != nil {
			t.Errorf("Inspect = %d, %v, want %d", got, err, want)
		}
	}
	inspect(0)
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Inspect made a file: %v", err)
	}
	s := open(t, "sqlite:"+path)
	inspect(store.LatestVersion()) // while it is open
	if v, err := s.Version(t.Context()); v != store.LatestVersion() || err != nil {
		t.Errorf("Version = %d, %v", v, err)
	}
}

func TestUnknownURL(t *testing.T) {
	for _, url := range []string{"", "mysql://x", "/tmp/x.db"} {
		if _, err := store.Open(t.Context(), url, store.Options{}); err == nil {
			t.Errorf("Open(%q) succeeded", url)
		}
	}
}

func execute(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func unchanged(t *testing.T, path string, before []byte) {
	t.Helper()
	if !bytes.Equal(before, read(t, path)) {
		t.Errorf("%s was changed", path)
	}
	beside, err := filepath.Glob(path + "-*")
	if err != nil || len(beside) > 0 {
		t.Errorf("left beside it: %v %v", beside, err)
	}
}
