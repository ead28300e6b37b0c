package stream

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// shelf is a catalogue with one track, which may be hidden.
type shelf struct {
	file   music.TrackFile
	hidden bool
	asked  int
}

func (s *shelf) TrackFile(context.Context, music.Viewer, string) (*music.TrackFile, error) {
	s.asked++
	if s.hidden {
		return nil, music.ErrNotFound
	}
	file := s.file
	return &file, nil
}

func (s *shelf) TrackSound(context.Context, music.Viewer, string, bool) (*sound.TrackSound, error) {
	if s.hidden {
		return nil, music.ErrNotFound
	}
	return &sound.TrackSound{TrackFile: s.file, Duration: time.Minute}, nil
}

func (s *shelf) TracksGone(_ context.Context, ids []string) ([]string, error) { return ids, nil }

// opened returns a service over a shelf with one file, and a function that
// advances its clock.
func opened(t *testing.T) (*Service, *shelf, func(time.Duration)) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "song.mp3"), []byte("sound"), 0o600); err != nil {
		t.Fatal(err)
	}
	places, err := blob.OpenPlaces([]string{dir}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(places.Close)
	on := &shelf{file: music.TrackFile{Root: dir, Path: "song.mp3", Size: 5, Format: music.MP3}}
	s, err := New(Config{Media: t.TempDir(), Tracks: on, Places: places})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	now := time.Now()
	s.now = func() time.Time { return now }
	return s, on, func(d time.Duration) { now = now.Add(d) }
}

var ana = music.Viewer{AccountID: "ana", Role: music.Listener}

func TestHiddenTrackIsRefusedAfterThirtySecondsWithoutEvent(t *testing.T) {
	s, on, wait := opened(t)
	listen := func() error {
		source, err := s.OpenTrack(t.Context(), ana, "song", Options{})
		if err == nil {
			source.Close()
		}
		return err
	}
	if err := listen(); err != nil {
		t.Fatalf("before: %v", err)
	}
	on.hidden = true // on another server, whose event is lost
	wait(29 * time.Second)
	if err := listen(); err != nil || on.asked != 1 {
		t.Errorf("within 30 s: %v, %d permission checks", err, on.asked)
	}
	wait(time.Second) // using the cached answer does not extend it
	if err := listen(); music.CodeOf(err) != music.NotFound {
		t.Errorf("after 30 s a hidden track is served: %v", err)
	}
}

// slowListener counts what arrives, and lets a test act after each part.
type slowListener struct {
	*httptest.ResponseRecorder
	after    func()
	received int64
}

// ReadFrom expects what net/http sends with sendfile.
func (l *slowListener) ReadFrom(src io.Reader) (int64, error) {
	part, ok := src.(*io.LimitedReader)
	if !ok {
		return 0, errors.New("not a limited reader")
	}
	if _, ok := part.R.(*os.File); !ok {
		return 0, errors.New("not a file")
	}
	n, err := io.Copy(io.Discard, src)
	l.received += n
	l.after()
	return n, err
}

