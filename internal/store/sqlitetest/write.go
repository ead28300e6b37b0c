package sqlitetest

import (
	"database/sql"
	"path/filepath"
	"testing"
)

// Write makes a database of another program and returns its path.
func Write(t testing.TB, statements string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	db, err := sql.Open("sqlite", "file:"+path)
	if err == nil {
		_, err = db.ExecContext(t.Context(), statements)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
