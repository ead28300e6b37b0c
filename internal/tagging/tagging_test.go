package tagging

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/media/tag"
	"sonora/internal/music"
)

var formats = map[string]string{
	"a.mp3": "sine.mp3", "b.flac": "sine.flac", "c.ogg": "vorbis.ogg", "d.opus": "sine.opus", "e.m4a": "sine.m4a",
	"f.wav": "sine.wav", "g.aiff": "sine.aiff", "h.aac": "sine.aac",
}

// TestChange edits a track of each format: the file and the database agree, a
// scan has nothing to do, and undo restores everything.
func TestChange(t *testing.T) {
	h := newHouse(t, formats)
	for name := range formats {
		t.Run(name, func(t *testing.T) {
			id, before := h.id(name), h.file(name)
			was := h.track(id)
			if _, err := h.store.Like(t.Context(), h.admin, id, time.Now()); err != nil {
				t.Fatal(err)
			}
			r := h.change(id, Edit{
				Title: new("Neu"), Artist: new("Ana; Björk"), Album: new("Ein Album"), Genre: new("Jazz; Drum & Bass"),
				Year: new(1987.0), Track: new(4.0), BPM: new(120.5), Lyrics: new("la\nli"), Compilation: new(true),
			})
			if r.ID == "" || r.Tracks != 1 || r.InFile != 1 || r.Kept != 0 {
				t.Fatalf("%+v", r)
			}
			got := h.track(id)
			if got.Title != "Neu" || got.Artist != "Ana, Björk" || len(got.Artists) != 2 || got.Album != "Ein Album" || !slices.Equal(got.Genres, []string{"Jazz", "Drum & Bass"}) ||
				got.Year != 1987 || got.Number != 4 || got.TrackTotal != was.TrackTotal || got.BPM != 120.5 || !got.HasLyrics || !got.Compilation || !got.Liked {
				t.Errorf("the database says %+v", got)
			}
			after := h.file(name)
			if after.Tags.Title != "Neu" || !slices.Equal(after.Tags.Artists, []string{"Ana", "Björk"}) || after.AudioKey != before.AudioKey {
				t.Errorf("the file says %+v", after.Tags)
			}
			if info, err := os.Stat(h.path(name)); err != nil || info.Mode().Perm() != 0o640 || info.Size() != got.Size {
				t.Errorf("%v %v", info, err)
			}
			h.scan()
			if u := h.library.Status().Updated; u != 0 {
				t.Errorf("a scan updated %d tracks", u)
			}
			h.undo(r.ID)
			if back := h.file(name); back.Tags.Title != before.Tags.Title || !slices.Equal(back.Tags.Artists, before.Tags.Artists) || back.Tags.Year != before.Tags.Year ||
				back.Lyrics != before.Lyrics || back.Tags.BPM != before.Tags.BPM || back.Tags.Compilation != before.Tags.Compilation {
				t.Errorf("undone, the file says %+v", back.Tags)
			}
			if again := h.track(id); again.Title != was.Title || again.Artist != was.Artist || again.Album != was.Album || again.Seq != was.Seq || !again.Liked {
				t.Errorf("undone, the database says %+v", again)
			}
		})
	}
	if left := h.leftovers(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestUndoIsAnEdit(t *testing.T) {
	h := newHouse(t, map[string]string{"a.mp3": "sine.mp3"})
	id := h.id("a.mp3")
	first := h.change(id, Edit{Title: new("One")})
	undone := h.undo(first.ID)
	if h.file("a.mp3").Tags.Title != "Étude" {
		t.Error("not undone")
	}
	if _, err := h.Undo(t.Context(), h.admin, first.ID); music.CodeOf(err) != music.Conflict {
		t.Errorf("undone twice: %v", err)
	}
	h.undo(undone.ID)
	if h.file("a.mp3").Tags.Title != "One" {
		t.Error("the undo is not undone")
	}
	if _, err := h.Undo(t.Context(), h.member, undone.ID); music.CodeOf(err) != music.NotFound {
		t.Errorf("somebody else's edit: %v", err)
	}
	list, err := h.Edits(t.Context(), h.admin)
	if err != nil || len(list) != 3 || list[2].UndoneAt.IsZero() || !list[0].UndoneAt.IsZero() || list[0].InFile != 1 {
		t.Errorf("%+v %v", list, err)
	}
	if r := h.change(id, Edit{Title: new("One")}); r.ID != "" || r.Tracks != 0 {
		t.Errorf("nothing new: %+v", r)
	}
}

// TestUnwritableFiles edits files that cannot be written: the database keeps the change
// through every scan, and the file gets it once it can be written.
func TestUnwritableFiles(t *testing.T) {
	h := newHouse(t, map[string]string{"a.mp3": "sine.mp3", "sub/b.m4a": "fragments.m4a"})
	id := h.id("a.mp3")
	if err := os.Chmod(h.path("a.mp3"), 0o440); err != nil {
		t.Fatal(err)
	}
	cover := samplePicture(t, 50)
	r := h.change(id, Edit{Title: new("Kept"), Artist: new("Bo"), Year: new(0.0)})
	if r.Kept != 1 || r.InFile != 0 || !cmp.Equal(r.Reasons, []Reason{{id, music.Say("The file is read-only.")}}) {
		t.Fatalf("%+v", r)
	}
	if _, err := h.SetCover(t.Context(), h.admin, id, cover, false); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := h.track(id); got.Title != "Kept" || got.Artist != "Bo" || got.Year != 0 || got.Cover == "" {
			t.Errorf("%+v", got)
		}
		h.fullScan()
	}
	image, err := h.library.Covers.Open(t.Context(), h.admin, h.track(id).Cover, 300, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := image.File.Close(); err != nil {
		t.Error(err)
	}
	if got := h.file("a.mp3"); got.Tags.Title != "Étude" || got.Picture != nil {
		t.Errorf("the file says %+v", got.Tags)
	}
	if err := os.Rename(h.path("a.mp3"), h.path("moved.mp3")); err != nil {
		t.Fatal(err)
	}
	h.scan()
	if got := h.track(id); got.Title != "Kept" || !got.MissingAt.IsZero() {
		t.Errorf("moved: %+v", got)
	}
	if err := os.Chmod(h.path("moved.mp3"), 0o640); err != nil {
		t.Fatal(err)
	}
	if r = h.change(id, Edit{Album: new("Written")}); r.InFile != 1 {
		t.Fatalf("%+v", r)
	}
	if got := h.file("moved.mp3"); got.Tags.Title != "Kept" || got.Tags.Album != "Written" || got.Tags.Year != 0 || got.Picture == nil {
		t.Errorf("the file says %+v", got.Tags)
	}
	h.fullScan()
	if got := h.track(id); got.Title != "Kept" || got.Album != "Written" || got.Cover == "" {
		t.Errorf("%+v", got)
	}
	h.undo(r.ID)
	if got := h.track(id); got.Title != "Kept" || got.Album != "Suite" {
		t.Errorf("%+v", got)
	}
	odd := h.id("sub/b.m4a") // fragmented MP4, whose tags cannot be written
	if r := h.change(odd, Edit{Title: new("Odd")}); r.Kept != 1 || h.track(odd).Title != "Odd" || r.Reasons[0].Detail.String() != "Tags cannot be written to this kind of file." {
		t.Errorf("%+v", r)
	} else if h.undo(r.ID); h.track(odd).Title != "Étude" {
		t.Error("not undone")
	}
}

// TestFaults makes every step fail: the old file and the track remain intact.
func TestFaults(t *testing.T) {
	for name, fault := range map[string]struct {
		break_ func(*house)
		want   music.Code
		kept   string // the reason
	}{
		"disk full": {func(h *house) {
			h.disk.write = func(dst io.Writer, src io.ReaderAt, size int64, c tag.Change) error {
				return tag.Write(&fullDisk{dst, 3000}, src, size, c)
			}
		}, music.Unavailable, ""},
		"read-only folder": {func(h *house) {
			h.disk.create = func(dir, _ string) (*os.File, error) {
				return nil, &os.PathError{Op: "open", Path: dir, Err: syscall.EROFS}
			}
		}, 0, "The folder is not writable."},
		"no right to rename": {func(h *house) {
			h.disk.rename = func(from, to string) error {
				return &os.LinkError{Op: "rename", Old: from, New: to, Err: syscall.EPERM}
			}
		}, 0, "The folder is not writable."},
		"replaced meanwhile": {func(h *house) {
			h.disk.write = func(dst io.Writer, src io.ReaderAt, size int64, c tag.Change) error {
				err := tag.Write(dst, src, size, c)
				h.put("new.mp3", "cbr.mp3")
				return errors.Join(err, os.Rename(h.path("new.mp3"), h.path("a.mp3")))
			}
		}, music.Conflict, ""},
		"vanished meanwhile": {func(h *house) {
			h.disk.write = func(dst io.Writer, src io.ReaderAt, size int64, c tag.Change) error {
				return errors.Join(tag.Write(dst, src, size, c), os.Remove(h.path("a.mp3")))
			}
		}, music.Conflict, ""},
		"vanished": {func(h *house) {
			if err := os.Remove(h.path("a.mp3")); err != nil {
				h.t.Fatal(err)
			}
		}, music.Conflict, ""},
		"changed since the scan": {func(h *house) { h.put("a.mp3", "vbr.mp3") }, music.Conflict, ""},
		"another sound": {func(h *house) {
			h.disk.write = func(dst io.Writer, _ io.ReaderAt, _ int64, _ tag.Change) error {
				b, err := os.ReadFile("../media/testdata/sine.flac")
				return errors.Join(err, second(dst.Write(b)))
			}
		}, 0, "Tags cannot be written to the file without damaging it."},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"a.mp3": "sine.mp3"})
			id := h.id("a.mp3")
			fault.break_(h)
			r, err := h.Change(t.Context(), h.admin, id, Edit{Title: new("New")})
			if fault.kept != "" && (err != nil || !cmp.Equal(r.Reasons, []Reason{{id, music.Say(fault.kept)}}) || h.track(id).Title != "New" || h.file("a.mp3").Tags.Title != "Étude") {
				t.Errorf("%+v %v", r, err)
			}
			if fault.kept == "" && (music.CodeOf(err) != fault.want || r.Tracks != 0 || h.track(id).Title != "Étude") {
				t.Errorf("%+v %v", r, err)
			}
			if left := h.leftovers(); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			if list, err := h.Edits(t.Context(), h.admin); err != nil || fault.kept == "" && len(list) > 0 {
				t.Errorf("%+v %v", list, err)
			}
		})
	}
}

