package analysis

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/bus"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/media/tag"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit/fakelib"
)

var admin = music.Viewer{AccountID: "01ARZ3NDEKTSV4RRFFQ69G5FAA", Role: music.Admin}

// fixture is a service with a library of its own and a clock that stands still.
type fixture struct {
	*Service
	t    *testing.T
	root string
	off  atomic.Bool // the operator disabled the analysis
	at   time.Time
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	s, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	events, err := bus.Open(bus.InProcess, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(events.Close)
	f := &fixture{t: t, root: t.TempDir(), at: time.Now()}
	f.Service = New(Config{
		Store: s, Events: events, Log: slog.New(slog.DiscardHandler), Media: t.TempDir(), FFmpeg: ffmpeg.Find,
		Settings: func() music.Settings { return music.Settings{AnalyseTracks: !f.off.Load()} },
		Cover: func(context.Context, string) (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(fakelib.Cover(1))), nil
		},
	})
	f.now = func() time.Time { return f.at }
	return f
}

// scan adds files to the library as a scan does.
func (f *fixture) scan(files map[string][]byte) {
	f.t.Helper()
	roots, err := f.Store.EnsureRoots(f.t.Context(), []string{f.root}, f.at)
	if err != nil {
		f.t.Fatal(err)
	}
	var batch []music.ScannedFile
	for name, b := range files {
		fakelib.Write(f.t, f.root, name, b)
		audio, err := tag.Read(filepath.Join(f.root, name))
		if err != nil {
			f.t.Fatal(err)
		}
		audio.Tags.Title = name
		batch = append(batch, music.ScannedFile{Name: name, Size: int64(len(b)), ModTime: f.at.UnixNano(), Audio: audio})
	}
	if _, err := f.Store.SaveScanned(f.t.Context(), roots[0].ID, batch, f.at, true); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) tracks() map[string]music.Track {
	f.t.Helper()
	list, err := f.Store.Tracks(f.t.Context(), admin, music.TrackFilter{}, music.Page{})
	if err != nil {
		f.t.Fatal(err)
	}
	tracks := map[string]music.Track{}
	for _, t := range list.Items {
		tracks[t.Title] = t
	}
	return tracks
}