// TestRunningResponseEndsWithThePermission hides a track while somebody
// downloads it, one second for each part.
func TestRunningResponseEndsWithThePermission(t *testing.T) {
	const parts = 100
	for _, c := range []struct {
		name    string
		hide    bool
		forget  bool // the event about it arrives
		ended   bool // the link
		seconds int64
		asked   int
	}{
		{"still permitted", false, false, false, parts, 4},
		{"hidden", true, true, false, 5, 2},
		{"hidden on a server whose event is lost", true, false, false, 25, 2},
		{"through a link that ended", false, false, true, 5, 1},
	} {
		s, on, wait := opened(t)
		on.file.Size = parts * guardedPart
		if err := os.Truncate(filepath.Join(on.file.Root, on.file.Path), on.file.Size); err != nil {
			t.Fatal(err)
		}
		source, err := s.OpenTrack(t.Context(), ana, "song", Options{Permit: func(context.Context) error {
			if c.ended {
				return music.ErrNotFound
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		on.hidden = c.hide
		if c.forget {
			s.Forget()
		}
		l := &slowListener{ResponseRecorder: httptest.NewRecorder(), after: func() { wait(time.Second) }}
		if err := source.Serve(l, httptest.NewRequest(http.MethodGet, "/", http.NoBody), func() {}); err != nil {
			t.Error(err)
		}
		source.Close()
		if l.received != c.seconds*guardedPart || on.asked != c.asked {
			t.Errorf("%s: received %d of %d parts, asked %d times", c.name, l.received/guardedPart, parts, on.asked)
		}
	}
}

// TestRunningConversionEndsWithThePermission is the same for a response without a
// length, one second for each look at the clock.
func TestRunningConversionEndsWithThePermission(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "converted")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	const size = 20 * pourSize
	if err := file.Truncate(size); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		mayHear bool
		want    int
	}{{true, size}, {false, 4 * pourSize}} {
		now := time.Now()
		g := &guard{mayHear: func() bool { return c.mayHear }, next: now.Add(recheckEvery), now: func() time.Time { now = now.Add(time.Second); return now }}
		w := httptest.NewRecorder()
		g.pour(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody), &Sound{kept: &kept{file: file, size: size}}, 0, -1)
		if got := w.Body.Len(); got != c.want {
			t.Errorf("may hear it: %v; received %d bytes, want %d", c.mayHear, got, c.want)
		}
	}
}

func TestForgetRechecksPermission(t *testing.T) {
	s, on, _ := opened(t)
	for range 2 {
		source, err := s.OpenTrack(t.Context(), ana, "song", Options{})
		if err != nil {
			t.Fatal(err)
		}
		source.Close()
	}
	on.hidden = true
	s.Forget()
	if _, err := s.OpenTrack(t.Context(), ana, "song", Options{}); music.CodeOf(err) != music.NotFound || on.asked != 2 {
		t.Errorf("%v, asked %d times", err, on.asked)
	}
}

func TestOpenTrackFindsMovedFile(t *testing.T) {
	s, on, _ := opened(t)
	source, err := s.OpenTrack(t.Context(), ana, "song", Options{})
	if err != nil {
		t.Fatal(err)
	}
	source.Close()
	if err := os.Rename(filepath.Join(on.file.Root, "song.mp3"), filepath.Join(on.file.Root, "moved.mp3")); err != nil {
		t.Fatal(err)
	}
	on.file.Path = "moved.mp3"
	source, err = s.OpenTrack(t.Context(), ana, "song", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	data, err := io.ReadAll(source.Content)
	if err != nil || string(data) != "sound" || source.Size != 5 || source.ContentType != "audio/mpeg" || source.ETag == "" {
		t.Errorf("%q %v %+v", data, err, source)
	}
}

func TestOpenTrackRefusesAnotherFile(t *testing.T) {
	s, on, _ := opened(t)
	name := filepath.Join(on.file.Root, "song.mp3")
	refused := func(what string) {
		t.Helper()
		if _, err := s.OpenTrack(t.Context(), ana, "song", Options{}); music.CodeOf(err) != music.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := os.WriteFile(name, []byte("a longer sound"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused("a file of another size")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	refused("no file")
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
	refused("a folder")
}

func TestServeRanges(t *testing.T) {
	s, _, _ := opened(t)
	get := func(ranges string) *httptest.ResponseRecorder {
		t.Helper()
		source, err := s.OpenTrack(t.Context(), ana, "song", Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.Header.Set("Range", ranges)
		if err := source.Serve(w, r, func() { http.Error(w, "beyond", http.StatusRequestedRangeNotSatisfiable) }); err != nil {
			t.Fatal(err)
		}
		return w
	}
	if w := get("bytes=1-2"); w.Code != http.StatusPartialContent || w.Body.String() != "ou" || w.Header().Get("Content-Type") != "audio/mpeg" {
		t.Errorf("%d %q %v", w.Code, w.Body, w.Header())
	}
	if w := get("bytes=9-"); w.Code != http.StatusRequestedRangeNotSatisfiable || w.Body.String() != "beyond\n" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}