func second(_ int, err error) error { return err }

// fullDisk accepts some bytes, then fails.
type fullDisk struct {
	io.Writer
	left int
}

func (d *fullDisk) Write(b []byte) (int, error) {
	if d.left -= len(b); d.left < 0 {
		return 0, syscall.ENOSPC
	}
	return d.Writer.Write(b)
}

// TestCrash stops at the worst moments: after a scan the track is in either the
// old or the new state.
func TestCrash(t *testing.T) {
	for name, crash := range map[string]struct {
		rename func(from, to string) error
		title  string
	}{
		"before the file is replaced": {func(string, string) error { panic("killed") }, "Kept"},
		"after it is replaced": {func(from, to string) error {
			if err := os.Rename(from, to); err != nil {
				return err
			}
			panic("killed")
		}, "New"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"a.mp3": "sine.mp3"})
			id := h.id("a.mp3")
			if err := os.Chmod(h.path("a.mp3"), 0o440); err != nil {
				t.Fatal(err)
			}
			h.change(id, Edit{Title: new("Kept")})
			if err := os.Chmod(h.path("a.mp3"), 0o640); err != nil {
				t.Fatal(err)
			}
			h.disk.rename = crash.rename
			func() {
				defer func() { _ = recover() }()
				h.change(id, Edit{Title: new("New"), Artist: new("Bo")})
			}()
			h.scan()
			got := h.track(id)
			if got.Title != crash.title || (got.Artist == "Bo") != (crash.title == "New") {
				t.Errorf("%s by %s", got.Title, got.Artist)
			}
		})
	}
}