func (f *fixture) drainAll() {
	f.t.Helper()
	if err := f.drain(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

func TestWorkerAnalysesTheLibrary(t *testing.T) {
	f := newFixture(t)
	f.scan(map[string][]byte{"fast.wav": fakelib.Clicks(150, 12), "slow.wav": fakelib.Clicks(80, 12)})
	var told atomic.Int32
	unsubscribe, err := f.Events.Subscribe(func(e music.Event) {
		if e.Type == music.EventAnalysis {
			told.Add(1)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer unsubscribe()
	f.drainAll()
	fast := f.tracks()["fast.wav"]
	if fast.Analysed != sound.Version || fast.Tempo < 149.5 || fast.Tempo > 150.5 || fast.Loudness > -5 || fast.Energy <= 0 {
		t.Errorf("fast: %+v", fast)
	}
	if slow := f.tracks()["slow.wav"]; slow.Analysed != sound.Version {
		t.Errorf("slow: %+v", slow)
	}
	if told.Load() != 1 {
		t.Errorf("%d events were published", told.Load())
	}
	peaks, err := f.OpenPeaks(t.Context(), admin, fast.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer peaks.File.Close()
	b, err := io.ReadAll(peaks.File)
	if err != nil || len(b) != peaksHeader+3*12*sound.PeaksPerSecond || string(b[:4]) != peaksMagic {
		t.Errorf("%d bytes of peaks, %v", len(b), err)
	}
	state, err := f.Track(t.Context(), admin, fast.ID)
	if err != nil || state.State != sound.StateDone || len(state.Measured.Overview) != 3*sound.OverviewPoints {
		t.Errorf("state %+v, %v", state, err)
	}
}

func TestWorkerSetsBadFilesAside(t *testing.T) {
	f := newFixture(t)
	good := fakelib.Clicks(120, 5)
	f.scan(map[string][]byte{"good.wav": good, "gone.wav": fakelib.Clicks(121, 5)})
	if err := os.Remove(filepath.Join(f.root, "gone.wav")); err != nil {
		t.Fatal(err)
	}
	for range sound.MaxAttempts {
		f.drainAll()
		f.drainAll() // the retry is not due yet
		f.at = f.at.Add(time.Hour)
	}
	if tracks := f.tracks(); tracks["good.wav"].Analysed == 0 || tracks["gone.wav"].Analysed != 0 {
		t.Errorf("tracks %+v", tracks)
	}
	failed, err := f.Failed(t.Context(), music.Page{})
	if err != nil || len(failed.Items) != 1 || failed.Items[0].Reason.String() != "The file is gone." {
		t.Errorf("failed: %+v, %v", failed, err)
	}
	// The file is back, and the operator retries.
	fakelib.Write(t, f.root, "gone.wav", fakelib.Clicks(121, 5))
	if n, err := f.Retry(t.Context()); n != 1 || err != nil {
		t.Errorf("%d put back, %v", n, err)
	}
	f.drainAll()
	if f.tracks()["gone.wav"].Analysed == 0 {
		t.Error("not analysed after the file was restored")
	}
}

// TestWorkerTakesOver checks that another server takes over the lease of a
// killed server.
func TestWorkerTakesOver(t *testing.T) {
	f := newFixture(t)
	f.scan(map[string][]byte{"a.wav": fakelib.Clicks(120, 3), "b.wav": fakelib.Clicks(121, 3)})
	if tasks, err := f.Store.ClaimAnalyses(t.Context(), sound.Version, 8, time.Hour, f.at, f.at.Add(lease)); err != nil || len(tasks) != 2 {
		t.Fatalf("%v, %v", tasks, err)
	}
	f.drainAll()
	if f.tracks()["a.wav"].Analysed != 0 {
		t.Fatal("analysed while another server holds the lease")
	}
	f.at = f.at.Add(lease + time.Second)
	f.drainAll()
	for title, track := range f.tracks() {
		if track.Analysed == 0 {
			t.Errorf("%s is not analysed", title)
		}
	}
}

func TestWorkerReleasesTrackWhenStopped(t *testing.T) {
	f := newFixture(t)
	f.scan(map[string][]byte{"a.wav": fakelib.Clicks(120, 3)})
	ctx, stop := context.WithCancel(t.Context())
	f.Locate = func(ctx context.Context, root, path string) (string, func(), error) {
		stop() // in the middle
		return onDisk(ctx, root, path)
	}
	if err := f.drain(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	f.Locate = onDisk
	state, err := f.Track(t.Context(), admin, f.tracks()["a.wav"].ID)
	if err != nil || state.State != sound.StateWaiting {
		t.Errorf("state %+v, %v", state, err)
	}
	f.drainAll() // at once: the stop was not the track's fault
	if f.tracks()["a.wav"].Analysed == 0 {
		t.Error("not analysed after the stop")
	}
}

func TestWorkerFollowsSetting(t *testing.T) {
	f := newFixture(t)
	f.scan(map[string][]byte{"a.wav": fakelib.Clicks(120, 3)})
	f.off.Store(true)
	f.drainAll()
	id := f.tracks()["a.wav"].ID
	if state, err := f.Track(t.Context(), admin, id); err != nil || state.State != sound.StateOff {
		t.Errorf("state %+v, %v", state, err)
	}
	f.off.Store(false)
	busy := 0
	f.Busy = func() bool {
		busy++
		return busy == 1
	}
	f.drainAll()
	if f.tracks()["a.wav"].Analysed == 0 || busy < 2 {
		t.Errorf("analysed %d after %d looks", f.tracks()["a.wav"].Analysed, busy)
	}
}

func TestEditAndAnalyseAgain(t *testing.T) {
	f := newFixture(t)
	f.scan(map[string][]byte{"a.wav": fakelib.Clicks(120, 10)})
	f.drainAll()
	id := f.tracks()["a.wav"].ID
	double := func(e *sound.Edit) error {
		e.BPM = new(240.0)
		return nil
	}
	if _, err := f.Edit(t.Context(), admin, id, double); err != nil {
		t.Fatal(err)
	}
	if err := f.Again(t.Context(), admin, id); err != nil {
		t.Fatal(err)
	}
	f.drainAll()
	state, err := f.Track(t.Context(), admin, id)
	if err != nil || state.Edit.BPM == nil || state.State != sound.StateDone || f.tracks()["a.wav"].Tempo != 240 {
		t.Errorf("state %+v, %v", state, err)
	}
	_, err = f.Edit(t.Context(), admin, id, func(e *sound.Edit) error {
		e.BPM = new(1.0)
		return nil
	})
	if music.CodeOf(err) != music.Invalid {
		t.Errorf("1 BPM: %v", err)
	}
	if _, err := f.Edit(t.Context(), music.Viewer{AccountID: "x", Role: music.Creator}, id, double); music.CodeOf(err) != music.Forbidden {
		t.Errorf("somebody else: %v", err)
	}
}

func TestTidyPeaks(t *testing.T) {
	f := newFixture(t)
	f.scan(map[string][]byte{"a.wav": fakelib.Clicks(120, 3)})
	f.drainAll()
	id := f.tracks()["a.wav"].ID
	old := filepath.Join(f.peaks.folder, "zz", "01ARZ3NDEKTSV4RRFFQ69G5FZZ-1.peaks")
	fakelib.Write(t, f.peaks.folder, "zz/"+filepath.Base(old), []byte("old"))
	f.at = time.Now().Add(2 * peaksTidyAge)
	if err := f.tidyPeaks(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("peaks of a deleted track were kept: %v", err)
	}
	if peaks, err := f.OpenPeaks(t.Context(), admin, id); err != nil {
		t.Errorf("peaks of an existing track were deleted: %v", err)
	} else {
		peaks.File.Close()
	}
	if name := f.peaks.name(id, 1); !strings.Contains(name, id) {
		t.Errorf("named %s", name)
	}
}

// TestLostPeaks deletes the peaks files. A request for one causes a new
// analysis.
func TestLostPeaks(t *testing.T) {
	f := newFixture(t)
	f.scan(map[string][]byte{"a.wav": fakelib.Clicks(120, 3)})
	f.drainAll()
	id := f.tracks()["a.wav"].ID
	if err := os.RemoveAll(f.peaks.folder); err != nil {
		t.Fatal(err)
	}
	if _, err := f.OpenPeaks(t.Context(), admin, id); music.CodeOf(err) != music.NotFound {
		t.Errorf("lost peaks: %v", err)
	}
	f.drainAll()
	peaks, err := f.OpenPeaks(t.Context(), admin, id)
	if err != nil {
		t.Fatal(err)
	}
	peaks.File.Close()
}

// TestDamagedPeaks reads the waveform of a track before and after its file is damaged,
// which causes a new analysis.
func TestDamagedPeaks(t *testing.T) {
	f := newFixture(t)
	f.scan(map[string][]byte{"a.wav": fakelib.Clicks(120, 3)})
	f.drainAll()
	id := f.tracks()["a.wav"].ID
	for _, damaged := range []string{"", peaksMagic, "RIFF\x01\x03\x96\x00\x00\x00\x00\x00", peaksMagic + "\x01\x03\x96\x00\xff\xff\xff\xff123"} {
		w, err := f.Waveform(t.Context(), admin, id)
		if err != nil || len(w.Low) != 3*sound.PeaksPerSecond || len(w.Mid) != len(w.Low) || len(w.High) != len(w.Low) {
			t.Fatalf("%+v, %v", w, err)
		}
		if err := os.WriteFile(f.peaks.name(id, sound.Version), []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Waveform(t.Context(), admin, id); music.CodeOf(err) != music.NotFound {
			t.Errorf("%q: %v", damaged, err)
		}
		f.drainAll()
	}
}

func TestPanicsAreErrors(t *testing.T) {
	e := newListener(&ffmpeg.Sound{Rate: 44_100, Audio: &music.AudioFile{SampleRate: 44_100, Channels: 2}})
	e.decimator = nil
	if err := e.Hear(make([]float32, 100)); err == nil || !strings.Contains(err.Error(), "panic") {
		t.Errorf("got %v", err)
	}
	if _, _, _, err := e.finish(); err == nil {
		t.Error("finished after a panic")
	}
}

// TestDamagedFileHasNoLoudness feeds samples a thousand times above full scale, as
// decoders produce them from damaged MP3 files.
func TestDamagedFileHasNoLoudness(t *testing.T) {
	e := newListener(&ffmpeg.Sound{Rate: 44_100, Audio: &music.AudioFile{SampleRate: 44_100, Channels: 1}})
	samples := make([]float32, 2*44_100)
	for i := range samples {
		samples[i] = float32(1500 * math.Sin(float64(i)/7))
	}
	if err := e.Hear(samples); err != nil {
		t.Fatal(err)
	}
	a := &sound.Analysis{}
	e.measureLevels(a, e.onsets.Envelope())
	if l := a.Loudness; l.Integrated != sound.SilenceLUFS || l.TruePeak > 0 || l.MaxMomentary > 0 {
		t.Errorf("%+v", l)
	}
}
