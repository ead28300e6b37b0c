// Package pgtest gives tests a private PostgreSQL server, started from
// Debian's binaries, and a fresh database in it.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// required turns a missing PostgreSQL into a failure instead of a skipped test.
const required = "SONORA_TEST_POSTGRES"

// Main runs the tests of a package that uses New and stops the server if it was
// started. Call it from TestMain: os.Exit(pgtest.Main(m)).
func Main(m *testing.M) int {
	code := m.Run()
	if server.stop != nil {
		server.stop()
	}
	return code
}

// server is the server of this test process. The first test that needs it
// starts it.
var server struct {
	once     sync.Once
	dir      string // folder of its socket
	strategy string // clause that says how the template is copied
	err      error
	stop     func()
	n        atomic.Int64
}

var errAbsent = errors.New("no PostgreSQL in /usr/lib/postgresql (Debian's package is postgresql)")

// New returns the URL of an empty database, which is dropped after the test. If
// prepare is not nil, it runs once per process on a template, of which every
// database is a copy. Without PostgreSQL, New skips the test, or fails it if
// SONORA_TEST_POSTGRES=required.
func New(t testing.TB, prepare func(url string) error) string {
	t.Helper()
	server.once.Do(func() { server.err = start(prepare) })
	if errors.Is(server.err, errAbsent) && os.Getenv(required) != "required" {
		t.Skipf("NOT TESTED ON POSTGRESQL: %v", server.err)
	}
	if server.err != nil {
		t.Fatalf("start PostgreSQL: %v", server.err)
	}
	name := "test" + strconv.FormatInt(server.n.Add(1), 10)
	if err := admin("create database " + name + " template sonora_template" + server.strategy); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := admin("drop database " + name + " with (force)"); err != nil {
			t.Error(err)
		}
	})
	return databaseURL(name)
}

func databaseURL(name string) string {
	return "postgres:///" + name + "?" + url.Values{"host": {server.dir}, "user": {"sonora"}}.Encode()
}

// admin executes a statement outside the test's database.
func admin(statement string) (err error) {
	config, err := pgx.ParseConfig(databaseURL("postgres"))
	if err != nil {
		return err
	}
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(context.Background(), statement)
	return err
}

func start(prepare func(url string) error) error {
	bin, err := binaries()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(inMemory(), "sonora-pg")
	if err != nil {
		return err
	}
	server.dir = dir
	if version(filepath.Join(bin, "postgres")) >= 15 {
		// Copying files is a tenth of the work of writing each block to the log,
		// which became the default in version 15.
		server.strategy = " strategy file_copy"
	}
	as, err := unprivileged(dir)
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	ctx := context.Background() // lives as long as the process, not the first test
	data := filepath.Join(dir, "data")
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", data, "-U", "sonora", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
	initdb.SysProcAttr, initdb.Dir = as, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return errors.Join(fmt.Errorf("initdb: %w\n%s", err, out), os.RemoveAll(dir))
	}
	// Listen on the socket only, to use no port. Do not fsync, because nothing
	// is kept.
	postgres := exec.CommandContext(ctx, filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "fsync=off",
		"-c", "full_page_writes=off", "-c", "synchronous_commit=off", "-c", "max_connections=200", "-c", "log_min_messages=fatal")
	postgres.SysProcAttr, postgres.Dir = as, dir
	var log strings.Builder
	postgres.Stderr = &log
	started, exited := make(chan error), make(chan error, 1)
	go func() {
		// Pdeathsig is bound to the thread that starts the process.
		runtime.LockOSThread()
		err := postgres.Start()
		started <- err
		if err == nil {
			exited <- postgres.Wait()
			close(exited)
		}
	}()
	if err := <-started; err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	server.stop = func() {
		_ = postgres.Process.Signal(syscall.SIGINT) // it may already have ended
		for range exited {                          // interrupted as requested
		}
		_ = os.RemoveAll(dir) // leaves at most a temporary folder
	}
	if err := answering(exited, &log); err != nil {
		return err
	}
	return template(prepare)
}

// inMemory returns the folder of a file system in memory, where the hundreds of
// small files of a database are made quickly. It is empty, which means the
// temporary folder, unless there is plenty of room.
func inMemory() string {
	const dir, plenty = "/dev/shm", 2 << 30
	var info syscall.Statfs_t
	if err := syscall.Statfs(dir, &info); err != nil || info.Bavail*uint64(info.Bsize) < plenty {
		return ""
	}
	return dir
}

// template creates the database that all others are copies of.
func template(prepare func(url string) error) error {
	if err := admin("create database sonora_template"); err != nil || prepare == nil {
		return err
	}
	return prepare(databaseURL("sonora_template"))
}

// answering waits until the server accepts connections.
func answering(exited chan error, log fmt.Stringer) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	timeout := time.After(30 * time.Second)
	for {
		err := admin("select 1")
		if err == nil {
			return nil
		}
		select {
		case gone := <-exited:
			return fmt.Errorf("postgres ended: %w\n%s", gone, log)
		case <-timeout:
			return fmt.Errorf("postgres does not answer: %w", err)
		case <-tick.C:
		}
	}
}

// binaries returns the folder of the newest installed version.
func binaries() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil || len(found) == 0 {
		return "", errors.Join(errAbsent, err)
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })
	return filepath.Dir(newest), nil
}

func version(path string) int {
	n, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	if err != nil {
		return 0
	}
	return n
}

// unprivileged returns the attributes to run as a user other than root, as whom
// the server refuses to run, and gives that user the folder.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	// Pdeathsig ends the server with the test process, however that ends.
	as := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGQUIT}
	if os.Geteuid() != 0 {
		return as, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return nil, err
		}
		as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return as, os.Chown(dir, int(uid), int(gid))
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody")
}