// TestLinks checks that the target of a symbolic link is written and that other
// hard links stay as they are.
func TestLinks(t *testing.T) {
	h := newHouse(t, map[string]string{"a.mp3": "sine.mp3"})
	elsewhere := filepath.Join(t.TempDir(), "real.mp3")
	if err := errors.Join(os.Rename(h.path("a.mp3"), elsewhere), os.Symlink(elsewhere, h.path("link.mp3"))); err != nil {
		t.Fatal(err)
	}
	h.put("b.flac", "sine.flac")
	if err := os.Link(h.path("b.flac"), filepath.Join(t.TempDir(), "other.flac")); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(filepath.Dir(elsewhere), "other.flac")
	if err := os.Link(h.path("b.flac"), other); err != nil {
		t.Fatal(err)
	}
	h.scan()
	if r := h.change(h.id("link.mp3"), Edit{Title: new("Linked")}); r.InFile != 1 {
		t.Errorf("%+v", r)
	}
	if info, err := os.Lstat(h.path("link.mp3")); err != nil || info.Mode()&os.ModeSymlink == 0 || h.file("link.mp3").Tags.Title != "Linked" {
		t.Errorf("%v %v", info, err)
	}
	h.change(h.id("b.flac"), Edit{Title: new("One name")})
	if a, err := tag.Read(other); err != nil || a.Tags.Title != "Étude" {
		t.Errorf("the other name of the file says %+v, %v", a.Tags, err)
	}
}

