package upload

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/ai/likeness"
	"sonora/internal/blob"
	"sonora/internal/generation"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit/fakelib"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a service with an operator and two people who may upload.
type fixture struct {
	*Service
	t        *testing.T
	dir      string
	boss     music.Viewer
	ana, ben music.Viewer
	rules    music.Settings
	clock    atomic.Int64 // added to the time by the test
	waiting  []string     // tracks that wait for a review
	noted    []string     // titles in the audit log
	told     atomic.Int64 // events that the mixes changed
	room     atomic.Int64 // bytes that may be written to the disk
	minutes  int64        // of a recording that plans allow; 0 for any
}

// Within is that of Plans.
func (f *fixture) Within(_ context.Context, v music.Viewer, e premium.Entitlement, used, wanted int64) error {
	if e == premium.RecordingLength && f.minutes > 0 && used+wanted > f.minutes && !v.IsAdmin() {
		return music.ErrForbidden
	}
	return nil
}

func (f *fixture) Publish(e music.Event) {
	if e.Type == music.EventMix {
		f.told.Add(1)
	}
}

// copying is a store that cannot take files over.
type copying struct{ blob.Store }

func newFixture(t *testing.T) *fixture {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(dir, "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	f := &fixture{t: t, dir: dir, rules: music.DefaultSettings()}
	f.Service = New(Config{
		Store: db, Blobs: blob.NewDisk(filepath.Join(dir, "uploads")), Events: f, Log: slog.New(slog.DiscardHandler),
		Settings: func() music.Settings { return f.rules }, Folder: filepath.Join(dir, "receiving"), Quota: func(context.Context, string) (int64, error) { return int64(f.rules.UploadQuota) << 20, nil }, Plans: f, Room: func(string) (int64, error) { return f.room.Load(), nil },
		Copies: &likeness.Copies{Store: db, FFmpeg: ffmpeg.Find}, Held: func(_ context.Context, x *generation.Generation) { f.waiting = append(f.waiting, x.TrackID) },
		Note: func(_ context.Context, _ string, _ people.AuditKind, title string) error {
			f.noted = append(f.noted, title)
			return nil
		},
	})
	f.room.Store(1 << 40)
	f.must(os.MkdirAll(filepath.Join(dir, "uploads"), 0o750))
	f.now = func() time.Time { return time.Now().Add(time.Duration(f.clock.Load())) }
	f.boss, f.ana, f.ben = f.join("boss", music.Admin), f.join("ana", music.Creator), f.join("ben", music.Creator)
	return f
}

// pass lets time pass.
func (f *fixture) pass(d time.Duration) { f.clock.Add(int64(d)) }

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// code fails the test unless err has this code.
func (f *fixture) code(err error, want music.Code) {
	f.t.Helper()
	if err == nil || music.CodeOf(err) != want {
		f.t.Errorf("error %v has code %d, want %d", err, music.CodeOf(err), want)
	}
}

func (f *fixture) join(name string, role music.Role) music.Viewer {
	f.t.Helper()
	a := &music.Account{Email: name + "@example.com", Role: role}
	f.must(f.store.CreateAccount(f.t.Context(), a))
	return music.Viewer{AccountID: a.ID, Role: a.Role}
}

// line is a body as it arrives over a connection.
type line struct {
	io.Reader
	mu       sync.Mutex
	deadline time.Time
	cut      chan struct{} // closed by a deadline in the past
	now      func() time.Time
}

func (f *fixture) line(r io.Reader) *line {
	return &line{Reader: r, cut: make(chan struct{}), now: f.now}
}

func (l *line) SetDeadline(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.deadline = at
	if at.Before(l.now()) {
		close(l.cut)
	}
}

// breaking returns bytes, then the error of a broken connection.
func breaking(b []byte) io.Reader {
	return io.MultiReader(bytes.NewReader(b), &failing{errors.New("connection reset by peer")})
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// begin starts an upload by ana.
func (f *fixture) begin(name string, length int) string {
	f.t.Helper()
	u, err := f.Create(f.t.Context(), f.ana, name, "", int64(length))
	f.must(err)
	return u.ID
}

// piece sends a piece as ana.
func (f *fixture) piece(id string, offset int, r io.Reader, sum *Checksum) (int64, error) {
	p, err := f.Write(f.t.Context(), f.ana, id, Piece{Offset: int64(offset), Length: -1, Body: f.line(r), Checksum: sum})
	if p == nil {
		return -1, err
	}
	return p.Offset, err
}

// send uploads a whole file as ana.
func (f *fixture) send(name string, file []byte) string {
	f.t.Helper()
	id := f.begin(name, len(file))
	if n, err := f.piece(id, 0, bytes.NewReader(file), nil); err != nil || n != int64(len(file)) {
		f.t.Fatalf("%s: %d of %d, %v", name, n, len(file), err)
	}
	return id
}

// keepIt turns an upload of ana's into a track.
func (f *fixture) keepIt(id string, change ...func(*Track)) *music.TrackDetail {
	f.t.Helper()
	t := Track{UploadID: id, Title: "Dawn", IsPublic: true}
	for _, c := range change {
		c(&t)
	}
	track, err := f.Keep(f.t.Context(), f.ana, t)
	f.must(err)
	return track
}

// names returns the files in a folder and its subfolders.
func (f *fixture) names(folder string) []string {
	f.t.Helper()
	names := []string{}
	f.must(filepath.WalkDir(filepath.Join(f.dir, folder), func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, filepath.Base(path))
		}
		return err
	}))
	return names
}

// song returns an MP3 with a unique sound.
func song(sound uint64) []byte {
	return fakelib.Song{Title: "Dawn", Artists: []string{"Nina"}, Album: "Days", Sound: sound, Frames: 200, Cover: fakelib.Cover(sound)}.MP3()
}
