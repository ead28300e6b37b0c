package similarity

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/dsp"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var admin = music.Viewer{AccountID: "01ARZ3NDEKTSV4RRFFQ69G5FAA", Role: music.Admin}

// fixture is a service with a synthetic library.
type fixture struct {
	*Service
	t      *testing.T
	db     *store.Store
	root   int64
	tell   func(music.Event)
	wait   sync.WaitGroup
	clock  time.Time
	titles map[string]string // by ID
}

// Subscribe implements Events.
func (f *fixture) Subscribe(handle func(music.Event)) (unsubscribe func(), err error) {
	f.tell = handle
	f.wait.Done()
	return func() {}, nil
}

func newFixture(t *testing.T) *fixture {
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	roots, err := db.EnsureRoots(t.Context(), []string{"/music"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, db: db, root: roots[0].ID, clock: time.Now()}
	f.Service = New(Config{Store: db, Events: f, Log: slog.New(slog.DiscardHandler)})
	f.now = func() time.Time { return f.clock }
	f.wait.Add(1)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx) }()
	f.wait.Wait()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// add creates n tracks named "artist 0", "artist 1" and so on. Their genre is
// the artist's first letter.
func (f *fixture) add(artist string, n int) {
	f.t.Helper()
	var files []music.ScannedFile
	for i := range n {
		title := fmt.Sprintf("%s %d", artist, i)
		files = append(files, music.ScannedFile{
			Folder: artist, Name: title + ".flac", Size: 1, ModTime: 1,
			Audio: &music.AudioFile{
				Format: music.FLAC, SampleRate: 44_100, Channels: 2, Samples: 44_100, Duration: time.Second, AudioKey: hashOf(title),
				Tags: music.Tags{Title: title, Artists: []string{artist}, Album: artist, Genres: []string{artist[:1]}},
			},
		})
	}
	if _, err := f.db.SaveScanned(f.t.Context(), f.root, files, f.clock, true); err != nil {
		f.t.Fatal(err)
	}
	f.tell(music.Event{Type: music.EventLibrary})
	f.list()
}

func (f *fixture) list() {
	f.t.Helper()
	l, err := f.db.Tracks(f.t.Context(), admin, music.TrackFilter{}, music.Page{Limit: music.MaxPageSize})
	if err != nil {
		f.t.Fatal(err)
	}
	f.titles = map[string]string{}
	for _, t := range l.Items {
		f.titles[t.ID] = t.Title
	}
}

func (f *fixture) id(title string) string {
	f.t.Helper()
	for id, t := range f.titles {
		if t == title {
			return id
		}
	}
	f.t.Fatalf("no track %s", title)
	return ""
}

// analyse sets how tracks sound, by title. Where sound returns nil, the track
// stays unanalysed.
func (f *fixture) analyse(snd func(title string) []float32) {
	f.t.Helper()
	for {
		tasks, err := f.db.ClaimAnalyses(f.t.Context(), sound.Version, 100, time.Hour, f.clock, f.clock.Add(time.Hour))
		if err != nil {
			f.t.Fatal(err)
		}
		if len(tasks) == 0 {
			break
		}
		for _, task := range tasks {
			if v := snd(f.titles[task.TrackID]); v != nil {
				a := &sound.Analysis{Version: sound.Version, Vector: v}
				if err := f.db.SaveAnalysis(f.t.Context(), &task, a, f.clock); err != nil {
					f.t.Fatal(err)
				}
			}
		}
	}
	f.tell(music.Event{Type: music.EventAnalysis})
}

// alongALine places the tracks of the artists A, B, C and so on one after the
// other on a line.
func alongALine(title string) []float32 {
	var artist string
	var n int
	if _, err := fmt.Sscan(strings.ReplaceAll(title, " ", "\n"), &artist, &n); err != nil {
		return nil
	}
	r := rand.New(rand.NewPCG(hashOf(artist), uint64(n)))
	v := make([]float32, dsp.VectorSize)
	for i := range v {
		v[i] = float32(artist[0]-'A') + 0.8*float32(r.NormFloat64())
	}
	return v
}

