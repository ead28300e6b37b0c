package store

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/djmix"
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

// TestLostFileIsUnavailable does to the open database file what people and
// disks do.
func TestLostFileIsUnavailable(t *testing.T) {
	for name, c := range map[string]struct {
		harm   func(path string) error
		isRead bool // whether what is there can still be read
	}{
		"deleted": {os.Remove, true},
		"moved":   {func(path string) error { return os.Rename(path, path+".old") }, true},
		"replaced": {func(path string) error {
			return errors.Join(os.Remove(path), os.WriteFile(path, []byte("SQLite format 3\x00"), 0o600))
		}, true},
		"without its log": {func(path string) error { return os.Remove(path + "-wal") }, true},
		"overwritten":     {func(path string) error { return os.WriteFile(path, make([]byte, 1<<20), 0o600) }, false},
		"emptied":         {func(path string) error { return os.Truncate(path, 0) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "sonora.db")
			s, err := Open(t.Context(), "sqlite:"+path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.db.Close() })
			if err := errors.Join(s.CreateAccount(t.Context(), &music.Account{Email: "a@b.example"}), s.Ping(t.Context())); err != nil {
				t.Fatal(err)
			}
			if err := c.harm(path); err != nil {
				t.Fatal(err)
			}
			if err := s.Ping(t.Context()); music.CodeOf(err) != music.Unavailable {
				t.Errorf("ping: %v", err)
			}
			if err := s.CreateAccount(t.Context(), &music.Account{Email: "b@b.example"}); music.CodeOf(err) != music.Unavailable {
				t.Errorf("a transaction: %v", err)
			}
			if err := s.SetWaveform(t.Context(), "nothing", nil); music.CodeOf(err) != music.Unavailable {
				t.Errorf("a single write: %v", err)
			}
			if list, err := s.Accounts(t.Context()); c.isRead && (err != nil || len(list) != 1) {
				t.Errorf("read %d accounts, %v", len(list), err)
			}
		})
	}
}

// TestFileThatReturnsIsUsedAgain moves the file away and back.
func TestFileThatReturnsIsUsedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	s, err := Open(t.Context(), "sqlite:"+path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.db.Close() })
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(t.Context()); music.CodeOf(err) != music.Unavailable {
		t.Errorf("ping: %v", err)
	}
	if err := os.Rename(path+".old", path); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Ping(t.Context()), s.CreateAccount(t.Context(), &music.Account{Email: "a@b.example"})); err != nil {
		t.Error(err)
	}
}

// TestDamageIsRemembered damages pages in the middle, which only the query that
// reads them notices.
func TestDamageIsRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	s, err := Open(t.Context(), "sqlite:"+path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil { // so that everything is in the file
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), "sqlite:"+path, Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.db.Close() })
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(make([]byte, info.Size()-4096), 4096); err != nil {
		t.Fatal(err)
	}
	if _, err := s.MixTable(t.Context(), djmix.Table{}, music.Page{}); music.CodeOf(err) != music.Unavailable {
		t.Errorf("reading damaged pages: %v", err)
	}
	if err := s.Ping(t.Context()); music.CodeOf(err) != music.Unavailable {
		t.Errorf("ping: %v", err)
	}
}

// TestNewDatabaseIsAskedFor checks that nothing is created against the caller's
// will, and that the question is not asked about a database that is there.
func TestNewDatabaseIsAskedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	refusal := errors.New("no")
	refuse := Options{New: func() error { return refusal }}
	if _, err := Open(t.Context(), "sqlite:"+path, refuse); !errors.Is(err, refusal) {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was made: %v", err)
	}
	for _, o := range []Options{{}, refuse} {
		s, err := Open(t.Context(), "sqlite:"+path, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
