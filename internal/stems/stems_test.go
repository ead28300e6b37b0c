package stems

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/blob"
	"sonora/internal/job"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit/wave"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a service with a library of two short tracks, and one that claims to
// last an hour.
type fixture struct {
	*Service
	t   *testing.T
	ana music.Viewer
	ids map[string]string // by title
	now time.Time
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	if _, err := ffmpeg.Find(t.Context()); errors.Is(err, ffmpeg.ErrNotFound) && os.Getenv("SONORA_TEST_FFMPEG") != "required" {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	dir, root, ctx := t.TempDir(), t.TempDir(), t.Context()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	db, err := store.Open(ctx, sqlitetest.At(t, filepath.Join(dir, "sonora.db")), store.Options{})
	check(err)
	t.Cleanup(func() { _ = db.Close() })
	a := &music.Account{Email: "ana@music.example", FirstName: "Ana", Role: music.Creator}
	check(db.CreateAccount(ctx, a))
	f := &fixture{t: t, ana: music.Viewer{AccountID: a.ID, Role: a.Role}, ids: map[string]string{}, now: time.Now()}
	check(os.Mkdir(filepath.Join(dir, "blobs"), 0o750))
	places, err := blob.OpenPlaces([]string{root}, filepath.Join(dir, "blobs"))
	check(err)
	f.Service = New(Config{
		Store: db, Jobs: job.NewLane(db, slog.New(slog.DiscardHandler), 1), Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return f.now },
		Folder: filepath.Join(dir, "splits"), Places: places, FFmpeg: ffmpeg.Find,
		Local: func(_ context.Context, file *music.TrackFile) (string, func(), error) {
			path := filepath.Join(file.Root, file.Path)
			_, err := os.Stat(path)
			return path, func() {}, err
		},
	})
	roots, err := db.EnsureRoots(ctx, []string{root}, f.now)
	check(err)
	var batch []music.ScannedFile
	for i, title := range []string{"A", "B", "Long"} {
		b := wave.File(1, wave.Clicks(120, 0.1, 3000))
		check(os.WriteFile(filepath.Join(root, title+".wav"), b, 0o600))
		duration := time.Second
		if title == "Long" {
			duration = time.Hour
		}
		batch = append(batch, music.ScannedFile{Name: title + ".wav", Size: int64(len(b)), ModTime: 1, Audio: &music.AudioFile{
			Format: music.WAV, SampleRate: wave.Rate, Channels: 2, Samples: wave.Rate, Duration: duration, AudioKey: uint64(i + 1), Tags: music.Tags{Title: title},
		}})
	}
	_, err = db.SaveScanned(ctx, roots[0].ID, batch, f.now, true)
	check(err)
	check(db.FinishScan(ctx))
	list, err := db.Tracks(ctx, f.ana, music.TrackFilter{}, music.Page{})
	check(err)
	for _, track := range list.Items {
		f.ids[track.Title] = track.ID
	}
	return f
}

// work runs the waiting job.
func (f *fixture) work() error {
	f.t.Helper()
	j, err := f.Store.ClaimJob(f.t.Context(), []string{jobKind}, time.Now(), time.Now().Add(time.Minute))
	if err != nil {
		f.t.Fatal(err)
	}
	_, err = f.run(f.t.Context(), j, func(float64) {})
	reason := ""
	if err != nil {
		reason = err.Error()
	}
	if err := f.Store.FinishJob(f.t.Context(), j, time.Now(), nil, reason); err != nil {
		f.t.Fatal(err)
	}
	return err
}

func (f *fixture) state(title string) State {
	f.t.Helper()
	set, err := f.Of(f.t.Context(), f.ana, f.ids[title])
	if err != nil {
		f.t.Fatal(err)
	}
	return set.State
}

