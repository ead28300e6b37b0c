package kernel

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

// shortRhythm never takes a slow answer for a frozen server.
var shortRhythm = rhythm{after: time.Minute, every: time.Millisecond, patience: time.Minute}

// administer executes statements in another database of a server.
func administer(t *testing.T, address, database string, statements ...string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + database
	db, err := sql.Open("pgx", u.String())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// expectLost checks that nothing reaches the database.
func expectLost(t *testing.T, what string, db *DB) {
	t.Helper()
	if err := db.Ping(t.Context()); music.CodeOf(err) != music.Unavailable {
		t.Errorf("%s: ping: %v", what, err)
	}
	if _, err := One(t.Context(), db.Read, &Cell[int64]{}, "select count(*) from account"); music.CodeOf(err) != music.Unavailable {
		t.Errorf("%s: a query: %v", what, err)
	}
	err := db.Update(t.Context(), "test", func(tx *Tx) error {
		_, err := tx.Exec(t.Context(), "insert into failed_login (key, at) values ('x', 1)")
		return err
	})
	if music.CodeOf(err) != music.Unavailable {
		t.Errorf("%s: a transaction: %v", what, err)
	}
}

// await waits until a condition holds.
func await(t *testing.T, otherwise string, holds func() bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for !holds() {
		select {
		case <-time.After(time.Millisecond):
		case <-deadline:
			t.Fatal(otherwise)
		}
	}
}

// awaitUse waits until the database can be used again.
func awaitUse(t *testing.T, db *DB) {
	t.Helper()
	await(t, "the right database is not used again", func() bool { return db.Ping(t.Context()) == nil })
	if n, err := One(t.Context(), db.Read, &Cell[int64]{}, "select count(*) from root"); n != 1 || err != nil {
		t.Errorf("afterwards: %d, %v", n, err)
	}
}

// TestLostDatabaseIsUnavailable does to the open database what restores do: it
// puts another one into its place, and then makes its tables again.
func TestLostDatabaseIsUnavailable(t *testing.T) {
	create := func(address string) *DB {
		db, err := Open(context.Background(), address, Options{rhythm: shortRhythm})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	address := pgtest.New(t, nil)
	db := create(address)
	if _, err := db.Write.Exec(t.Context(), "insert into root (path, active) values ('/music', true)"); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	name := u.Path[1:]
	end := "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'"

	administer(t, address, "postgres", end, "alter database "+name+" rename to "+name+"_old", "create database "+name)
	expectLost(t, "an empty database", db)
	other := create(address)
	expectLost(t, "another database", db)
	if err := other.Ping(t.Context()); err != nil {
		t.Errorf("the other database by itself: %v", err)
	}
	administer(t, address, name, "delete from secret")
	expectLost(t, "a database with tables and nothing in them", db)
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	administer(t, address, "postgres", "drop database "+name+" with (force)")
	expectLost(t, "no database", db)
	administer(t, address, "postgres", "alter database "+name+"_old rename to "+name)
	awaitUse(t, db)

	// The connections stay open now.
	administer(t, address, name, "alter schema public rename to old", "create schema public")
	expectLost(t, "no tables", db)
	administer(t, address, name, "drop schema public", "alter schema old rename to public")
	awaitUse(t, db)
	administer(t, address, name, "update secret set value = value || '\\x00' where name = 'database'")
	await(t, "connections to the tables of another database are not refused", func() bool {
		if err := db.Ping(t.Context()); music.CodeOf(err) != music.Unavailable {
			t.Fatalf("ping: %v", err)
		}
		_, err := One(t.Context(), db.Read, &Cell[int64]{}, "select 1")
		return err != nil
	})
	expectLost(t, "the tables of another database", db)
	administer(t, address, name, "update secret set value = substring(value for length(value) - 1) where name = 'database'")
	awaitUse(t, db)
}

// TestIdentityStays opens a database twice.
func TestIdentityStays(t *testing.T) {
	for name, address := range map[string]string{"sqlite": "sqlite:" + filepath.Join(t.TempDir(), "sonora.db"), "postgres": ""} {
		t.Run(name, func(t *testing.T) {
			if address == "" {
				address = pgtest.New(t, nil)
			}
			var seen []string
			for range 2 {
				db, err := Open(t.Context(), address, Options{})
				if err != nil {
					t.Fatal(err)
				}
				seen = append(seen, db.identity)
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if seen[0] == "" || seen[0] != seen[1] {
				t.Errorf("identities %q", seen)
			}
		})
	}
}