// TestConcurrentChanges lets many people change one file: the file contains every change.
func TestConcurrentChanges(t *testing.T) {
	h := newHouse(t, map[string]string{"a.flac": "sine.flac"})
	id := h.id("a.flac")
	var group sync.WaitGroup
	for _, e := range []Edit{
		{Title: new("T")}, {Artist: new("A")}, {Album: new("L")}, {Genre: new("G")}, {Year: new(1990.0)}, {Comment: new("C")}, {Composer: new("P")},
	} {
		group.Go(func() {
			if _, err := h.Change(t.Context(), h.admin, id, e); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	got := h.file("a.flac").Tags
	if got.Title != "T" || got.Artists[0] != "A" || got.Album != "L" || got.Genres[0] != "G" || got.Year != 1990 || got.Comment != "C" || got.Composers[0] != "P" {
		t.Errorf("%+v", got)
	}
	if len(h.locks.held) != 0 {
		t.Error("a lock is held")
	}
}

// TestMany changes several tracks at once, skips those it may not or cannot
// change, and undoes everything.
func TestMany(t *testing.T) {
	h := newHouse(t, formats)
	var ids []string
	for name := range formats {
		ids = append(ids, h.id(name))
	}
	if err := os.Remove(h.path("a.mp3")); err != nil {
		t.Fatal(err)
	}
	gone := h.id("a.mp3")
	r, err := h.ChangeMany(t.Context(), h.admin, Many{TrackIDs: append(ids, ids[0], "nobody"), Edit: Edit{Album: new("All"), AlbumArtist: new("Various")}})
	if err != nil || r.Tracks != 7 || r.InFile != 7 || len(r.Failed) != 2 {
		t.Fatalf("%+v %v", r, err)
	}
	for _, f := range r.Failed {
		if f.ID != gone && f.ID != "nobody" || f.Detail.IsZero() {
			t.Errorf("%+v", f)
		}
	}
	albums, err := h.store.Albums(t.Context(), h.admin, music.AlbumFilter{}, music.Page{})
	if err != nil || !slices.ContainsFunc(albums.Items, func(a music.Album) bool { return a.Title == "All" && a.Artist == "Various" && a.TrackCount == 7 }) {
		t.Errorf("%+v %v", albums.Items, err)
	}
	back := h.undo(r.ID)
	if back.Tracks != 7 || h.file("b.flac").Tags.Album != "Suite" || h.file("b.flac").Tags.AlbumArtists[0] != "Various" {
		t.Errorf("%+v", back)
	}
	for _, n := range []int{0, MaxTracks + 1} {
		if _, err := h.ChangeMany(t.Context(), h.admin, Many{TrackIDs: make([]string, n)}); music.CodeOf(err) != music.Invalid {
			t.Errorf("%d tracks: %v", n, err)
		}
	}
}

// TestNumberMany numbers tracks in the order in which they are named, as one edit.
func TestNumberMany(t *testing.T) {
	h := newHouse(t, formats)
	ids := []string{h.id("b.flac"), h.id("a.mp3")}
	r, err := h.ChangeMany(t.Context(), h.admin, Many{TrackIDs: append(ids, ids[0], "nobody"), Edit: Edit{Disc: new(2.0)}, NumberFrom: 7})
	if err != nil || r.Tracks != 2 || len(r.Failed) != 1 {
		t.Fatalf("%+v %v", r, err)
	}
	for name, want := range map[string]int{"b.flac": 7, "a.mp3": 8} {
		if tags := h.file(name).Tags; tags.Track != want || tags.Disc != 2 {
			t.Errorf("%s: track %d on disc %d", name, tags.Track, tags.Disc)
		}
	}
	if back := h.undo(r.ID); back.Tracks != 2 {
		t.Errorf("%+v", back)
	}
	for _, from := range []int{-1, maxNumber} {
		if _, err := h.ChangeMany(t.Context(), h.admin, Many{TrackIDs: ids, NumberFrom: from}); music.CodeOf(err) != music.Invalid {
			t.Errorf("from %d: %v", from, err)
		}
	}
}

// TestCovers sets and removes pictures.
func TestCovers(t *testing.T) {
	h := newHouse(t, map[string]string{"x/a.mp3": "sine.mp3", "x/b.flac": "sine.flac", "y/c.m4a": "sine.m4a"})
	id := h.id("x/a.mp3")
	own, other := samplePicture(t, 60), samplePicture(t, 90)
	r, err := h.SetCover(t.Context(), h.admin, id, own, false)
	if err != nil || r.InFile != 1 || h.track(id).Cover == "" || h.file("x/a.mp3").Picture == nil {
		t.Fatalf("%+v %v", r, err)
	}
	all, err := h.SetCover(t.Context(), h.admin, id, other, true)
	if err != nil || all.Tracks < 2 {
		t.Fatalf("%+v %v", all, err)
	}
	if got, err := tag.ReadPicture(h.path("x/a.mp3")); err != nil || !bytes.Equal(got, other) {
		t.Error(err)
	}
	if b := h.track(h.id("x/b.flac")); b.Cover != h.track(id).Cover {
		t.Error("the album has two covers")
	}
	h.undo(all.ID)
	if got, err := tag.ReadPicture(h.path("x/a.mp3")); err != nil || !bytes.Equal(got, own) {
		t.Error(err)
	}
	if h.file("x/b.flac").Picture != nil {
		t.Error("the other track keeps the cover")
	}
	if _, err := h.SetCover(t.Context(), h.admin, id, nil, false); err != nil || h.file("x/a.mp3").Picture != nil || h.track(id).Cover != "" {
		t.Error(err)
	}
	if _, err := h.SetCover(t.Context(), h.admin, id, []byte("<html>"), false); music.CodeOf(err) != music.Unsupported {
		t.Error(err)
	}
	if err := os.WriteFile(h.path("x/cover.png"), own, 0o600); err != nil {
		t.Fatal(err)
	}
	h.change(id, Edit{Title: new("Beside")})
	if h.track(id).Cover == "" {
		t.Error("the folder's picture is not shown")
	}
}

func TestPermissions(t *testing.T) {
	h := newHouse(t, map[string]string{"a.mp3": "sine.mp3"})
	id := h.id("a.mp3")
	e := Edit{Title: new("Mine")}
	for _, c := range []struct {
		v    music.Viewer
		id   string
		want music.Code
	}{{h.member, id, music.Forbidden}, {music.Viewer{}, id, music.Forbidden}, {h.admin, "nobody", music.NotFound}} {
		if _, err := h.Change(t.Context(), c.v, c.id, e); music.CodeOf(err) != c.want {
			t.Errorf("%+v: %v", c, err)
		}
		if _, err := h.SetCover(t.Context(), c.v, c.id, samplePicture(t, 9), true); music.CodeOf(err) != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestRules(t *testing.T) {
	long, far := string(bytes.Repeat([]byte("é"), 501)), 2101.0
	for field, e := range map[string]Edit{
		"title": {Title: &long}, "artist": {Artist: new("a\x00b")}, "album": {Album: new("\u202eab")}, "genre": {Genre: new(string(bytes.Repeat([]byte("歌"), 400)))},
		"year": {Year: &far}, "track": {Track: new(-1.0)}, "disc": {Disc: new(1.5)}, "bpm": {BPM: new(7.0)}, "lyrics": {Lyrics: new(string(make([]byte, 5)))},
	} {
		err := e.check()
		var m *music.Error
		if !errors.As(err, &m) || m.Code != music.Invalid || len(m.Fields[field]) != 1 || len(m.Fields) != 1 {
			t.Errorf("%s: %v", field, err)
		}
	}
	fine := Edit{Title: new("T"), Year: new(0.0), BPM: new(0.0), Comment: new("two\nlines")}
	if err := fine.check(); err != nil {
		t.Error(err)
	}
}
