package record

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/blob"
	"sonora/internal/djmix"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/sound"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a station that plays frames as fast as the test sends them.
type fixture struct {
	*Service
	t       *testing.T
	db      *store.Store
	hub     *hub.Hub
	station *station.Station
	frames  []frame.Frame
	seq     uint64
	kept    chan *station.Recording
	now     time.Time
	told    atomic.Int64  // events that a recording or a mix changed
	limit   time.Duration // of recordings; 0 for none
	notes   []string      // to the owner; read them after Close
}

func (f *fixture) Publish(e music.Event) {
	if e.Type == music.EventMix {
		f.told.Add(1)
	}
}

// wasTold checks how often browsers were told of changes since the last call.
func (f *fixture) wasTold(what string, times int64) {
	f.t.Helper()
	if got := f.told.Swap(0); got != times {
		f.t.Errorf("%s: told %d times instead of %d", what, got, times)
	}
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(dir, "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	f := &fixture{t: t, db: db, hub: hub.New(frame.MP3), frames: minuteOfMP3(t), kept: make(chan *station.Recording, 4), now: time.Date(2026, 11, 21, 23, 30, 0, 0, time.UTC)}
	st := station.New()
	st.Name, st.Mode, st.Genre, st.TimeZone, st.LogoURL = "Night", station.ModeLive, "House", "Europe/Madrid", "https://radio.example/logo.png"
	if err := db.CreateStation(t.Context(), &st, station.MaxOwned); err != nil {
		t.Fatal(err)
	}
	f.station = &st
	f.restart(dir)
	t.Cleanup(func() { f.Close() })
	return f
}

// restart replaces the service, as a restart of the server does.
func (f *fixture) restart(dir string) {
	f.Service = New(Config{
		Store: f.db, Folder: filepath.Join(dir, "recordings"), Blobs: blob.NewDisk(filepath.Join(dir, "blobs")), Events: f, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return f.now },
		FFmpeg: ffmpeg.Find, MaxLength: func(context.Context, string) (time.Duration, bool, error) { return f.limit, f.limit > 0, nil },
		Note:   func(_ string, what music.Message) { f.notes = append(f.notes, what.String()) },
		Listen: func(context.Context, string) (*hub.Hub, func(), error) { return f.hub, func() {}, nil },
		Kept:   func(r *station.Recording) { f.kept <- r },
		Match: func(_ context.Context, _, title string) (string, error) {
			if title == "Known" {
				return "track", nil
			}
			return "", nil
		},
	})
}

// minuteOfMP3 returns a minute of MP3 frames.
func minuteOfMP3(t *testing.T) (frames []frame.Frame) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=f=440:r=44100", "-t", "60", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3", "pipe:1").Output()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	if err != nil {
		t.Fatal(err)
	}
	r := frame.NewReader(bytes.NewReader(out), "audio/mpeg")
	for {
		f, err := r.Next()
		if errors.Is(err, io.EOF) {
			return frames
		}
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, f)
	}
}

// play sends frames of a source in chunks of ten, and waits until they are
// written to disk.
func (f *fixture) play(title string, from, to int) {
	f.t.Helper()
	live := &hub.Live{Source: "source", Title: station.StreamTitle{Artist: "Artist", Title: title}}
	for i := from; i < to; i += 10 {
		f.written(f.send(live, i, min(i+10, to)))
	}
}

// send sends a chunk with sound of a source, nil for the AutoDJ.
func (f *fixture) send(live *hub.Live, from, to int) (sound []byte) {
	f.seq++
	c := &hub.Chunk{Seq: f.seq, At: f.now, Key: true, Live: live}
	for _, one := range f.frames[from:to] {
		c.Data = append(c.Data, one.Data...)
		c.Duration += one.Duration
	}
	f.hub.Append(c)
	return c.Data
}

func (f *fixture) files() []string {
	names, err := filepath.Glob(filepath.Join(f.Folder, "*.mp3"))
	if err != nil {
		f.t.Fatal(err)
	}
	return names
}

// written waits until a file ends with the given bytes.
func (f *fixture) written(tail []byte) {
	f.t.Helper()
	for f.t.Context().Err() == nil {
		for _, name := range f.files() {
			if b, err := os.ReadFile(name); err == nil && bytes.HasSuffix(b, tail) {
				return
			}
		}
	}
}

func (f *fixture) show() Show { return Show{Station: f.station, DJ: "Ana", Source: "source"} }

