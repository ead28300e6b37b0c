package library_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/testkit/fakelib"
)

func TestMovedFilesKeepTheirTracks(t *testing.T) {
	for name, c := range map[string]struct {
		change func(h *house)
		to     map[string]string // where the songs of a.mp3, b.mp3 and c.mp3 are; "" for missing
	}{
		"renamed": {
			func(h *house) { h.move("x/a.mp3", "x/z.mp3") },
			map[string]string{"a": "x/z.mp3", "b": "x/b.mp3", "c": "y/c.mp3"},
		},
		"to another folder": {
			func(h *house) { h.move("x/a.mp3", "new/deep/a.mp3") },
			map[string]string{"a": "new/deep/a.mp3", "b": "x/b.mp3", "c": "y/c.mp3"},
		},
		"folder renamed": {
			func(h *house) { h.move("x", "w") },
			map[string]string{"a": "w/a.mp3", "b": "w/b.mp3", "c": "y/c.mp3"},
		},
		"to the other root": {
			func(h *house) { h.move("x/a.mp3", filepath.Join(h.Roots()[1], "a.mp3")) },
			map[string]string{"a": "a.mp3", "b": "x/b.mp3", "c": "y/c.mp3"},
		},
		"swapped": {
			func(h *house) {
				h.move("x/a.mp3", "x/tmp")
				h.move("x/b.mp3", "x/a.mp3")
				h.move("x/tmp", "x/b.mp3")
			},
			map[string]string{"a": "x/b.mp3", "b": "x/a.mp3", "c": "y/c.mp3"},
		},
		"over another": {
			func(h *house) { h.move("x/a.mp3", "x/b.mp3") },
			map[string]string{"a": "x/b.mp3", "b": "", "c": "y/c.mp3"},
		},
		"in a chain": {
			func(h *house) {
				h.move("y/c.mp3", "y/d.mp3")
				h.move("x/b.mp3", "y/c.mp3")
				h.move("x/a.mp3", "x/b.mp3")
			},
			map[string]string{"a": "x/b.mp3", "b": "y/c.mp3", "c": "y/d.mp3"},
		},
		"moved and replaced by a new one": {
			func(h *house) {
				h.move("x/a.mp3", "x/old a.mp3")
				h.song("x/a.mp3", 77)
			},
			map[string]string{"a": "x/old a.mp3", "b": "x/b.mp3", "c": "y/c.mp3"},
		},
		"moved and tagged anew": {
			func(h *house) {
				h.remove("x/a.mp3")
				fakelib.Write(h.t, h.root, "z/a.mp3", fakelib.Song{Title: "Quite another title", Sound: 1}.MP3())
			},
			map[string]string{"a": "z/a.mp3", "b": "x/b.mp3", "c": "y/c.mp3"},
		},
		"copied": {
			func(h *house) {
				data, err := os.ReadFile(h.path("x/a.mp3"))
				if err != nil {
					h.t.Fatal(err)
				}
				fakelib.Write(h.t, h.root, "copy/a.mp3", data)
			},
			map[string]string{"a": "x/a.mp3", "b": "x/b.mp3", "c": "y/c.mp3"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, 2)
			h.song("x/a.mp3", 1)
			h.song("x/b.mp3", 2)
			h.song("y/c.mp3", 3)
			h.scan()
			ids := map[string]string{"a": h.id("x/a.mp3"), "b": h.id("x/b.mp3"), "c": h.id("y/c.mp3")}
			for _, id := range ids {
				if _, err := h.store.Like(t.Context(), h.viewer(), id, time.Now()); err != nil {
					t.Fatal(err)
				}
			}
			c.change(h)
			h.scan()
			where := map[string]string{}
			for path, track := range h.tracks() {
				if track.Liked {
					where[track.ID] = path
				}
			}
			for song, id := range ids {
				if where[id] != c.to[song] {
					t.Errorf("%s is at %q, should be at %q", song, where[id], c.to[song])
				}
			}
			if status := h.scan(); status.Added+status.Updated+status.Moved+status.Missing != 0 {
				t.Errorf("the next scan made changes: %+v", status)
			}
		})
	}
}

func TestFileMovedBetweenScans(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.song("keep.mp3", 2)
	h.scan()
	id := h.id("a.mp3")
	aside := filepath.Join(t.TempDir(), "a.mp3")
	h.move("a.mp3", aside)
	h.scan()
	h.move(aside, "elsewhere/b.mp3")
	if status := h.scan(); h.id("elsewhere/b.mp3") != id || status.Moved != 1 || h.missing() != 0 {
		t.Errorf("it is %q now, %+v", h.id("elsewhere/b.mp3"), status)
	}
}

