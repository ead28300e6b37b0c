package library_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/stock"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func roots(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	both := storetest.Get(f.EnsureRoots(ctx, []string{"/b", "/a\xff"}, storetest.Now))(t)
	if len(both) != 2 || both[0].Path != "/b" || both[1].Path != "/a\xff" || both[0].ID == both[1].ID {
		t.Fatalf("roots %+v", both)
	}
	storetest.Get(f.SaveScanned(ctx, both[0].ID, []music.ScannedFile{storetest.Song("x/1", "1")}, storetest.Now, false))(t)
	storetest.Get(f.SaveScanned(ctx, both[1].ID, []music.ScannedFile{storetest.Song("x/1", "2"), storetest.Broken("bad", music.EmptyFile)}, storetest.Now, false))(t)
	f.Must(f.FinishScan(ctx))
	two := f.TracksByTitle(ana)["2"]
	if file := storetest.Get(f.TrackFile(ctx, ana, two.ID))(t); file.Root != "/a\xff" {
		t.Errorf("root %q", file.Root)
	}

	one := storetest.Get(f.EnsureRoots(ctx, []string{"/b"}, storetest.Now))(t)
	if len(one) != 1 || one[0] != both[0] {
		t.Errorf("roots %+v", one)
	}
	if tracks := f.TracksByTitle(ana); len(tracks) != 1 || tracks["1"].ID == "" {
		t.Errorf("tracks %v", tracks)
	}
	if p := storetest.Get(f.Problems(ctx, music.Page{}))(t); len(p.Items) != 0 {
		t.Errorf("problems of a former root: %v", p)
	}

	again := storetest.Get(f.EnsureRoots(ctx, []string{"/a\xff", "/b"}, storetest.Now))(t)
	if diff := cmp.Diff([]store.Root{both[1], both[0]}, again); diff != "" {
		t.Error(diff)
	}
	if n := storetest.Get(f.MarkPresent(ctx, []string{two.ID}))(t); n != 1 {
		t.Errorf("%d are back", n)
	}
	if got := f.TracksByTitle(ana)["2"]; got.ID != two.ID {
		t.Errorf("the track is not the same after its root was away: %+v", got)
	}
}

func rescan(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	files := []music.ScannedFile{storetest.Song("x/1", "1"), storetest.Song("x/2", "2"), storetest.Song("3", "3", storetest.Genre("Pop"))}
	if r := f.Scan(files...); r != (store.SaveResult{Added: 3}) {
		t.Errorf("%+v", r)
	}
	before, stats := f.TracksByTitle(ana), storetest.Get(f.LibraryStats(ctx))(t)
	want := music.LibraryStats{Tracks: 3, Albums: 2, Artists: 1, Genres: 2, Duration: 600 * time.Second, Bytes: 12_000_000}
	want.Albums = 1 // one album artist and title
	if stats != want {
		t.Errorf("stats %+v, want %+v", stats, want)
	}
	if r := f.Scan(files...); r != (store.SaveResult{Updated: 3}) {
		t.Errorf("%+v", r)
	}
	if diff := cmp.Diff(before, f.TracksByTitle(ana)); diff != "" {
		t.Error(diff)
	}
	if again := storetest.Get(f.LibraryStats(ctx))(t); again != stats {
		t.Errorf("stats %+v, want %+v", again, stats)
	}
	known := storetest.Get(f.KnownFiles(ctx, f.Root.ID))(t)
	key := func(i int) uint64 { return files[i].Audio.AudioKey }
	ns := storetest.Now.UnixNano()
	wantKnown := []store.KnownFolder{
		{Folder: "", Files: []music.KnownFile{{Name: "3", Size: 4_000_000, ModTime: ns, AudioKey: key(2), TrackID: before["3"].ID}}},
		{Folder: "x", Files: []music.KnownFile{
			{Folder: "x", Name: "1", Size: 4_000_000, ModTime: ns, AudioKey: key(0), TrackID: before["1"].ID},
			{Folder: "x", Name: "2", Size: 4_000_000, ModTime: ns, AudioKey: key(1), TrackID: before["2"].ID},
		}},
	}
	byName := cmpopts.SortSlices(func(a, b store.KnownFolder) bool { return a.Folder < b.Folder })
	filesByName := cmpopts.SortSlices(func(a, b music.KnownFile) bool { return a.Name < b.Name })
	if diff := cmp.Diff(wantKnown, known, byName, filesByName); diff != "" {
		t.Error(diff)
	}
}