func TestSplitOneAtATime(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	if _, err := f.Split(ctx, f.ana, f.ids["Long"]); !errors.Is(err, errTooLong) {
		t.Errorf("a long track: %v", err)
	}
	if _, err := f.Split(ctx, f.ana, "nothing"); music.CodeOf(err) != music.NotFound {
		t.Errorf("no track: %v", err)
	}
	for range 2 { // the second request changes nothing
		if set, err := f.Split(ctx, f.ana, f.ids["A"]); err != nil || set.State != Waiting {
			t.Fatalf("%+v, %v", set, err)
		}
	}
	if _, err := f.Split(ctx, f.ana, f.ids["B"]); !errors.Is(err, errBusy) {
		t.Errorf("another track at the same time: %v", err)
	}
	if err := f.work(); err != nil {
		t.Fatal(err)
	}
	if a, b := f.state("A"), f.state("B"); a != Ready || b != None {
		t.Errorf("A is %s, B %s", a, b)
	}
	if left, err := os.ReadDir(f.Folder); err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
}

// TestSplitIsShared has two people ask for the same split: the second job has
// nothing to do.
func TestSplitIsShared(t *testing.T) {
	f := newFixture(t)
	b := &music.Account{Email: "ben@music.example", FirstName: "Ben", Role: music.Creator}
	if err := f.Store.CreateAccount(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	for _, v := range []music.Viewer{f.ana, {AccountID: b.ID, Role: b.Role}} {
		if set, err := f.Split(t.Context(), v, f.ids["A"]); err != nil || set.State != Waiting {
			t.Fatalf("%+v, %v", set, err)
		}
	}
	if err := f.work(); err != nil {
		t.Fatal(err)
	}
	f.FFmpeg = func(context.Context) (*ffmpeg.Runner, error) { return nil, ffmpeg.ErrNotFound }
	if err := f.work(); err != nil || f.state("A") != Ready {
		t.Errorf("the second job: %v", err)
	}
}

func TestSplitFails(t *testing.T) {
	f := newFixture(t)
	if _, err := f.Split(t.Context(), f.ana, f.ids["A"]); err != nil {
		t.Fatal(err)
	}
	file, err := f.Store.TrackFile(t.Context(), f.ana, f.ids["A"])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(file.Root, file.Path), []byte("RIFF nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.work(); music.CodeOf(err) != music.Conflict {
		t.Errorf("a damaged file: %v", err)
	}
	if state := f.state("A"); state != Failed {
		t.Errorf("A is %s", state)
	}
	if set, err := f.Split(t.Context(), f.ana, f.ids["A"]); err != nil || set.State != Waiting {
		t.Errorf("another attempt: %+v, %v", set, err)
	}
}

func TestSplitDailyLimit(t *testing.T) {
	f := newFixture(t)
	for range maxDaily {
		if _, err := f.Jobs.Enqueue(t.Context(), jobKind, f.ana.AccountID, payload{"gone"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Split(t.Context(), f.ana, f.ids["A"]); music.CodeOf(err) != music.TooMany {
		t.Errorf("got %v", err)
	}
	f.now = f.now.Add(25 * time.Hour)
	if _, err := f.Split(t.Context(), f.ana, f.ids["A"]); !errors.Is(err, errBusy) { // the limit has passed, the jobs wait
		t.Errorf("a day later: %v", err)
	}
}

func TestTidyRemovesOldAndForeignSplits(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	young, foreign := keyPrefix+f.ids["A"]+"/1-1-drums.flac", keyPrefix+"gone/1-1-drums.flac"
	for _, key := range []string{young, foreign} {
		if err := f.blobs.Put(ctx, key, strings.NewReader("fLaC"), 4); err != nil {
			t.Fatal(err)
		}
	}
	left := filepath.Join(f.Folder, "left")
	if err := os.MkdirAll(left, 0o750); err != nil {
		t.Fatal(err)
	}
	exists := func(key string) bool {
		_, err := f.blobs.Stat(ctx, key)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return err == nil
	}
	if err := f.tidy(ctx); err != nil || !exists(young) || exists(foreign) {
		t.Errorf("%v; young %v, of a deleted track %v", err, exists(young), exists(foreign))
	}
	f.now = f.now.Add(maxAge + time.Hour)
	if err := f.tidy(ctx); err != nil || exists(young) {
		t.Errorf("%v; old %v", err, exists(young))
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("left over: %v", err)
	}
}
