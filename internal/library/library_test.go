package library_test

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/blob/s3test"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit/fakelib"
)

var testLog = slog.New(slog.DiscardHandler)

func TestMain(m *testing.M) { goleak.VerifyTestMain(withS3{m}) }

// withS3 stops the S3 server before the check for leaked goroutines.
type withS3 struct{ m *testing.M }

func (w withS3) Run() int { return s3test.Main(w.m) }

// house is a library on a store of its own, with access for tests.
type house struct {
	*library.Library
	t     *testing.T
	store *store.Store
	root  string // the first
	opens atomic.Int64
	admin music.Viewer
	close func()

	mu     sync.Mutex
	events []music.Event
}

// newHouse returns a library of n empty roots.
func newHouse(t *testing.T, n int) *house {
	t.Helper()
	roots := make([]string, n)
	for i := range roots {
		roots[i] = t.TempDir()
	}
	return openHouse(t, filepath.Join(t.TempDir(), "sonora.db"), roots)
}

func openHouse(t *testing.T, database string, roots []string) *house {
	t.Helper()
	if _, err := os.Stat(database); errors.Is(err, fs.ErrNotExist) {
		sqlitetest.At(t, database)
	}
	db, err := store.Open(t.Context(), "sqlite:"+database, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, store: db, root: roots[0]}
	h.close = sync.OnceFunc(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(h.close)
	h.Library, err = library.New(t.Context(), library.Config{
		Store: db, Events: h, Log: testLog, Roots: roots, Watch: true, CacheDir: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.InjectReader(func(read func(string) (*music.AudioFile, error)) func(string) (*music.AudioFile, error) {
		return func(name string) (*music.AudioFile, error) {
			h.opens.Add(1)
			return read(name)
		}
	})
	return h
}

// Publish records an event of the library.
func (h *house) Publish(e music.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events = append(h.events, e)
}

// published counts the events of a type.
func (h *house) published(kind string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, e := range h.events {
		if e.Type == kind {
			n++
		}
	}
	return n
}

// scan scans everything and fails the test if the scan does not finish.
func (h *house) scan() music.ScanStatus {
	h.t.Helper()
	status, err := h.Scan(h.t.Context(), library.Options{})
	if err != nil {
		h.t.Fatal(err)
	}
	if status.State != music.ScanFinished {
		h.t.Fatalf("scan is %s: %s", status.State, status.Error)
	}
	return status
}

// viewer is an operator.
func (h *house) viewer() music.Viewer {
	h.t.Helper()
	if h.admin.AccountID == "" {
		a := music.Account{Email: "ada@example.org", PasswordHash: "x"}
		if err := h.store.CreateAccount(h.t.Context(), &a); err != nil {
			h.t.Fatal(err)
		}
		h.admin = music.Viewer{AccountID: a.ID, Role: a.Role}
	}
	return h.admin
}

// tracks returns the present tracks by path relative to their root.
func (h *house) tracks() map[string]music.Track {
	h.t.Helper()
	found := map[string]music.Track{}
	for path, track := range h.byAbsolutePath() {
		for _, root := range h.Roots() {
			if rest, ok := strings.CutPrefix(path, root+"/"); ok {
				found[rest] = track
			}
		}
	}
	return found
}

// byAbsolutePath returns the present tracks by the absolute paths of their files.
func (h *house) byAbsolutePath() map[string]music.Track {
	h.t.Helper()
	found := map[string]music.Track{}
	for page := (music.Page{Limit: music.MaxPageSize}); ; {
		list, err := h.store.Tracks(h.t.Context(), h.viewer(), music.TrackFilter{}, page)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, track := range list.Items {
			if !track.MissingAt.IsZero() {
				continue
			}
			file, err := h.store.TrackFile(h.t.Context(), h.viewer(), track.ID)
			if music.CodeOf(err) == music.NotFound {
				continue // the watcher removed it meanwhile
			}
			if err != nil {
				h.t.Fatal(err)
			}
			found[file.Root+"/"+file.Path] = track
		}
		if page.After = list.Next; page.After == "" {
			return found
		}
	}
}

// id returns the ID of the track at a path; "" for none.
func (h *house) id(path string) string {
	h.t.Helper()
	return h.tracks()[path].ID
}

func (h *house) problems() map[string]music.Problem {
	h.t.Helper()
	list, err := h.store.Problems(h.t.Context(), music.Page{Limit: music.MaxPageSize})
	if err != nil {
		h.t.Fatal(err)
	}
	found := map[string]music.Problem{}
	for _, p := range list.Items {
		found[p.Path] = p
	}
	return found
}

func (h *house) missing() int {
	h.t.Helper()
	stats, err := h.store.LibraryStats(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return stats.Missing
}

// song writes a song with a unique sound below the first root.
func (h *house) song(path string, sound uint64) {
	h.t.Helper()
	data := fakelib.Song{Title: path, Artists: []string{"Ada"}, Album: "Album", Sound: sound}.MP3()
	writeAt(h.t, h.path(path), data, time.Unix(int64(sound), 0))
}

// writeAt writes a file with a given modification time, because clocks are too
// coarse to distinguish files written in succession.
func writeAt(t testing.TB, path string, data []byte, at time.Time) {
	t.Helper()
	fakelib.Write(t, filepath.Dir(path), filepath.Base(path), data)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func (h *house) move(from, to string) {
	h.t.Helper()
	target := h.path(to)
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.Rename(h.path(from), target); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) remove(path string) {
	h.t.Helper()
	if err := os.RemoveAll(h.path(path)); err != nil {
		h.t.Fatal(err)
	}
}

// path returns the absolute path of a path below the first root.
func (h *house) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(h.root, filepath.FromSlash(p))
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(20 * time.Second)
	for !done() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("%s: condition not met within 20 seconds", what)
		}
	}
}
