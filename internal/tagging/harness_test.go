package tagging

import (
	"bytes"
	"image"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"sonora/internal/blob"
	"sonora/internal/blob/s3test"
	"sonora/internal/library"
	"sonora/internal/media/tag"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(withS3{m}) }

// withS3 stops the S3 server before the check for leaked goroutines.
type withS3 struct{ m *testing.M }

func (w withS3) Run() int { return s3test.Main(w.m) }

// house is a service with a library of its own.
type house struct {
	*Service
	t       *testing.T
	root    string
	library *library.Library
	places  *blob.Places
	admin   music.Viewer
	member  music.Viewer
	changed atomic.Int32
}

func (h *house) Publish(e music.Event) {
	if e.Type == music.EventLibrary {
		h.changed.Add(1)
	}
}

// newHouse scans a library of samples, by their new names.
func newHouse(t *testing.T, samples map[string]string) *house {
	t.Helper()
	h := &house{t: t, root: t.TempDir()}
	for name, sample := range samples {
		h.put(name, sample)
	}
	return h.open()
}

func (h *house) open() *house {
	t := h.t
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	cache := t.TempDir()
	if h.places, err = blob.OpenPlaces([]string{h.root}, filepath.Join(t.TempDir(), "uploads")); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if h.library, err = library.New(t.Context(), library.Config{
		Store: db, Events: h, Log: log, Roots: []string{h.root}, Places: h.places, CacheDir: cache, Public: func() bool { return true },
	}); err != nil {
		t.Fatal(err)
	}
	h.Service = New(Config{
		Store: db, Library: h.library, Pictures: h.library.Covers, Events: h, Log: log,
		Place: h.places.Of, Temp: filepath.Join(cache, "copies"),
	})
	h.admin, h.member = h.person("admin", music.Admin), h.person("member", music.Creator)
	h.scan()
	return h
}

func (h *house) person(name string, role music.Role) music.Viewer {
	h.t.Helper()
	a := &music.Account{Email: name + "@music.example", FirstName: name, Role: role}
	if err := h.store.CreateAccount(h.t.Context(), a); err != nil {
		h.t.Fatal(err)
	}
	return music.Viewer{AccountID: a.ID, Role: a.Role}
}

// put copies a sample into the library.
func (h *house) put(name, sample string) {
	h.t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "media", "testdata", sample))
	if err != nil {
		h.t.Fatal(err)
	}
	path := h.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o640); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) path(name string) string { return filepath.Join(h.root, filepath.FromSlash(name)) }

func (h *house) scan() {
	h.t.Helper()
	if _, err := h.library.Scan(h.t.Context(), library.Options{}); err != nil {
		h.t.Fatal(err)
	}
}

// fullScan reads every file again.
func (h *house) fullScan() {
	h.t.Helper()
	if _, err := h.library.Scan(h.t.Context(), library.Options{Full: true}); err != nil {
		h.t.Fatal(err)
	}
}

// id returns the track of a file.
func (h *house) id(name string) string {
	h.t.Helper()
	list, err := h.store.Tracks(h.t.Context(), h.admin, music.TrackFilter{}, music.Page{})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, t := range list.Items {
		f, err := h.store.TrackFile(h.t.Context(), h.admin, t.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		if f.Path == name {
			return t.ID
		}
	}
	h.t.Fatalf("no track for %s", name)
	return ""
}

func (h *house) track(id string) *music.TrackDetail {
	h.t.Helper()
	t, err := h.store.Track(h.t.Context(), h.admin, id)
	if err != nil {
		h.t.Fatal(err)
	}
	return t
}

// file returns the present content of a file.
func (h *house) file(name string) *music.AudioFile {
	h.t.Helper()
	a, err := tag.Read(h.path(name))
	if err != nil {
		h.t.Fatal(err)
	}
	return a
}

func (h *house) change(id string, e Edit) Result {
	h.t.Helper()
	r, err := h.Change(h.t.Context(), h.admin, id, e)
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

func (h *house) undo(id string) Result {
	h.t.Helper()
	r, err := h.Undo(h.t.Context(), h.admin, id)
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

// leftovers returns files in the library that should not exist.
func (h *house) leftovers() []string {
	h.t.Helper()
	found, err := filepath.Glob(filepath.Join(h.root, tempPrefix+"*"))
	if err != nil {
		h.t.Fatal(err)
	}
	return found
}

func samplePicture(t *testing.T, side int) []byte {
	t.Helper()
	var b bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, side, side))
	for i := range img.Pix {
		img.Pix[i] = byte(i * 5)
	}
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var _ Library = (*library.Library)(nil)
