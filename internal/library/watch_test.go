package library_test

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/testkit/fakelib"
)

// run runs the library until the test ends. It waits for the first scan.
func (h *house) run() {
	h.t.Helper()
	h.SetDebounce(30 * time.Millisecond)
	ctx, cancel := context.WithCancel(h.t.Context())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	h.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			h.t.Errorf("Run: %v", err)
		}
	})
	eventually(h.t, "first scan", func() bool { return h.Status().State == music.ScanFinished })
}

func TestWatcherFollowsChanges(t *testing.T) {
	h := newHouse(t, 2)
	h.song("x/a.mp3", 1)
	h.song("x/CD1/b.mp3", 2)
	h.run()
	id := h.id("x/a.mp3")

	h.song("new/deep/c.mp3", 3)
	eventually(t, "a new file in new folders", func() bool { return h.id("new/deep/c.mp3") != "" })
	h.song("new/deep/d.mp3", 4)
	eventually(t, "another file there", func() bool { return h.id("new/deep/d.mp3") != "" })

	h.move("x", "y")
	eventually(t, "a renamed folder", func() bool { return h.id("y/a.mp3") == id && h.missing() == 0 })
	h.song("y/e.mp3", 5)
	eventually(t, "a new file in the renamed folder", func() bool { return h.id("y/e.mp3") != "" })

	fakelib.Write(t, h.root, "y/cover.jpg", fakelib.Cover(1))
	eventually(t, "a cover", func() bool {
		tracks := h.tracks()
		return tracks["y/a.mp3"].Cover != "" && tracks["y/CD1/b.mp3"].Cover != ""
	})

	h.remove("new/deep/c.mp3")
	eventually(t, "a deletion", func() bool { return h.id("new/deep/c.mp3") == "" && h.missing() == 1 })
	h.remove("new")
	eventually(t, "the deletion of a folder", func() bool { return h.missing() == 2 })

	fakelib.Write(t, h.root, "y/.sonoraignore", nil)
	eventually(t, "a folder that is to be ignored", func() bool { return len(h.tracks()) == 0 })
	h.remove("y/.sonoraignore")
	eventually(t, "a folder that is ignored no more", func() bool { return h.id("y/a.mp3") == id })

	outside := t.TempDir()
	fakelib.Write(t, outside, "f.mp3", fakelib.Song{Title: "f", Sound: 6}.MP3())
	if err := os.Symlink(outside, h.path("link")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a link to a folder", func() bool { return h.id("link/f.mp3") != "" })
	fakelib.Write(t, outside, "sub/g.mp3", fakelib.Song{Title: "g", Sound: 7}.MP3())
	eventually(t, "a file behind the link", func() bool { return h.id("link/sub/g.mp3") != "" })

	fakelib.Write(t, h.Roots()[1], "z.mp3", fakelib.Song{Title: "z", Sound: 8}.MP3())
	eventually(t, "a file in the other root", func() bool { return h.id("z.mp3") != "" })
}

// TestFolderThatReturnsIsWatchedAgain unplugs a disk and plugs it in.
func TestFolderThatReturnsIsWatchedAgain(t *testing.T) {
	h := newHouse(t, 1)
	h.song("x/a.mp3", 1)
	h.SetLook(5 * time.Millisecond)
	h.run()
	id := h.id("x/a.mp3")
	for range 2 {
		away := filepath.Join(t.TempDir(), "away")
		h.move("", away)
		eventually(t, "a folder that is gone", func() bool { return len(h.problems()) == 1 && h.Absent() == 1 })
		if err := os.Rename(away, h.root); err != nil {
			t.Fatal(err)
		}
		eventually(t, "a folder that returned", func() bool { return len(h.problems()) == 0 && h.id("x/a.mp3") == id && h.Absent() == 0 })
	}
	h.song("x/b.mp3", 2)
	eventually(t, "a new file in it", func() bool { return h.id("x/b.mp3") != "" })
}

func TestFolderThatWasAbsentAtStart(t *testing.T) {
	root := filepath.Join(t.TempDir(), "mount", "music")
	h := openHouse(t, filepath.Join(t.TempDir(), "sonora.db"), []string{root})
	h.SetLook(5 * time.Millisecond)
	h.run()
	h.song("x/a.mp3", 1)
	eventually(t, "a folder that appeared", func() bool { return h.id("x/a.mp3") != "" && len(h.problems()) == 0 })
	h.song("x/b.mp3", 2)
	eventually(t, "a new file in it", func() bool { return h.id("x/b.mp3") != "" })
}

func TestSubfolderThatBecameReadable(t *testing.T) {
	for name, c := range map[string]struct {
		every time.Duration
		tell  func(folder string) error
	}{
		"seen by the next look":  {5 * time.Millisecond, func(string) error { return nil }},
		"reported by the system": {time.Hour, func(folder string) error { return os.Chmod(folder, 0o700) }},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, 1)
			h.song("x/a.mp3", 1)
			h.song("locked/b.mp3", 2)
			var isOpen atomic.Bool
			h.InjectFolders(func(read func(string) ([]os.DirEntry, error)) func(string) ([]os.DirEntry, error) {
				return func(name string) ([]os.DirEntry, error) {
					if filepath.Base(name) == "locked" && !isOpen.Load() {
						return nil, &os.PathError{Op: "open", Path: name, Err: syscall.EACCES}
					}
					return read(name)
				}
			})
			h.SetLook(c.every)
			h.run()
			if p := h.problems(); len(p) != 1 || h.id("locked/b.mp3") != "" {
				t.Errorf("problems: %v", p)
			}
			isOpen.Store(true)
			if err := c.tell(h.path("locked")); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the folder", func() bool { return h.id("locked/b.mp3") != "" && len(h.problems()) == 0 })
		})
	}
}