func TestShowBecomesMix(t *testing.T) {
	f := newFixture(t)
	end := f.Begin(f.show())
	f.play("First", 0, 800)
	f.play("Known", 800, 1600)
	end()
	f.Close() // without waiting for the DJ to reconnect
	kept := <-f.kept
	r, err := f.db.Recording(t.Context(), system, kept.ID)
	if err != nil {
		t.Fatal(err)
	}
	if r.State != station.RecordingReady || r.Title != "Ana – 2026-11-22" || r.DJ != "Ana" || math.Abs(r.Duration.Seconds()-1600*1152/44100.0) > 1 {
		t.Errorf("%+v", r)
	}
	if len(r.Tracklist) != 2 || r.Tracklist[1].TrackID != "track" || math.Abs(r.Tracklist[1].Seconds-800*1152/44100.0) > 1 {
		t.Errorf("%+v", r.Tracklist)
	}
	mix, err := f.db.Mix(t.Context(), system, r.MixID)
	if err != nil {
		t.Fatal(err)
	}
	if mix.IsActive || mix.IsPublic || mix.AudioURL != "/api/mixes/"+mix.ID+"/stream" || mix.Duration != r.Duration || mix.Genre != "House" || mix.CoverImageURL != f.station.LogoURL {
		t.Errorf("%+v", mix)
	}
	if w, err := f.db.Waveform(t.Context(), r.ID); err != nil || len(w) != 3*sound.OverviewPoints || w[800+400] < 10 {
		t.Errorf("a waveform of %d bytes, %v", len(w), err)
	}
	f.wasTold("begun, finished, drawn", 3)
	f.cut(r)
}

// TestRecordingIsWhole checks that exactly what listeners heard of a source is
// recorded: from before the recorder was ready until everything was heard that
// the station still had when the source ended, and nothing of the AutoDJ.
func TestRecordingIsWhole(t *testing.T) {
	f := newFixture(t)
	live, title := &hub.Live{Source: "source"}, &hub.Live{Source: "source", Title: station.StreamTitle{Title: "Goodbye"}}
	f.send(nil, 0, 100)
	want := slices.Concat(f.send(live, 100, 109), f.send(live, 109, 300))
	end := f.Begin(f.show())
	want = append(want, f.send(live, 300, 600)...)
	f.written(want)
	end()
	want = slices.Concat(want, f.send(title, 600, 695), f.send(title, 695, 702))
	f.send(nil, 702, 802)
	f.send(&hub.Live{Source: "another"}, 802, 902)
	f.Close()
	r := <-f.kept
	got, err := os.ReadFile(f.Blobs.LocalPath(keyOf(r.ID)))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes were heard and %d recorded, %v", len(want), len(got), err)
	}
	if r.Duration.Round(time.Millisecond) != (602*1152*time.Second/44100).Round(time.Millisecond) || len(r.Tracklist) != 1 || math.Abs(r.Tracklist[0].Seconds-500*1152/44100.0) > 0.01 {
		t.Errorf("%v, %+v", r.Duration, r.Tracklist)
	}
}

// cut trims, renames and publishes a recording.
func (f *fixture) cut(r *station.Recording) {
	t := f.t
	t.Helper()
	if files := f.files(); len(files) > 0 {
		t.Errorf("%q are on this server alone", files)
	}
	whole, err := os.ReadFile(f.Blobs.LocalPath(keyOf(r.ID)))
	if err != nil {
		t.Fatal(err)
	}
	from, to, title, yes := 10*time.Second, 30*time.Second, "Better", true
	changed, mix, err := f.Edit(t.Context(), system, r.ID, Edit{From: &from, To: &to, Title: &title, IsPublished: &yes})
	if err != nil {
		t.Fatal(err)
	}
	f.wasTold("edited", 1)
	if !mix.IsActive || mix.IsPublic || mix.Title != "Better" || math.Abs(mix.Duration.Seconds()-20) > 0.06 {
		t.Errorf("%+v", mix)
	}
	sound, err := f.Open(t.Context(), changed)
	if err != nil {
		t.Fatal(err)
	}
	defer sound.Close()
	b, err := io.ReadAll(sound)
	if err != nil || !bytes.Contains(whole, b) || int64(len(b)) != mix.Size {
		t.Fatalf("%d bytes, %v", len(b), err)
	}
	reader := frame.NewReader(bytes.NewReader(b), "audio/mpeg")
	var length time.Duration
	for one, err := reader.Next(); err == nil; one, err = reader.Next() {
		length += one.Duration
	}
	if length != mix.Duration {
		t.Errorf("whole frames of %v, not %v", length, mix.Duration)
	}
	if list := changed.HeardTracklist(); len(list) != 2 || list[0].Seconds != 0 || math.Abs(list[1].Seconds-10.9) > 1 {
		t.Errorf("%+v", list)
	}
	late := time.Hour
	if _, _, err := f.Edit(t.Context(), system, r.ID, Edit{From: &late}); music.CodeOf(err) != music.Invalid {
		t.Error(err)
	}
	if _, _, err := f.Edit(t.Context(), system, r.ID, Edit{Tracklist: &[]djmix.Entry{{Seconds: 5}}}); music.CodeOf(err) != music.Invalid {
		t.Error(err)
	}
	f.wasTold("edited wrongly", 0)
	linked, _, err := f.Edit(t.Context(), system, r.ID, Edit{Tracklist: &[]djmix.Entry{{Title: "Song", TrackID: "nowhere"}}})
	if err != nil || len(linked.Tracklist) != 1 || linked.Tracklist[0].TrackID != "" {
		t.Errorf("a track that does not exist: %+v, %v", linked, err)
	}
	f.wasTold("edited again", 1)
	if err := f.Delete(t.Context(), changed); err != nil {
		t.Error(err)
	}
	f.wasTold("deleted", 1)
	if _, err := f.Open(t.Context(), changed); !errors.Is(err, music.ErrNotFound) {
		t.Error(err)
	}
}