func changed(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	f.Scan(storetest.Song("x/1", "Old", storetest.By("Olga"), storetest.On("Old Album"), storetest.Genre("Opera")))
	old := f.TracksByTitle(ana)["Old"]
	storetest.Get(f.Like(ctx, ana, old.ID, storetest.Now))(t)
	if r := f.Scan(storetest.Song("x/1", "New", storetest.By("Nora"), storetest.On("New Album"), storetest.Genre("Noise"))); r != (store.SaveResult{Updated: 1}) {
		t.Errorf("%+v", r)
	}
	got := f.TracksByTitle(ana)["New"]
	if got.ID != old.ID || got.Seq != old.Seq || !got.Liked || !got.AddedAt.Equal(old.AddedAt) {
		t.Errorf("not the same track: %+v, was %+v", got, old)
	}
	if got.Artist != "Nora" || got.Album != "New Album" || got.Genre != "Noise" {
		t.Errorf("tags of the track: %+v", got)
	}
	// The old names are gone.
	for _, v := range []music.Viewer{ana, storetest.Admin} {
		if l := storetest.Get(f.Artists(ctx, v, music.Page{}))(t); len(l.Items) != 1 || l.Items[0].Name != "Nora" || l.Total != 1 {
			t.Errorf("artists: %+v", l)
		}
	}
	if l := storetest.Get(f.Albums(ctx, ana, music.AlbumFilter{}, music.Page{}))(t); len(l.Items) != 1 || l.Items[0].Title != "New Album" {
		t.Errorf("albums: %+v", l)
	}
	if g := storetest.Get(f.Genres(ctx, ana))(t); len(g) != 1 || g[0] != (music.Genre{Name: "Noise", TrackCount: 1}) {
		t.Errorf("genres: %v", g)
	}
	_, err := f.Album(ctx, ana, old.AlbumID)
	f.Code(err, music.NotFound)
	if r := storetest.Get(f.Search(ctx, ana, discovery.Query{Text: "olga", Limit: 5}))(t); len(r.Tracks)+len(r.Artists)+len(r.Albums) != 0 {
		t.Errorf("found by the old name: %+v", r)
	}
}

func moved(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	file := storetest.Song("old/1.flac", "Song")
	f.Scan(file)
	track := f.TracksByTitle(ana)["Song"]
	storetest.Get(f.Like(ctx, ana, track.ID, storetest.Now))(t)
	storetest.Get(f.AddPlay(ctx, ana, music.Play{ID: "p", TrackID: track.ID, StartedAt: storetest.Now, Listened: time.Minute}, 0))(t)

	storetest.Get(f.MarkMissing(ctx, []string{track.ID}, storetest.Now))(t)
	f.Must(f.FinishScan(ctx))
	lost := storetest.Get(f.MissingByAudioKey(ctx, []uint64{file.Audio.AudioKey, 1}))(t)
	want := map[uint64][]music.KnownFile{file.Audio.AudioKey: {{
		Folder: "old", Name: "1.flac", Size: 4_000_000, ModTime: storetest.Now.UnixNano(), AudioKey: file.Audio.AudioKey, TrackID: track.ID, Missing: true,
	}}}
	if diff := cmp.Diff(want, lost); diff != "" {
		t.Fatal(diff)
	}
	there := storetest.Song("new/2.flac", "Song")
	there.Audio.AudioKey, there.MovedFrom = file.Audio.AudioKey, track.ID
	if r := f.Scan(there); r != (store.SaveResult{Moved: 1}) {
		t.Errorf("%+v", r)
	}
	got := f.TracksByTitle(ana)["Song"]
	if got.ID != track.ID || !got.Liked || !got.MissingAt.IsZero() {
		t.Errorf("not the same track: %+v", got)
	}
	if file := storetest.Get(f.TrackFile(ctx, ana, got.ID))(t); file.Path != "new/2.flac" {
		t.Errorf("its file is %q", file.Path)
	}
	if recent := storetest.Get(f.RecentlyPlayed(ctx, ana, 5))(t); len(recent) != 1 {
		t.Errorf("history after the move: %v", recent)
	}
	if r := f.Scan(there); r != (store.SaveResult{Updated: 1}) { // the same batch after the server was killed
		t.Errorf("%+v", r)
	}
	unknown := storetest.Song("u", "U")
	unknown.MovedFrom = "gone meanwhile"
	if r := f.Scan(unknown); r != (store.SaveResult{Added: 1}) {
		t.Errorf("%+v", r)
	}
}

