package kernel

import (
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// freezer passes connections on to PostgreSQL until it is locked. It then
// behaves like a server that was stopped with SIGSTOP: it still accepts
// connections, but does not answer.
type freezer struct{ sync.RWMutex }

// between returns the URL of a database behind the freezer.
func (f *freezer) between(t *testing.T, database string) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	const socket = ".s.PGSQL.5432"
	server := filepath.Join(q.Get("host"), socket)
	dir, err := os.MkdirTemp("", "pg") //nolint:usetesting // the path of a socket has to be short
	if err != nil {
		t.Fatal(err)
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "unix", filepath.Join(dir, socket))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); os.RemoveAll(dir) })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			behind, err := net.Dial("unix", server)
			if err != nil {
				client.Close()
				continue
			}
			go f.pass(client, behind)
			go f.pass(behind, client)
		}
	}()
	q.Set("host", dir)
	u.RawQuery = q.Encode()
	return u.String()
}

func (f *freezer) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		f.RLock()
		_, failed := to.Write(b[:n])
		f.RUnlock()
		if errors.Join(err, failed) != nil {
			return
		}
	}
}

func openFrozen(t *testing.T) (*DB, *freezer) {
	t.Helper()
	f := &freezer{}
	db, err := Open(t.Context(), f.between(t, pgtest.New(t, nil)), Options{rhythm: rhythm{5 * time.Millisecond, 5 * time.Millisecond, 3 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db, f
}

func TestFrozenServerIsUnavailable(t *testing.T) {
	db, f := openFrozen(t)
	if err := db.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.Lock()
	for range 3 { // calls that wait, and later ones
		if err := db.Ping(t.Context()); music.CodeOf(db.Read.Public(err)) != music.Unavailable {
			t.Errorf("ping: %v", err)
		}
		if err := db.Update(t.Context(), "test", func(*Tx) error { return nil }); music.CodeOf(err) != music.Unavailable {
			t.Errorf("a transaction: %v", err)
		}
		if _, err := One(t.Context(), db.Read, &Cell[int64]{}, "select count(*) from track"); music.CodeOf(err) != music.Unavailable {
			t.Errorf("a query: %v", err)
		}
	}
	f.Unlock()
	for db.Ping(t.Context()) != nil {
		<-time.After(time.Millisecond)
	}
	if n, err := One(t.Context(), db.Read, &Cell[int64]{}, "select count(*) from track"); n != 0 || err != nil {
		t.Errorf("afterwards: %d, %v", n, err)
	}
}

// TestSlowQueryIsNoSign runs a query that takes much longer than usual answers.
func TestSlowQueryIsNoSign(t *testing.T) {
	db, _ := openFrozen(t)
	if _, err := One(t.Context(), db.Read, &Cell[*string]{}, "select cast(pg_sleep(0.3) as text)"); err != nil {
		t.Error(err)
	}
	if err := db.pulse.err(); err != nil {
		t.Errorf("the pulse: %v", err)
	}
}

func TestUnreachable(t *testing.T) {
	dir := t.TempDir()
	_, err := Inspect(t.Context(), "postgres:///x?host="+url.QueryEscape(dir))
	if !Unreachable(err) {
		t.Errorf("no server: %v", err)
	}
	for _, other := range []error{nil, io.ErrUnexpectedEOF, ErrForeign, ErrNewer} {
		if Unreachable(other) {
			t.Errorf("%v", other)
		}
	}
	database := pgtest.New(t, nil)
	if _, err := Inspect(t.Context(), database+"x"); err == nil || Unreachable(err) { // another user
		t.Errorf("an answer: %v", err)
	}
}
