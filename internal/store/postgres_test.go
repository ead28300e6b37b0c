package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"testing"

	"sonora/internal/store"
	"sonora/internal/store/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// migrate makes the template database.
func migrate(url string) error {
	s, err := store.Open(context.Background(), url, store.Options{})
	if err != nil {
		return err
	}
	return s.Close()
}

func TestPostgresRefusesNewerAndForeignDatabases(t *testing.T) {
	url := pgtest.New(t, migrate)
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "insert into sonora_version (version_id, is_applied) values (9999, true)"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), url, store.Options{}); !errors.Is(err, store.ErrNewer) {
		t.Errorf("Open = %v, want ErrNewer", err)
	}
	if _, err := db.ExecContext(t.Context(), "drop table sonora_version"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), url, store.Options{}); !errors.Is(err, store.ErrForeign) {
		t.Errorf("Open = %v, want ErrForeign", err)
	}
}