// swapped moves files onto each other's paths in one batch.
func swapped(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	f.Scan(storetest.Song("a", "A"), storetest.Song("b", "B"), storetest.Song("c", "C"))
	all := f.TracksByTitle(ana)
	to := func(where, title string) music.ScannedFile {
		s := storetest.Song(where, title)
		s.MovedFrom = all[title].ID
		return s
	}
	if r := f.Scan(to("b", "A"), to("a", "B")); r != (store.SaveResult{Moved: 2}) {
		t.Errorf("%+v", r)
	}
	for title, where := range map[string]string{"A": "b", "B": "a"} {
		if file := storetest.Get(f.TrackFile(ctx, ana, all[title].ID))(t); file.Path != where {
			t.Errorf("%s is at %q", title, file.Path)
		}
	}
	// C moves over B. The file of B is missing, but its track stays.
	if r := f.Scan(to("a", "C")); r != (store.SaveResult{Moved: 1}) {
		t.Errorf("%+v", r)
	}
	if l := storetest.Get(f.TrackTable(ctx, music.Viewer{}, stock.Table{IsMissing: true}, music.Page{}))(t); len(l.Items) != 1 || l.Items[0].ID != all["B"].ID {
		t.Errorf("missing: %+v", l)
	}
}

func missing(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	f.Scan(storetest.Song("1", "1", storetest.By("Ana"), storetest.On("A")), storetest.Song("2", "2", storetest.By("Ben"), storetest.On("B")), storetest.Song("3", "3", storetest.By("Ben"), storetest.On("B")))
	all := f.TracksByTitle(ana)
	storetest.Get(f.Like(ctx, ana, all["1"].ID, storetest.Now))(t)
	gone := []string{all["1"].ID, all["2"].ID, "unknown"}
	for i, want := range []int{2, 0} {
		if n := storetest.Get(f.MarkMissing(ctx, gone, storetest.Now))(t); n != want {
			t.Errorf("time %d: %d went missing", i+1, n)
		}
	}
	f.Must(f.FinishScan(ctx))
	if l := storetest.Get(f.Tracks(ctx, ana, music.TrackFilter{}, music.Page{}))(t); len(l.Items) != 1 || l.Total != 1 {
		t.Errorf("tracks: %+v", l)
	}
	_, err := f.TrackFile(ctx, ana, all["1"].ID)
	f.Code(err, music.NotFound)
	if d := storetest.Get(f.Track(ctx, ana, all["1"].ID))(t); !d.MissingAt.Equal(storetest.Now) {
		t.Errorf("missing since %v", d.MissingAt)
	}
	if a := storetest.Get(f.Artists(ctx, ana, music.Page{}))(t); len(a.Items) != 1 || a.Items[0].TrackCount != 1 {
		t.Errorf("artists: %+v", a)
	}
	if a := storetest.Get(f.Albums(ctx, ana, music.AlbumFilter{}, music.Page{}))(t); len(a.Items) != 1 || a.Items[0].TrackCount != 1 {
		t.Errorf("albums: %+v", a)
	}
	if s := storetest.Get(f.LibraryStats(ctx))(t); s.Tracks != 1 || s.Missing != 2 || s.Albums != 1 || s.Artists != 1 {
		t.Errorf("stats: %+v", s)
	}
	if l := storetest.Get(f.TrackTable(ctx, ana, stock.Table{IsMissing: true, Sort: "title"}, music.Page{Limit: 1}))(t); l.Total != 2 || l.Items[0].Title != "1" {
		t.Errorf("missing: %+v", l)
	}

	f.Scan(storetest.Song("1", "1", storetest.By("Ana"), storetest.On("A"))) // back again
	back := f.TracksByTitle(ana)["1"]
	if back.ID != all["1"].ID || back.AlbumID != all["1"].AlbumID || !back.Liked {
		t.Errorf("not the same after it was away: %+v", back)
	}
	if n := storetest.Get(f.PurgeMissing(ctx))(t); n != 1 {
		t.Errorf("purged %d", n)
	}
	_, err = f.Track(ctx, ana, all["2"].ID)
	f.Code(err, music.NotFound)
	if n := storetest.Get(f.PurgeMissing(ctx))(t); n != 0 {
		t.Errorf("purged %d more", n)
	}
	f.Scan(storetest.Song("2", "2", storetest.By("Ben"), storetest.On("B")))
	if again := f.TracksByTitle(ana)["2"]; again.ID == all["2"].ID {
		t.Error("a purged track came back as the same")
	}
}