func TestCopiesAreDistinguished(t *testing.T) {
	h := newHouse(t, 1)
	data := fakelib.Song{Title: "The same", Sound: 1}.MP3()
	for _, path := range []string{"x/one.mp3", "x/two.mp3", "y/one.mp3"} {
		fakelib.Write(t, h.root, path, data)
	}
	h.scan()
	before := h.tracks()
	if len(before) != 3 {
		t.Fatalf("%d tracks of three copies", len(before))
	}
	h.move("x", "moved/x")
	h.move("y", "moved/y")
	h.scan()
	for path, track := range before {
		if got := h.id("moved/" + path); got != track.ID {
			t.Errorf("%s has the track of another copy", path)
		}
	}
}

// TestScanFollowsRandomChanges adds, removes, changes and moves files at random.
// After a scan the library equals the disk, and songs that were only moved or
// retagged keep their tracks.
func TestScanFollowsRandomChanges(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		h := newHouse(t, 2)
		defer h.close()
		w := &world{house: h, at: map[string]*sighting{}, tracks: map[uint64]known{}}
		for range rapid.IntRange(1, 4).Draw(r, "scans") {
			for range rapid.IntRange(1, 8).Draw(r, "changes") {
				w.step(r)
			}
			w.settle(r)
		}
	})
}

// world is a tree of files in which every song has a unique sound.
type world struct {
	*house
	last   uint64               // sound
	writes int64                // number of writes, each with its own time
	at     map[string]*sighting // files on disk, by absolute path
	tracks map[uint64]known     // tracks after the last scan, by sound
}

// sighting is a file. Sound 0 is a broken file.
type sighting struct {
	sound uint64
	title string
}

type known struct{ id, title, name string }

func (w *world) step(r *rapid.T) {
	path := w.anyPath(r, "file")
	here := w.at[path]
	switch action := rapid.SampledFrom([]string{"write", "move", "move", "remove", "retag", "break"}).Draw(r, "action"); {
	case here == nil || action == "write":
		w.last++
		w.write(path, sighting{w.last, fmt.Sprint("song ", w.last)})
	case action == "move":
		to := w.anyPath(r, "target")
		w.move(path, to)
		delete(w.at, path)
		w.at[to] = here
	case action == "remove":
		w.remove(path)
		delete(w.at, path)
	case action == "retag" && here.sound != 0:
		w.write(path, sighting{here.sound, rapid.StringMatching(`[a-z]{1,9}`).Draw(r, "title")})
	case action == "break":
		w.write(path, sighting{})
	}
}

func (w *world) anyPath(r *rapid.T, label string) string {
	root := rapid.SampledFrom(w.Roots()).Draw(r, label+" root")
	folder := rapid.SampledFrom([]string{"", "x", "y", "x/y", "caf\xe9"}).Draw(r, label+" folder")
	name := rapid.SampledFrom([]string{"a", "b", "e\u0301", "\u00e9"}).Draw(r, label+" name")
	return filepath.Join(root, folder, name+".mp3")
}

func (w *world) write(path string, s sighting) {
	var data []byte
	if s.sound != 0 {
		data = fakelib.Song{Title: s.title, Sound: s.sound, Frames: 4}.MP3()
	}
	w.writes++
	writeAt(w.t, path, data, time.Unix(w.writes, 0))
	w.at[path] = &s
}

// settle scans and compares the library with the disk.
func (w *world) settle(r *rapid.T) {
	if len(w.at) == 0 {
		w.last++
		w.write(filepath.Join(w.root, "last.mp3"), sighting{w.last, "last"}) // an empty root would be left alone
	}
	w.keepRoots()
	w.scan()
	got := w.byAbsolutePath()
	for path, s := range w.at {
		track, ok := got[path]
		delete(got, path)
		if ok != (s.sound != 0) || track.Title != s.title {
			r.Fatalf("%q should be %q, is %q (%v)", path, s.title, track.Title, ok)
		}
		if !ok {
			continue
		}
		name := filepath.Base(path)
		before, seen := w.tracks[s.sound]
		if seen && before.id != track.ID && (before.name == name || before.title == s.title) {
			r.Fatalf("the song at %q has a new track", path)
		}
		w.tracks[s.sound] = known{track.ID, s.title, name}
	}
	if len(got) > 0 {
		r.Fatalf("tracks without a file: %v", got)
	}
	if status := w.scan(); status.Added+status.Updated+status.Moved+status.Missing != 0 {
		r.Fatalf("the next scan made changes: %+v", status)
	}
}

// keepRoots keeps a file in each root, because an empty root looks like a disk
// that is not mounted.
func (w *world) keepRoots() {
	for _, root := range w.Roots() {
		fakelib.Write(w.t, root, "readme.txt", nil)
	}
}
