// Package storetest has what the tests of the store's areas share: empty
// databases on both engines, and a fixture that fills them. Each area has its
// own tests.
package storetest

import (
	"context"
	"database/sql"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/store"
	"sonora/internal/store/pgtest"
	"sonora/internal/store/sqlitetest"
)

// Suite holds the tests of an area by name. Each gets an empty database.
type Suite map[string]func(*testing.T, *Fixture)

// Main runs the tests of a package that uses Postgres and returns the exit
// code. Call it from TestMain.
func Main(m *testing.M) int { return pgtest.Main(m) }

// SQLite runs the tests on SQLite.
func SQLite(t *testing.T, suite Suite) {
	run(t, suite, func(t *testing.T) string {
		return sqlitetest.At(t, filepath.Join(t.TempDir(), "odd name?#%.db"))
	})
}

// Postgres runs the tests on PostgreSQL. It skips them if its binaries are
// missing.
func Postgres(t *testing.T, suite Suite) {
	NewPostgres(t) // once, before the parallel tests
	run(t, suite, func(t *testing.T) string { return NewPostgres(t) })
}

func run(t *testing.T, suite Suite, place func(t *testing.T) string) {
	for name, test := range suite {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := place(t)
			f := NewFixture(t, Open(t, at))
			f.URL = at
			test(t, f)
		})
	}
}

// NewPostgres returns the URL of an empty PostgreSQL database with the current
// schema.
func NewPostgres(t testing.TB) string {
	t.Helper()
	return pgtest.New(t, func(url string) error {
		s, err := store.Open(context.Background(), url, store.Options{})
		if err != nil {
			return err
		}
		return s.Close()
	})
}

// Open opens a database until the test ends.
func Open(t testing.TB, url string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), url, store.Options{})
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

// Exec runs statements that no method of the store has, such as those that make a
// database look as an earlier version left it.
func (f *Fixture) Exec(statements ...string) {
	f.T.Helper()
	driver, source := "pgx", f.URL
	if path, ok := strings.CutPrefix(f.URL, "sqlite:"); ok {
		driver, source = "sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?_pragma=busy_timeout(10000)"
	}
	db, err := sql.Open(driver, source)
	f.Must(err)
	defer func() { f.Must(db.Close()) }()
	for _, statement := range statements {
		_, err := db.ExecContext(f.T.Context(), statement)
		f.Must(err)
	}
}