func problems(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	f.Scan(storetest.Song("x/good", "Good"))
	good := f.TracksByTitle(ana)["Good"]
	// As scans of earlier releases wrote it, and with a name like a gap and a verb.
	old, odd := storetest.Broken("y/bad", music.EmptyFile), storetest.Broken("locked", music.UnreadableFile)
	old.Problem.Reason, odd.Problem.Reason = music.Message{ID: "The file ends at byte 12,345, 100% sure."}, music.Say("The file cannot be read: %s.", "{} %s \"é\"")
	r := f.Scan(storetest.Broken("x/good", music.TruncatedFile), old, odd)
	if r != (store.SaveResult{Problems: 3}) {
		t.Errorf("%+v", r)
	}
	if n := len(f.TracksByTitle(ana)); n != 0 {
		t.Errorf("%d tracks, broken ones among them", n)
	}
	list := storetest.Get(f.Problems(ctx, music.Page{}))(t)
	want := []music.Problem{
		{Root: "/music", Path: "locked", Kind: music.UnreadableFile, Reason: odd.Problem.Reason, Size: 10, SeenAt: storetest.Now},
		{Root: "/music", Path: "x/good", Kind: music.TruncatedFile, Reason: music.Say("The file cannot be read: %s.", "truncated"), Size: 10, SeenAt: storetest.Now},
		{Root: "/music", Path: "y/bad", Kind: music.EmptyFile, Reason: old.Problem.Reason, Size: 10, SeenAt: storetest.Now},
	}
	if diff := cmp.Diff(want, list.Items); diff != "" || list.Total != 3 {
		t.Errorf("total %d, %s", list.Total, diff)
	}
	count := 0
	for _, folder := range storetest.Get(f.KnownFiles(ctx, f.Root.ID))(t) {
		for _, file := range folder.Files {
			if count++; file.TrackID != "" || file.Size != 10 || file.Folder != folder.Folder {
				t.Errorf("a problem is known as %+v", file)
			}
		}
	}
	if count != 3 {
		t.Errorf("%d files known", count)
	}
	first := storetest.Get(f.Problems(ctx, music.Page{Limit: 2}))(t)
	rest := storetest.Get(f.Problems(ctx, music.Page{Limit: 2, After: first.Next}))(t)
	if len(first.Items) != 2 || len(rest.Items) != 1 || rest.Next != "" {
		t.Errorf("pages of %d and %d", len(first.Items), len(rest.Items))
	}

	f.Scan(storetest.Song("x/good", "Good")) // repaired
	if got := f.TracksByTitle(ana)["Good"]; got.ID != good.ID {
		t.Errorf("not the same track after the repair: %+v", got)
	}
	f.Must(f.ForgetProblems(ctx, f.Root.ID, []string{"y/bad", "nothing"}))
	if l := storetest.Get(f.Problems(ctx, music.Page{}))(t); l.Total != 1 || l.Items[0].Path != "locked" {
		t.Errorf("left: %+v", l)
	}
	_, err := f.SaveScanned(ctx, f.Root.ID, []music.ScannedFile{{Name: "neither"}}, storetest.Now, false)
	if err == nil {
		t.Error("saved a file that is neither good nor bad")
	}
}