func (f *fixture) names(s *sound.Selection, err error) []string {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
	var names []string
	for _, t := range s.Tracks {
		names = append(names, t.Title)
	}
	if len(names) != len(slices.Compact(slices.Sorted(slices.Values(names)))) {
		f.t.Errorf("duplicate tracks: %v", names)
	}
	return names
}

// spreadOK fails if an artist appears too often.
func (f *fixture) spreadOK(names []string) {
	f.t.Helper()
	for i := range names {
		count := map[string]int{}
		for _, name := range names[i:min(i+window, len(names))] {
			artist, _, _ := strings.Cut(name, " ")
			if count[artist]++; count[artist] > ofArtist {
				f.t.Errorf("too many by %s in %v", artist, names[i:])
			}
		}
	}
}

func letters(n int) (artists []string) {
	for i := range n {
		artists = append(artists, string(rune('A'+i)))
	}
	return artists
}

func library(t *testing.T) *fixture {
	f := newFixture(t)
	for _, artist := range letters(12) {
		f.add(artist, 6)
	}
	f.analyse(alongALine)
	return f
}

func TestSimilar(t *testing.T) {
	f := library(t)
	s, err := f.Similar(t.Context(), music.Viewer{}, f.id("C 2"), 10)
	names := f.names(s, err)
	if len(names) != 10 || s.Basis != sound.BasisSound || slices.Contains(names, "C 2") {
		t.Errorf("%s: %v", s.Basis, names)
	}
	f.spreadOK(names)
	for _, name := range names[:4] {
		if name[0] > 'E' {
			t.Errorf("%s is not near: %v", name, names)
		}
	}
	if again := f.names(f.Similar(t.Context(), music.Viewer{}, f.id("C 2"), 10)); !slices.Equal(again, names) {
		t.Errorf("then %v", again)
	}
	if _, err := f.Similar(t.Context(), music.Viewer{}, "none", 10); music.CodeOf(err) != music.NotFound {
		t.Error(err)
	}
	if names := f.names(f.Similar(t.Context(), admin, f.id("A 0"), 100)); len(names) != 71 {
		t.Errorf("%d of all others", len(names))
	}
}

// TestSimilarHasNoDuplicates checks that the same recording in two files
// appears once.
func TestSimilarHasNoDuplicates(t *testing.T) {
	f := newFixture(t)
	for _, artist := range letters(5) {
		f.add(artist, 4)
	}
	f.analyse(func(title string) []float32 {
		return alongALine(strings.NewReplacer("1", "0", "3", "2").Replace(title))
	})
	names := f.names(f.Similar(t.Context(), admin, f.id("B 0"), 20))
	if len(names) != 9 || slices.Contains(names, "B 1") {
		t.Errorf("%v", names)
	}
}

func TestWithoutASound(t *testing.T) {
	f := newFixture(t)
	s, err := f.Endless(t.Context(), admin, nil, nil, 5)
	if names := f.names(s, err); len(names) != 0 {
		t.Errorf("an empty library has %v", names)
	}
	f.add("Ana", 3)
	f.add("Aron", 3)
	f.add("Bo", 3)
	s, err = f.Similar(t.Context(), admin, f.id("Ana 0"), 5)
	if names := f.names(s, err); len(names) != 5 || s.Basis != sound.BasisTags || names[0] != "Ana 2" || !slices.Contains(names[:4], "Aron 2") {
		t.Errorf("%s: %v", s.Basis, names)
	}
	s, err = f.Path(t.Context(), admin, f.id("Ana 0"), f.id("Bo 0"), 5)
	if names := f.names(s, err); len(names) != 5 || s.Basis != sound.BasisTags || names[0] != "Ana 0" || names[4] != "Bo 0" {
		t.Errorf("%s: %v", s.Basis, names)
	}
	if names := f.names(f.Endless(t.Context(), admin, nil, nil, 5)); len(names) != 5 {
		t.Errorf("without seeds: %v", names)
	}
}

