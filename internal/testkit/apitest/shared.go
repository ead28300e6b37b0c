package apitest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"sonora/internal/testkit"
)

// Shared is a server for many tests. It starts when the first of them asks for
// it, and Main stops it. Every test joins with accounts of its own: what it
// makes belongs to them, and it takes no notice of what others make. A test
// that counts everything there is, or changes what concerns everybody, starts a
// server of its own.
type Shared struct {
	start  func(t testing.TB) *testkit.Server
	once   sync.Once
	server *testkit.Server
}

// Share describes a server for many tests.
func Share(start func(t testing.TB) *testkit.Server) *Shared { return &Shared{start: start} }

// Empty is a server without music.
func Empty() *Shared {
	return Share(func(t testing.TB) *testkit.Server { return testkit.Start(t, testkit.Options{}) })
}

// Library is a server with the library of fakelib.
func Library() *Shared {
	return Share(func(t testing.TB) *testkit.Server { return Start(t, testkit.Options{}) })
}

// Join returns the server with a member of the test's own; the operator is the
// same for all.
func (s *Shared) Join(t testing.TB) *testkit.Server {
	t.Helper()
	s.once.Do(func() { s.server = s.start(lasting{t}) })
	if s.server == nil {
		t.Fatal("the server did not start, see the first test that needed it")
	}
	return s.server.Join(t)
}

// lasting is the test of what outlives the test that starts it.
type lasting struct{ testing.TB }

// Context implements testing.TB.
func (lasting) Context() context.Context { return context.Background() }

// Cleanup implements testing.TB: Main calls f.
func (lasting) Cleanup(f func()) {
	ends.mu.Lock()
	defer ends.mu.Unlock()
	ends.list = append(ends.list, f)
}

// TempDir implements testing.TB.
func (l lasting) TempDir() string {
	dir, err := os.MkdirTemp("", "sonora-shared-")
	if err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			l.Errorf("%v", err)
		}
	})
	return dir
}

// Errorf implements testing.TB: there may be no test left that could fail.
func (lasting) Errorf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "a shared server: "+format+"\n", args...)
	ends.mu.Lock()
	defer ends.mu.Unlock()
	ends.code = 1
}

// ends is what has to be done after the last test.
var ends struct {
	mu   sync.Mutex
	list []func()
	code int // of the process
}

// endShared stops what tests shared, the last first, and returns the exit code.
func endShared() int {
	for {
		ends.mu.Lock()
		last := len(ends.list) - 1
		if last < 0 {
			defer ends.mu.Unlock()
			return ends.code
		}
		end := ends.list[last]
		ends.list = ends.list[:last]
		ends.mu.Unlock()
		end()
	}
}