func folders(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("x/1", "1"), storetest.Song("2", "2"))
	f.Must(f.SaveFolders(ctx, f.Root.ID, map[string]uint64{"x": 1<<63 + 5, "": 7, "empty": 9}))
	extras := func() map[string]uint64 {
		m := map[string]uint64{}
		for _, k := range storetest.Get(f.KnownFiles(ctx, f.Root.ID))(t) {
			m[k.Folder] = k.Extras
		}
		return m
	}
	if diff := cmp.Diff(map[string]uint64{"x": 1<<63 + 5, "": 7, "empty": 9}, extras()); diff != "" {
		t.Error(diff)
	}
	f.Must(f.SaveFolders(ctx, f.Root.ID, map[string]uint64{"x": 2, "empty": 0}))
	f.Scan(storetest.Song("x/1", "changed"))
	f.Scan(storetest.Song("x/1", "changed", storetest.On("another")))
	if diff := cmp.Diff(map[string]uint64{"x": 2, "": 7}, extras()); diff != "" {
		t.Error(diff)
	}
}

// oddNames tests unusual names from file systems and taggers.
func oddNames(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin)
	long := strings.Repeat("長い", 60) // 360 bytes
	paths := []string{
		"caf\u00e9/a.flac", "cafe\u0301/a.flac", // NFC and NFD: two folders
		"\xff\xfe/\x80.flac", "emoji 🎷/𝄞.flac", "new\nline/tab\t.flac", "quote'\"\\/%_?.flac",
		strings.Repeat("deep/", 700) + "end.flac", long[:240] + "/" + long[:240] + ".flac", "\U0010FF80/x.flac",
	}
	var files []music.ScannedFile
	for i, p := range paths {
		files = append(files, storetest.Song(p, strconv.Itoa(i), storetest.By(strings.Repeat("artist ", 900)+strconv.Itoa(i)), storetest.On(strings.Repeat("album ", 900)), storetest.Genre(strings.Repeat("genre ", 900))))
	}
	untitled := storetest.Song("no tags.flac", "")
	untitled.Audio.Tags = music.Tags{}
	bad := storetest.Song("bad.flac", "NUL \x00 and \xff", storetest.By("e\u0301"), storetest.Tags(func(g *music.Tags) { g.Comment = "\x00"; g.ReplayGain.HasTrack = true }))
	f.Scan(append(files, untitled, bad)...)
	all := f.TracksByTitle(ana)
	for i, p := range paths {
		if file := storetest.Get(f.TrackFile(ctx, ana, all[strconv.Itoa(i)].ID))(t); file.Path != p {
			t.Errorf("path %q came back as %q", p, file.Path)
		}
	}
	if u := all["no tags"]; u.Title != "no tags" || u.ArtistID != "" || u.AlbumID != "" {
		t.Errorf("without tags: %+v", u)
	}
	if b := all["NUL  and \uFFFD"]; b.ID == "" || b.Artist != "\u00e9" {
		t.Errorf("with bad tags: %+v", b)
	}
	if n := len(storetest.Get(f.Artists(ctx, ana, music.Page{}))(t).Items); n != len(paths)+1 {
		t.Errorf("%d artists", n)
	}
	known := map[string]bool{}
	for _, folder := range storetest.Get(f.KnownFiles(ctx, f.Root.ID))(t) {
		for _, file := range folder.Files {
			known[strings.TrimPrefix(file.Folder+"/"+file.Name, "/")] = true
		}
	}
	for _, p := range paths {
		if !known[p] {
			t.Errorf("%q is not known", p)
		}
	}
	if r := f.Scan(files...); r.Updated != len(files) {
		t.Errorf("the second time: %+v", r)
	}
}

