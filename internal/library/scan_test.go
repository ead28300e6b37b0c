package library_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/testkit/fakelib"
)

func TestScanFindsExactlyTheLibrary(t *testing.T) {
	h := newHouse(t, 1)
	want := fakelib.Build(t, h.root)
	status := h.scan()

	tracks := h.tracks()
	for _, w := range want.Tracks {
		got, ok := tracks[w.Path]
		delete(tracks, w.Path)
		if !ok {
			t.Errorf("no track for %q", w.Path)
			continue
		}
		lyrics, err := h.store.Lyrics(t.Context(), h.viewer(), got.ID)
		if err != nil {
			t.Fatal(err)
		}
		found := fakelib.Track{
			Path: w.Path, Title: got.Title, Artist: got.Artist, Album: got.Album, Format: got.Format,
			HasCover: got.Cover != "", Lyrics: lyrics.Kind,
		}
		if lyrics.Text == "" {
			found.Lyrics = ""
		}
		if diff := cmp.Diff(w, found); diff != "" {
			t.Errorf("%q (-want +got):\n%s", w.Path, diff)
		}
		if got.Duration <= 0 || got.Size <= 0 {
			t.Errorf("%q lasts %v and has %d bytes", w.Path, got.Duration, got.Size)
		}
	}
	for path, track := range tracks {
		t.Errorf("%q is shown as the song %q", path, track.Title)
	}

	problems := map[string]music.ProblemKind{}
	for path, p := range h.problems() {
		problems[path] = p.Kind
		if !strings.HasSuffix(p.Reason.String(), ".") || p.Root != h.root {
			t.Errorf("%q: reason %q below %q", path, p.Reason, p.Root)
		}
	}
	if diff := cmp.Diff(want.Problems, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want.Albums, h.albums()); diff != "" {
		t.Errorf("albums (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want.Artists, h.artists()); diff != "" {
		t.Errorf("artists (-want +got):\n%s", diff)
	}
	if n := len(want.Tracks) + len(want.Problems); status.Found != n || status.Checked != n || status.Added != len(want.Tracks) ||
		status.Problems != len(want.Problems) || !status.Walked {
		t.Errorf("status %+v for %d tracks and %d problems", status, len(want.Tracks), len(want.Problems))
	}
	if h.published(music.EventLibrary) != 1 || h.published(music.EventScan) < 2 {
		t.Error("no event was published")
	}
}

func (h *house) albums() []string {
	list, err := h.store.Albums(h.t.Context(), h.viewer(), music.AlbumFilter{}, music.Page{Limit: music.MaxPageSize})
	if err != nil {
		h.t.Fatal(err)
	}
	titles := []string{}
	for _, a := range list.Items {
		titles = append(titles, a.Title)
	}
	slices.Sort(titles)
	return titles
}

func (h *house) artists() []string {
	list, err := h.store.Artists(h.t.Context(), h.viewer(), music.Page{Limit: music.MaxPageSize})
	if err != nil {
		h.t.Fatal(err)
	}
	names := []string{}
	for _, a := range list.Items {
		names = append(names, a.Name)
	}
	slices.Sort(names)
	return names
}

func TestRescanOpensNoUnchangedFile(t *testing.T) {
	h := newHouse(t, 1)
	fakelib.Build(t, h.root)
	first := h.scan()
	h.opens.Store(0)
	told := h.published(music.EventLibrary)

	again := h.scan()
	if n := h.opens.Load(); n != 0 {
		t.Errorf("%d unchanged files were opened", n)
	}
	if again.Found != first.Found || again.Checked != first.Found || again.Added+again.Updated+again.Moved+again.Missing != 0 ||
		again.Problems != first.Problems {
		t.Errorf("status %+v after %+v", again, first)
	}
	if h.published(music.EventLibrary) != told {
		t.Error("an event was published although nothing changed")
	}
}

func TestFullScanReadsEveryFile(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.scan()
	id := h.id("a.mp3")
	h.opens.Store(0)
	status, err := h.Scan(t.Context(), library.Options{Full: true})
	if err != nil || h.opens.Load() != 1 || status.Updated != 1 || h.id("a.mp3") != id {
		t.Errorf("opened %d, %+v, %v", h.opens.Load(), status, err)
	}
}

func TestChangedTagsKeepTheTrack(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.scan()
	id := h.id("a.mp3")
	fakelib.Write(t, h.root, "a.mp3", fakelib.Song{Title: "A new and longer title", Sound: 1}.MP3())
	status := h.scan()
	if track := h.tracks()["a.mp3"]; track.ID != id || track.Title != "A new and longer title" || status.Updated != 1 {
		t.Errorf("%+v, %+v", track, status)
	}
}

func TestDeletedFilesGoMissingAndComeBack(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.song("keep.mp3", 2)
	h.scan()
	id := h.id("a.mp3")
	aside := filepath.Join(t.TempDir(), "a.mp3")
	h.move("a.mp3", aside)
	if status := h.scan(); status.Missing != 1 || h.missing() != 1 || h.id("a.mp3") != "" {
		t.Errorf("after the deletion: %+v", status)
	}
	h.move(aside, "a.mp3")
	h.opens.Store(0)
	h.scan()
	if h.id("a.mp3") != id || h.missing() != 0 || h.opens.Load() != 0 {
		t.Errorf("it came back as %q, %d missing, %d opened", h.id("a.mp3"), h.missing(), h.opens.Load())
	}

	h.remove("a.mp3")
	h.scan()
	if n, err := h.Purge(t.Context()); n != 1 || err != nil || h.missing() != 0 {
		t.Errorf("purged %d, %v", n, err)
	}
}

func TestEmptyRootIsLeftAlone(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a/a.mp3", 1)
	h.scan()
	for _, name := range []string{"empty", "gone"} {
		if name == "empty" {
			h.remove("a")
		} else {
			h.remove("")
		}
		h.scan()
		if h.missing() != 0 || len(h.tracks()) != 1 {
			t.Errorf("%s: %d tracks went missing", name, h.missing())
		}
		if p, ok := h.problems()[""]; !ok || p.Kind != music.UnreadableFile {
			t.Errorf("%s: problems %v", name, h.problems())
		}
	}
	h.song("a/a.mp3", 1)
	h.scan()
	if len(h.problems()) != 0 || len(h.tracks()) != 1 {
		t.Errorf("after the root came back: %v", h.problems())
	}
}

func TestUnreadableFolderKeepsItsTracks(t *testing.T) {
	h := newHouse(t, 1)
	h.song("closed/below/a.mp3", 1)
	h.song("open/b.mp3", 2)
	h.scan()
	refused := true
	h.InjectFolders(func(read func(string) ([]os.DirEntry, error)) func(string) ([]os.DirEntry, error) {
		return func(name string) ([]os.DirEntry, error) {
			if refused && name == h.path("closed") {
				return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
			}
			return read(name)
		}
	})
	h.remove("open/b.mp3")
	status := h.scan()
	if h.id("closed/below/a.mp3") == "" || status.Missing != 1 {
		t.Errorf("status %+v", status)
	}
	if p := h.problems()["closed"]; p.Kind != music.UnreadableFile || !strings.Contains(p.Reason.String(), "permission denied") {
		t.Errorf("problems %v", h.problems())
	}
	refused = false
	h.scan()
	if len(h.problems()) != 0 {
		t.Errorf("problems stay: %v", h.problems())
	}
}

func TestLinkedFolders(t *testing.T) {
	h := newHouse(t, 2)
	outside := t.TempDir()
	fakelib.Write(t, outside, "far/c.mp3", fakelib.Song{Title: "far", Sound: 3}.MP3())
	h.song("a/a.mp3", 1)
	other := h.Roots()[1]
	fakelib.Write(t, other, "b/b.mp3", fakelib.Song{Title: "b", Sound: 2}.MP3())
	for name, target := range map[string]string{
		"a/loop": "..", "z first": outside, "z second": outside, "twice": "a", "other": filepath.Join(other, "b"),
		"file.mp3": "a/a.mp3", "dead": "nowhere", "self": "self",
	} {
		if err := os.Symlink(target, h.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	h.scan()
	paths := []string{}
	for path := range h.tracks() {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	if diff := cmp.Diff([]string{"a/a.mp3", "b/b.mp3", "file.mp3", "z first/far/c.mp3"}, paths); diff != "" {
		t.Errorf("tracks (-want +got):\n%s", diff)
	}
	if status := h.scan(); status.Added+status.Moved+status.Missing != 0 {
		t.Errorf("the second scan found other paths: %+v", status)
	}
}

func TestNestedRootIsScannedOnce(t *testing.T) {
	dir := t.TempDir()
	fakelib.Write(t, dir, "a.mp3", fakelib.Song{Title: "a", Sound: 1}.MP3())
	fakelib.Write(t, dir, "inner/b.mp3", fakelib.Song{Title: "b", Sound: 2}.MP3())
	h := openHouse(t, filepath.Join(t.TempDir(), "sonora.db"), []string{dir, filepath.Join(dir, "inner")})
	if status := h.scan(); status.Found != 2 || h.id("a.mp3") == "" || h.id("b.mp3") == "" {
		t.Errorf("%+v, %v", status, h.tracks())
	}
}

func TestSecondScanIsRefused(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	var again error
	_, err := h.Scan(t.Context(), library.Options{Progress: func(st music.ScanStatus) {
		if st.State == music.ScanRunning {
			return
		}
		// The status is still that of the current scan.
		_, again = h.Start(library.Options{})
	}})
	if err != nil || music.CodeOf(again) != music.Conflict {
		t.Errorf("%v, second scan: %v", err, again)
	}
}

func TestCancelledScanContinues(t *testing.T) {
	h := newHouse(t, 1)
	const files = 1300
	for i := range files {
		fakelib.Write(t, h.root, filepath.Join("x", string(rune('a'+i%26)), string(rune('a'+i/26))+".mp3"),
			fakelib.Song{Title: "t", Sound: uint64(i), Frames: 3}.MP3())
	}
	h.InjectReader(func(read func(string) (*music.AudioFile, error)) func(string) (*music.AudioFile, error) {
		return func(name string) (*music.AudioFile, error) {
			if h.opens.Load() == files*3/4 {
				h.Cancel()
			}
			return read(name)
		}
	})
	status, err := h.Scan(t.Context(), library.Options{})
	if err != nil || status.State != music.ScanCancelled {
		t.Fatalf("%+v, %v", status, err)
	}
	saved := len(h.tracks())
	if saved == 0 || saved == files {
		t.Fatalf("%d of %d files were saved; the test needs a partial scan", saved, files)
	}
	h.opens.Store(files) // do not cancel again
	status = h.scan()
	if opened := int(h.opens.Load()) - files; opened != files-saved || len(h.tracks()) != files || status.Added != files-saved {
		t.Errorf("%d were saved, then %d opened: %+v", saved, opened, status)
	}
}

func TestChangingFileIsPostponed(t *testing.T) {
	h := newHouse(t, 1)
	h.song("calm.mp3", 1)
	h.song("busy.mp3", 2)
	grow := true
	h.InjectReader(func(read func(string) (*music.AudioFile, error)) func(string) (*music.AudioFile, error) {
		return func(name string) (*music.AudioFile, error) {
			audio, err := read(name)
			if grow && filepath.Base(name) == "busy.mp3" {
				f, openErr := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
				_, writeErr := f.Write(make([]byte, 104))
				if err := errors.Join(openErr, writeErr, f.Close()); err != nil {
					t.Error(err)
				}
			}
			return audio, err
		}
	})
	h.scan()
	if h.id("calm.mp3") == "" || h.id("busy.mp3") != "" || len(h.problems()) != 0 {
		t.Errorf("tracks %v, problems %v", h.tracks(), h.problems())
	}
	grow = false
	h.scan()
	if h.id("busy.mp3") == "" {
		t.Error("the file is not in the library although it no longer changes")
	}
}

func TestBrokenFileIsRepaired(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.scan()
	id := h.id("a.mp3")
	fakelib.Write(t, h.root, "a.mp3", nil)
	h.scan()
	if h.id("a.mp3") != "" || h.problems()["a.mp3"].Kind != music.EmptyFile {
		t.Errorf("tracks %v, problems %v", h.tracks(), h.problems())
	}
	h.song("a.mp3", 1)
	h.scan()
	if h.id("a.mp3") != id || len(h.problems()) != 0 {
		t.Errorf("tracks %v, problems %v", h.tracks(), h.problems())
	}
	fakelib.Write(t, h.root, "a.mp3", nil)
	h.scan()
	h.remove("a.mp3")
	h.song("other.mp3", 2)
	h.scan()
	if len(h.problems()) != 0 || h.missing() != 1 {
		t.Errorf("problems %v, %d missing", h.problems(), h.missing())
	}
}

func TestUnreadableFileIsRetried(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.song("b.mp3", 2)
	faulty := true
	h.InjectReader(func(read func(string) (*music.AudioFile, error)) func(string) (*music.AudioFile, error) {
		return func(name string) (*music.AudioFile, error) {
			if faulty && filepath.Base(name) == "a.mp3" {
				return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("input/output error")}
			}
			return read(name)
		}
	})
	h.scan()
	if p := h.problems()["a.mp3"]; p.Kind != music.UnreadableFile || !strings.Contains(p.Reason.String(), "input/output error") {
		t.Errorf("problems %v", h.problems())
	}
	told := h.published(music.EventLibrary)
	h.scan()
	if h.published(music.EventLibrary) != told {
		t.Error("an event was published for an unchanged problem")
	}
	faulty = false
	h.scan()
	if h.id("a.mp3") == "" || len(h.problems()) != 0 {
		t.Errorf("problems %v", h.problems())
	}
}

func TestReaderPanics(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.song("b.mp3", 2)
	h.InjectReader(func(read func(string) (*music.AudioFile, error)) func(string) (*music.AudioFile, error) {
		return func(name string) (*music.AudioFile, error) {
			if filepath.Base(name) == "a.mp3" {
				panic("index out of range")
			}
			return read(name)
		}
	})
	h.scan()
	if h.problems()["a.mp3"].Kind != music.CorruptFile || h.id("b.mp3") == "" {
		t.Errorf("problems %v", h.problems())
	}
}

func TestCoverAndLyricsAddedLater(t *testing.T) {
	h := newHouse(t, 1)
	h.song("Album/CD 1/a.mp3", 1)
	h.song("Album/CD 1/b.mp3", 2)
	h.song("Other/c.mp3", 3)
	h.scan()
	h.opens.Store(0)

	fakelib.Write(t, h.root, "Album/cover.jpg", fakelib.Cover(1))
	fakelib.Write(t, h.root, "Other/c.lrc", []byte("[00:01.00]La\n"))
	h.scan()
	tracks := h.tracks()
	if a, b, c := tracks["Album/CD 1/a.mp3"], tracks["Album/CD 1/b.mp3"], tracks["Other/c.mp3"]; a.Cover == "" || a.Cover != b.Cover || c.Cover != "" || !c.HasLyrics {
		t.Errorf("%+v\n%+v\n%+v", a, b, c)
	}
	h.remove("Album/cover.jpg")
	h.remove("Other/c.lrc")
	h.scan()
	if tracks := h.tracks(); tracks["Album/CD 1/a.mp3"].Cover != "" || tracks["Other/c.mp3"].HasLyrics {
		t.Errorf("cover and lyrics remain after their files were deleted: %+v", tracks)
	}
	h.opens.Store(0)
	h.scan()
	if n := h.opens.Load(); n != 0 {
		t.Errorf("%d files were opened although nothing changed", n)
	}
}

func TestRemovedRootGoesMissing(t *testing.T) {
	database := filepath.Join(t.TempDir(), "sonora.db")
	one, two := t.TempDir(), t.TempDir()
	fakelib.Write(t, one, "a.mp3", fakelib.Song{Title: "a", Sound: 1}.MP3())
	fakelib.Write(t, two, "b.mp3", fakelib.Song{Title: "b", Sound: 2}.MP3())
	h := openHouse(t, database, []string{one, two})
	h.scan()
	id := h.id("b.mp3")

	smaller := openHouse(t, database, []string{one})
	smaller.admin = h.viewer()
	smaller.scan()
	if smaller.missing() != 1 || smaller.id("b.mp3") != "" {
		t.Errorf("%d missing", smaller.missing())
	}
	h.scan()
	if h.id("b.mp3") != id {
		t.Error("the track did not come back with its folder")
	}
}

func TestScanStopsWithItsContext(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	status, err := h.Scan(ctx, library.Options{})
	if err != nil || status.State != music.ScanCancelled || h.Status().State != music.ScanCancelled {
		t.Errorf("%+v, %v", status, err)
	}
	last, err := h.store.LastScanStatus(t.Context())
	if err != nil || last.State != music.ScanCancelled {
		t.Errorf("the store remembers %+v, %v", last, err)
	}
}

// TestScanYields checks how long a scan waits before a file.
func TestScanYields(t *testing.T) {
	for name, c := range map[string]struct {
		busy, want time.Duration
	}{
		"nobody needs the processor": {0, 0},
		"for a moment":               {250 * time.Millisecond, 300 * time.Millisecond},
		"all the time":               {time.Hour, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				library.YieldScan(t.Context(), func() bool { return time.Since(began) < c.busy })
				if got := time.Since(began); got != c.want {
					t.Errorf("it waits for %v, not %v", got, c.want)
				}
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				stopped := time.Now()
				library.YieldScan(ctx, func() bool { return true })
				if got := time.Since(stopped); got > 0 {
					t.Errorf("it waits for %v after it was stopped", got)
				}
			})
		})
	}
}