func TestMix(t *testing.T) {
	f := library(t)
	ctx := t.Context()
	track := Start{TrackID: f.id("D 1")}
	one := f.names(f.Mix(ctx, admin, track, 20, 1))
	if len(one) != 20 || one[0] != "D 1" {
		t.Errorf("%v", one)
	}
	f.spreadOK(one)
	if same := f.names(f.Mix(ctx, admin, track, 20, 1)); !slices.Equal(same, one) {
		t.Errorf("the same seed makes %v of %v", same, one)
	}
	if other := f.names(f.Mix(ctx, admin, track, 20, 2)); slices.Equal(other, one) {
		t.Error("another seed makes the same mix")
	}
	tracks, err := f.db.Tracks(ctx, admin, music.TrackFilter{}, music.Page{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	last := tracks.Items[0]
	for _, from := range []Start{{ArtistID: last.ArtistID}, {AlbumID: last.AlbumID}} {
		names := f.names(f.Mix(ctx, admin, from, 10, 0))
		if len(names) != 10 || names[0][0] != 'L' {
			t.Errorf("%+v: %v", from, names)
		}
		f.spreadOK(names)
	}
	for _, c := range []struct {
		from Start
		want music.Code
	}{
		{Start{}, music.Invalid},
		{Start{TrackID: "x", AlbumID: "y"}, music.Invalid},
		{Start{TrackID: "x"}, music.NotFound},
		{Start{ArtistID: "x"}, music.NotFound},
		{Start{AlbumID: "x"}, music.NotFound},
		{Start{PlaylistID: "x"}, music.NotFound},
	} {
		if _, err := f.Mix(ctx, admin, c.from, 10, 0); err == nil || music.CodeOf(err) != c.want {
			t.Errorf("%+v: %v", c.from, err)
		}
	}
}

func TestPath(t *testing.T) {
	f := library(t)
	ctx := t.Context()
	for _, length := range []int{2, 3, 10, 30, 72} {
		s, err := f.Path(ctx, admin, f.id("A 0"), f.id("L 5"), length)
		names := f.names(s, err)
		if len(names) != length || s.Basis != sound.BasisSound || names[0] != "A 0" || names[length-1] != "L 5" {
			t.Fatalf("%d: %v", length, names)
		}
		for i := 1; i < length; i++ {
			if names[i][0] < names[i-1][0] {
				t.Errorf("%d: back from %s to %s in %v", length, names[i-1], names[i], names)
			}
		}
		if length == 10 && len(slices.CompactFunc(slices.Clone(names), func(a, b string) bool { return a[0] == b[0] })) < 9 {
			t.Errorf("uneven steps: %v", names)
		}
	}
	if names := f.names(f.Path(ctx, admin, f.id("A 0"), f.id("L 5"), 100)); len(names) != 72 {
		t.Errorf("a path of %d through 72 tracks", len(names))
	}
	for _, to := range []string{f.id("A 0"), "none"} {
		_, err := f.Path(ctx, admin, f.id("A 0"), to, 5)
		if want := map[bool]music.Code{true: music.NotFound, false: music.Invalid}[to == "none"]; music.CodeOf(err) != want {
			t.Error(err)
		}
	}
}

func TestEndless(t *testing.T) {
	f := library(t)
	ctx := t.Context()
	seeds := []string{f.id("E 0"), f.id("E 3"), "none"}
	var played []string
	heard := map[string]bool{"E 0": true, "E 3": true}
	for len(heard) < 72 {
		s, err := f.Endless(ctx, admin, seeds, played, 7)
		names := f.names(s, err)
		if again := f.names(f.Endless(ctx, admin, seeds, played, 7)); !slices.Equal(again, names) {
			t.Fatalf("another answer to the same: %v, %v", names, again)
		}
		if len(names) != min(7, 72-len(heard)) {
			t.Fatalf("%d played, then %v", len(played), names)
		}
		for _, tr := range s.Tracks {
			if heard[tr.Title] {
				t.Fatalf("%s again", tr.Title)
			}
			heard[tr.Title] = true
			played = append(played, tr.ID)
		}
	}
	// Everything was played: start again with what was played first.
	names := f.names(f.Endless(ctx, admin, seeds, played, 5))
	for _, name := range names {
		if slices.Index(played, f.id(name)) > len(played)/2 {
			t.Errorf("%s was played just now", name)
		}
	}
	if len(names) != 5 {
		t.Errorf("after everything: %v", names)
	}
	all := f.names(f.Endless(ctx, admin, nil, played[:30], 10))
	f.spreadOK(all)
}

func TestIndexIsLoadedOnDemandAndReleased(t *testing.T) {
	f := library(t)
	held := func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.index != nil
	}
	if held() {
		t.Error("the index was loaded before it was needed")
	}
	f.names(f.Similar(t.Context(), admin, f.id("A 0"), 1))
	f.clock = f.clock.Add(keepFor)
	if f.release(); !held() {
		t.Error("the index was released too early")
	}
	f.clock = f.clock.Add(time.Second)
	if f.release(); held() {
		t.Error("the index was not released")
	}
	f.names(f.Similar(t.Context(), admin, f.id("A 0"), 1))
}

// eventually repeats a request until the answer is right, since changes are
// read in the background.
func (f *fixture) eventually(what string, right func([]string) bool) {
	f.t.Helper()
	var names []string
	for range 100 {
		if names = f.names(f.Similar(f.t.Context(), admin, f.id("A 0"), 100)); right(names) {
			return
		}
	}
	f.t.Errorf("%s: %v", what, names)
}

func TestIndexFollowsChanges(t *testing.T) {
	f := library(t)
	f.names(f.Similar(t.Context(), admin, f.id("A 0"), 1))
	before := f.index
	f.add("AA", 4)
	f.analyse(alongALine)
	isNew := func(name string) bool { return strings.HasPrefix(name, "AA") }
	f.eventually("new tracks are near", func(names []string) bool { return slices.ContainsFunc(names[:10], isNew) })
	if _, err := f.db.MarkMissing(t.Context(), []string{f.id("AA 0"), f.id("AA 1")}, f.clock); err != nil {
		t.Fatal(err)
	}
	f.tell(music.Event{Type: music.EventLibrary})
	f.eventually("missing ones are not", func(names []string) bool { return len(names) == 73 })
	if f.index != before {
		t.Error("the whole index was read again for a few tracks")
	}
	for i := range 9 {
		f.add("M"+string(rune('A'+i)), 15)
	}
	f.analyse(alongALine)
	f.eventually("many more", func(names []string) bool { return len(names) == 100 })
	f.work.Wait()
	if f.index == before {
		t.Error("the scale is still that of a small library")
	}
}

func TestGapMakesTheIndexStale(t *testing.T) {
	s := New(Config{})
	s.note(music.Event{Type: music.EventGap})
	if !s.library || !s.vectors {
		t.Errorf("library %v, vectors %v", s.library, s.vectors)
	}
}

func TestConcurrentRequests(t *testing.T) {
	f := library(t)
	id := f.id("A 0")
	var work sync.WaitGroup
	for i := range 8 {
		work.Go(func() {
			for range 5 {
				if _, err := f.Similar(t.Context(), admin, id, 10); err != nil {
					t.Error(err)
				}
				f.note(music.Event{Type: [2]string{music.EventLibrary, music.EventAnalysis}[i%2]})
			}
		})
	}
	work.Wait()
}