func scanStatus(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	if s := storetest.Get(f.LastScanStatus(ctx))(t); s != (music.ScanStatus{State: music.ScanIdle}) {
		t.Errorf("before the first scan: %+v", s)
	}
	want := music.ScanStatus{ID: "x", State: music.ScanRunning, StartedAt: storetest.Now, Folder: "Ä", Found: 3, Walked: true}
	f.Must(f.SaveScanStatus(ctx, music.ScanStatus{ID: "before"}))
	f.Must(f.SaveScanStatus(ctx, want))
	if s := storetest.Get(f.LastScanStatus(ctx))(t); s != want {
		t.Errorf("got %+v, want %+v", s, want)
	}
}

// readWhileWriting reads and writes concurrently with a scan.
func readWhileWriting(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	f.Scan(storetest.Song("first", "first"))
	id := f.TracksByTitle(ana)["first"].ID
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	var reads atomic.Int64
	report := func(err error) bool {
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		return err == nil
	}
	for range 8 {
		wg.Go(func() {
			for ctx.Err() == nil {
				l, err := f.Tracks(ctx, ana, music.TrackFilter{Sort: music.TracksByTitle}, music.Page{Limit: 50})
				if !report(err) || len(l.Items) == 0 {
					return
				}
				_, err = f.Search(ctx, ana, discovery.Query{Text: "tit", Limit: 10})
				if !report(err) {
					return
				}
				reads.Add(1)
			}
		})
	}
	wg.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			_, err := f.Like(ctx, ana, id, storetest.Now)
			report(err)
			_, err = f.AddPlay(ctx, ana, music.Play{ID: strconv.Itoa(i), TrackID: id, StartedAt: storetest.Now, Listened: time.Minute}, 0)
			report(err)
			_, err = f.Unlike(ctx, ana, id, storetest.Now)
			report(err)
		}
	})
	for i := range 6 {
		var batch []music.ScannedFile
		for j := range 100 {
			batch = append(batch, storetest.Song(fmt.Sprintf("%d/%d", i, j), fmt.Sprintf("title %d %d", i, j)))
		}
		storetest.Get(f.SaveScanned(t.Context(), f.Root.ID, batch, storetest.Now, false))(t)
	}
	f.Must(f.FinishScan(t.Context()))
	cancel()
	wg.Wait()
	if reads.Load() == 0 {
		t.Error("nobody read")
	}
	if n := len(f.TracksByTitle(ana)); n != 500 { // one page
		t.Errorf("%d tracks on the first page", n)
	}
}

func cancelled(t *testing.T, f *storetest.Fixture) {
	f.Scan(storetest.Song("1", "1"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Tracks(ctx, storetest.Admin, music.TrackFilter{}, music.Page{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Tracks = %v", err)
	}
	if _, err := f.SaveScanned(ctx, f.Root.ID, []music.ScannedFile{storetest.Song("2", "2")}, storetest.Now, false); !errors.Is(err, context.Canceled) {
		t.Errorf("SaveScanned = %v", err)
	}
	if n := len(f.TracksByTitle(storetest.Admin)); n != 1 {
		t.Errorf("%d tracks after a cancelled batch", n)
	}
}

func madeByAI(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	byAI := func(f *music.ScannedFile) { f.Audio.Tags.AIGenerated = true }
	f.Scan(storetest.Song("1", "composed", byAI), storetest.Song("2", "played"))
	f.Scan(storetest.Song("2", "played"), storetest.Song("3", "labelled later"))
	f.Scan(storetest.Song("3", "labelled later", byAI))
	for title, want := range map[string]bool{"composed": true, "played": false, "labelled later": true} {
		if got := f.TracksByTitle(ana)[title]; got.IsAIGenerated != want {
			t.Errorf("%s: made by AI is %t, want %t", title, got.IsAIGenerated, want)
		}
	}
}