// A killed server leaves a file and a row. The next start makes a mix of them
// without the torn frame.
func TestKilledServerLosesOnlySeconds(t *testing.T) {
	f := newFixture(t)
	r := &station.Recording{StationID: f.station.ID, DJ: "Ana", Title: "Ana", BeganAt: f.now, Format: "MP3"}
	if err := f.db.CreateRecording(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	var b []byte
	for _, one := range f.frames[:1000] {
		b = append(b, one.Data...)
	}
	size := len(b)
	b = append(b, f.frames[1000].Data[:100]...)
	for name, content := range map[string]string{
		f.sound(r.ID): string(b), f.titles(r.ID): `{"seconds":2,"artist":"A","title":"T"}` + "\n" + `{"seconds":3,"art`,
	} {
		if err := errors.Join(os.MkdirAll(f.Folder, 0o700), os.WriteFile(name, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := <-f.kept
	if got.Size != int64(size) || len(got.Tracklist) != 1 || got.MixID == "" || math.Abs(got.EndedAt.Sub(f.now).Seconds()-26.1) > 0.1 {
		t.Errorf("%+v", got)
	}
	if info, err := os.Stat(f.Blobs.LocalPath(keyOf(r.ID))); err != nil || info.Size() != int64(size) {
		t.Errorf("%+v, %v", info, err)
	}
	if err := f.Recover(t.Context()); err != nil || len(f.kept) > 0 {
		t.Errorf("%v, and again", err)
	}
}

func TestShortRecordingIsDiscarded(t *testing.T) {
	f := newFixture(t)
	end := f.Begin(f.show())
	f.play("First", 0, 50)
	before := time.Now().Truncate(time.Millisecond)
	end()
	after := time.Now()
	f.Close()
	list, err := f.db.Recordings(t.Context(), system, "", music.Page{})
	if err != nil || list.Total != 1 || list.Items[0].State != station.RecordingFailed || list.Items[0].Reason.String() != "The show was not kept: it was shorter than 10 seconds." {
		t.Errorf("%+v, %v", list, err)
	}
	if ended := list.Items[0].EndedAt; ended.Before(before) || ended.After(after) {
		t.Errorf("ended at %s, the DJ left from %s to %s", ended, before, after)
	}
	f.wasTold("begun, failed", 2)
	if files := f.files(); len(files) > 0 {
		t.Errorf("%q are left", files)
	}
}

// TestRecordingEndsAtThePlansLimit goes on playing after the limit.
func TestRecordingEndsAtThePlansLimit(t *testing.T) {
	f := newFixture(t)
	f.limit = time.Minute
	f.Begin(f.show())
	f.play("First", 0, len(f.frames)-10)
	for i := range 20 {
		f.send(&hub.Live{Source: "source"}, 10*i, 10*i+10)
	}
	kept := <-f.kept
	f.Close()
	if chunk := 10 * f.frames[0].Duration; kept.Duration < f.limit || kept.Duration > f.limit+chunk {
		t.Errorf("%s were kept", kept.Duration)
	}
	if want := []string{"The recording has reached 1 min, the most that the plan of the DJ allows, and is kept. The rest of the show is not recorded."}; !slices.Equal(f.notes, want) {
		t.Errorf("the owner reads %q", f.notes)
	}
	if files := f.files(); len(files) > 0 {
		t.Errorf("%q are left", files)
	}
}

// TestDiskIsFull starts a show while the disk is full. The owner is notified, and
// the recording starts once there is space.
func TestDiskIsFull(t *testing.T) {
	f := newFixture(t)
	told := make(chan music.Message, 4)
	tell := func(_ string, what music.Message) { told <- what }
	f.again, f.Trouble, f.Note = time.Millisecond, tell, tell
	if err := os.WriteFile(f.Folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	end := f.Begin(f.show())
	if what := <-told; !what.Equal(notWritten) {
		t.Error(what)
	}
	if err := os.Remove(f.Folder); err != nil {
		t.Fatal(err)
	}
	f.play("First", 0, 800)
	end()
	f.Close()
	if kept := <-f.kept; len(told) > 1 || kept.Duration < 20*time.Second {
		t.Errorf("%+v, told %d times more", kept, len(told))
	}
}

// TestUnwrittenSoundIsWrittenLater checks that a failed write loses nothing that
// the hub still has.
func TestUnwrittenSoundIsWrittenLater(t *testing.T) {
	name := filepath.Join(t.TempDir(), "sound")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	failing, err := os.Open(name) // cannot be written to
	if err != nil {
		t.Fatal(err)
	}
	defer failing.Close()
	h := hub.New(frame.MP3)
	tape := newTaping(nil, Show{})
	tape.begin("source")
	tape.sound, tape.reader = failing, h.Subscribe(0)
	for _, sound := range []string{"a", "b"} {
		h.Append(&hub.Chunk{Key: true, Data: []byte(sound), Live: &hub.Live{Source: "source"}})
	}
	first, err := tape.next(t.Context())
	if err != nil || tape.keep(first) == nil {
		t.Fatalf("%v, or no error", err)
	}
	if tape.sound, err = os.OpenFile(name, os.O_WRONLY, 0); err != nil {
		t.Fatal(err)
	}
	defer tape.sound.Close()
	for range 2 {
		chunk, err := tape.next(t.Context())
		if err := errors.Join(err, tape.keep(chunk)); err != nil {
			t.Error(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "ab" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestFinishIsRetried checks a recording that cannot be finished at first.
func TestFinishIsRetried(t *testing.T) {
	f := newFixture(t)
	f.again = time.Millisecond
	r := &station.Recording{StationID: f.station.ID, DJ: "Ana", Title: "Ana", BeganAt: f.now, Format: "MP3"}
	if err := f.db.CreateRecording(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(f.Folder, 0o700), os.Symlink(f.sound(r.ID), f.sound(r.ID))); err != nil { // cannot be read
		t.Fatal(err)
	}
	f.work.Go(func() { f.finishFor(r.ID, time.Time{}) })
	var b []byte
	for _, one := range f.frames[:1000] {
		b = append(b, one.Data...)
	}
	whole := filepath.Join(f.Folder, "whole")
	if err := errors.Join(os.WriteFile(whole, b, 0o600), os.Rename(whole, f.sound(r.ID))); err != nil {
		t.Fatal(err)
	}
	if got := <-f.kept; got.State != station.RecordingReady || got.MixID == "" {
		t.Errorf("%+v", got)
	}
}

func TestDJReconnects(t *testing.T) {
	f := newFixture(t)
	end := f.Begin(f.show())
	f.play("First", 0, 500)
	end()
	second, third := f.show(), f.show()
	second.Source, third.Source = "second", "third"
	endSecond, endThird := f.Begin(second), f.Begin(third)
	end() // the first connection is closed late
	endSecond()
	live := &hub.Live{Source: "third", Title: station.StreamTitle{Artist: "Artist", Title: "First"}}
	for i := 500; i < 1000; i += 10 {
		f.written(f.send(live, i, i+10))
	}
	endThird()
	other := f.show()
	other.DJ, other.Source = "Ben", "fourth"
	end = f.Begin(other)
	for len(f.files()) < 2 {
		runtime.Gosched()
	}
	end()
	f.Close()
	list, err := f.db.Recordings(t.Context(), system, "", music.Page{})
	if err != nil || list.Total != 2 {
		t.Fatalf("%d recordings, %v", list.Total, err)
	}
	if r := list.Items[1]; r.State != station.RecordingReady || math.Abs(r.Duration.Seconds()-26.1) > 1 || len(r.Tracklist) != 1 {
		t.Errorf("%+v", r)
	}
}
