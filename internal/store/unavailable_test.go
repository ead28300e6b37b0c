package store

import (
	"context"
	"database/sql"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/pgtest"
)

func TestFullDiskIsUnavailable(t *testing.T) {
	s, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "sonora.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.db.Close() })
	if _, err := s.db.Write.Exec(t.Context(), "pragma max_page_count = 1"); err != nil { // the database cannot grow
		t.Fatal(err)
	}
	for n := 0; err == nil && n < 10_000; n++ {
		_, err = s.FailedLogin(t.Context(), music.NewID(), time.Now())
	}
	if music.CodeOf(err) != music.Unavailable {
		t.Errorf("a write to a full disk: %v", err)
	}
	if _, err := s.Accounts(t.Context()); err != nil {
		t.Errorf("reading beside it: %v", err)
	}
}

func TestLostConnectionIsUnavailable(t *testing.T) {
	address := pgtest.New(t, func(url string) error {
		s, err := Open(context.Background(), url, Options{})
		if err != nil {
			return err
		}
		return s.db.Close()
	})
	s, err := Open(t.Context(), address, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.db.Close() })
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	name := u.Path[1:]
	u.Path = "/postgres"
	db, err := sql.Open("pgx", u.String())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		"alter database " + name + " with allow_connections false",
		"select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'",
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Accounts(t.Context()); music.CodeOf(err) != music.Unavailable {
		t.Errorf("reading without a connection: %v", err)
	}
	if err := s.CreateAccount(t.Context(), &music.Account{Email: "a@b.example"}); music.CodeOf(err) != music.Unavailable {
		t.Errorf("writing without a connection: %v", err)
	}
}