// TestKnownFileThatCannotBeRead changes nothing but the permission.
func TestKnownFileThatCannotBeRead(t *testing.T) {
	h := newHouse(t, 1)
	h.song("x/a.mp3", 1)
	h.song("x/b.mp3", 2)
	var locked atomic.Value
	locked.Store("")
	h.InjectPermissions(func(name string) error {
		if filepath.Base(name) == locked.Load() {
			return &os.PathError{Op: "open", Path: name, Err: syscall.EACCES}
		}
		return nil
	})
	if err := errors.Join(os.Chmod(h.path("x/a.mp3"), 0o600), os.Chmod(h.path("x/b.mp3"), 0o600)); err != nil {
		t.Fatal(err)
	}
	h.scan()
	id := h.id("x/a.mp3")
	for range 2 {
		locked.Store("a.mp3")
		for range 2 {
			h.scan()
			if p := h.problems()["x/a.mp3"]; p.Kind != music.UnreadableFile || h.id("x/b.mp3") == "" {
				t.Errorf("problem: %+v", p)
			}
		}
		locked.Store("")
		h.scan()
		if p := h.problems(); len(p) != 0 || h.id("x/a.mp3") != id {
			t.Errorf("afterwards: %v, %q", p, h.id("x/a.mp3"))
		}
	}
}

func TestWatcherScansOnlyChangedFolders(t *testing.T) {
	h := newHouse(t, 1)
	h.song("x/a.mp3", 1)
	h.song("y/b.mp3", 2)
	h.run()
	h.opens.Store(0)
	first := h.Status()
	h.song("x/c.mp3", 3)
	eventually(t, "a new file", func() bool { return h.id("x/c.mp3") != "" })
	if n := h.opens.Load(); n != 1 || h.Status() != first {
		t.Errorf("%d files were opened, status %+v", n, h.Status())
	}
}

func TestPeriodicScansWithoutWatches(t *testing.T) {
	h := newHouse(t, 1)
	h.song("x/a.mp3", 1)
	h.song("x/y/b.mp3", 2)
	h.LimitWatches(1, 50*time.Millisecond)
	h.run()
	h.song("x/y/c.mp3", 3)
	eventually(t, "a file in a folder that is not watched", func() bool { return h.id("x/y/c.mp3") != "" })
}

func TestStartRunsInTheBackground(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.run()
	status, err := h.Start(library.Options{Full: true})
	if err != nil || status.State != music.ScanRunning || status.ID == "" {
		t.Fatalf("%+v, %v", status, err)
	}
	eventually(t, "the scan", func() bool { return h.Status().State == music.ScanFinished })
	if done := h.Status(); done.ID != status.ID || done.Updated != 1 {
		t.Errorf("%+v", done)
	}
}

func TestPeriodicScan(t *testing.T) {
	h := newHouse(t, 1)
	h.song("x/a.mp3", 1)
	quiet := h.reopen(t, library.Config{RescanEvery: 50 * time.Millisecond})
	quiet.run()
	h.song("x/b.mp3", 2)
	eventually(t, "a file nobody watches", func() bool { return quiet.id("x/b.mp3") != "" })
}

func TestHeldScansWait(t *testing.T) {
	h := newHouse(t, 1)
	h.song("x/a.mp3", 1)
	var held atomic.Bool
	quiet := h.reopen(t, library.Config{RescanEvery: 20 * time.Millisecond, Watch: true, Held: held.Load})
	quiet.SetHeldPause(10 * time.Millisecond)
	quiet.run()
	held.Store(true)
	<-time.After(50 * time.Millisecond) // a scan that runs already goes on
	h.song("x/b.mp3", 2)
	<-time.After(150 * time.Millisecond)
	if quiet.id("x/b.mp3") != "" {
		t.Error("a scan that nobody asked for")
	}
	if _, err := quiet.Start(library.Options{}); err != nil { // an operator asks for it
		t.Fatal(err)
	}
	eventually(t, "the operator's scan", func() bool { return quiet.id("x/b.mp3") != "" })
	h.song("x/c.mp3", 3)
	<-time.After(150 * time.Millisecond)
	if quiet.id("x/c.mp3") != "" {
		t.Error("a file was scanned meanwhile")
	}
	held.Store(false)
	eventually(t, "what waited", func() bool { return quiet.id("x/c.mp3") != "" })
}

// reopen returns another library on the same store and folders.
func (h *house) reopen(t *testing.T, c library.Config) *house {
	t.Helper()
	other := openHouse(t, filepath.Join(t.TempDir(), "other.db"), h.Roots())
	c.Store, c.Events, c.Log, c.Roots, c.CacheDir = other.store, other, cmp.Or(c.Log, testLog), h.Roots(), cmp.Or(c.CacheDir, t.TempDir())
	lib, err := library.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	other.Library = lib
	return other
}
