package automix

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/zeebo/xxh3"
	"go.uber.org/goleak"

	"sonora/internal/automix/plan"
	"sonora/internal/blob"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/setlist"
	"sonora/internal/sound"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit/wave"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a service with a library of drum tracks whose analyses are known.
type fixture struct {
	*Service
	t     *testing.T
	db    *store.Store
	ana   music.Viewer
	root  string
	known map[string]*sound.Analysis // by title
	room  int64
	quota int64

	mu        sync.Mutex
	told      []setlist.AutomixChange
	toldMixes int // events that the mixes changed
	heard     int // how many of told a test has checked
}

func (f *fixture) Publish(e music.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if e.Type == music.EventMix {
		f.toldMixes++
		return
	}
	f.told = append(f.told, e.Data.(setlist.AutomixChange))
}

// mixesTold checks how often browsers were told since the last call that the mixes
// changed.
func (f *fixture) mixesTold(what string, times int) {
	f.t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.toldMixes != times {
		f.t.Errorf("%s: told %d times instead of %d that the mixes changed", what, f.toldMixes, times)
	}
	f.toldMixes = 0
}

// ownerTold checks how often the owner's tabs were told of their automixes since
// the last call.
func (f *fixture) ownerTold(what string, times int) {
	f.t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.told) - f.heard; n != times {
		f.t.Errorf("%s: told %d times instead of %d of an automix", what, n, times)
	}
	f.heard = len(f.told)
}

// states returns the states that were sent to browsers, without repetition.
func (f *fixture) states() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var states []string
	for _, c := range f.told {
		if len(states) == 0 || states[len(states)-1] != string(c.State) {
			states = append(states, string(c.State))
		}
	}
	return strings.Join(states, " ")
}

// TestTellRounds checks that events about the progress of an automix have no
// meaningless decimals.
func TestTellRounds(t *testing.T) {
	t.Parallel()
	f := &fixture{}
	(&Service{Config: Config{Events: f}}).tell(&setlist.Automix{OwnerID: "ana", Progress: 2.0 / 3, Playable: 1_234_567_890})
	if c := f.told[0]; c.Progress != 0.667 || c.Playable != 1.235 {
		t.Errorf("told %+v", c)
	}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// anyPlan allows everything.
type anyPlan struct{}

func (anyPlan) Within(context.Context, music.Viewer, premium.Entitlement, int64, int64) error {
	return nil
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	if _, err := ffmpeg.Find(t.Context()); errors.Is(err, ffmpeg.ErrNotFound) && os.Getenv("SONORA_TEST_FFMPEG") != "required" {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	dir := t.TempDir()
	db := must[*store.Store](t)(store.Open(t.Context(), sqlitetest.At(t, filepath.Join(dir, "sonora.db")), store.Options{}))
	t.Cleanup(func() { _ = db.Close() })
	f := &fixture{t: t, db: db, root: t.TempDir(), known: map[string]*sound.Analysis{}, room: 1 << 40}
	a := &music.Account{Email: "ana@music.example", FirstName: "Ana", Role: music.Creator}
	if err := db.CreateAccount(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	f.ana = music.Viewer{AccountID: a.ID, Role: a.Role}
	blobs := blob.NewDisk(filepath.Join(dir, "blobs"))
	f.Service = New(Config{
		Store: db, Jobs: NewLanes(db, slog.New(slog.DiscardHandler)), Events: f, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Folder: filepath.Join(dir, "automixes"), Blobs: blobs, FFmpeg: ffmpeg.Find,
		Local: func(_ context.Context, file *music.TrackFile) (string, func(), error) {
			path := filepath.Join(file.Root, file.Path)
			_, err := os.Stat(path)
			return path, func() {}, err
		},
		Sound: func(_ context.Context, key string) (string, func(), error) {
			return blobs.LocalPath(key), func() {}, nil
		},
		Analyse: f.analyse,
		Correct: func(a *sound.Analysis, _ *sound.Edit) *sound.Analysis { return a },
		Outline: outline,
		Entries: func(context.Context, music.Viewer, string, music.Page) (music.EntryList, error) {
			return music.EntryList{}, nil
		},
		Room:  func(string) (int64, error) { return f.room, nil },
		Plans: anyPlan{},
		Quota: func(context.Context, string) (int64, error) { return f.quota, nil },
	})
	return f
}

// add adds drum tracks to the library and returns their IDs by title.
func (f *fixture) add(bpm map[string]float64, seconds float64) map[string]string {
	f.t.Helper()
	ctx := f.t.Context()
	roots := must[[]store.Root](f.t)(f.db.EnsureRoots(ctx, []string{f.root}, time.Now()))
	var batch []music.ScannedFile
	for title, tempo := range bpm {
		b := wave.File(seconds, wave.Drums(tempo, 48+float64(len(f.known)), 300+tempo))
		if err := os.WriteFile(filepath.Join(f.root, title+".wav"), b, 0o600); err != nil {
			f.t.Fatal(err)
		}
		f.known[title] = &sound.Analysis{
			Version: sound.Version, SampleRate: wave.Rate, Samples: int64(seconds * wave.Rate), Tempo: sound.Tempo{BPM: tempo, Confidence: 1},
			Grid: []sound.GridSegment{{BPM: tempo, Beats: int(seconds * tempo / 60)}}, Meter: 4, KeyTrust: 1, Energy: tempo / 250,
			Loudness: sound.Loudness{Integrated: -18, TruePeak: -4}, Sections: []sound.Section{}, Cues: []sound.Cue{},
		}
		song, copyOf, _ := strings.Cut(title, ".")
		heard := title // what it sounds like
		if other, ok := strings.CutPrefix(copyOf, "copy of "); ok {
			heard = other
		}
		genre := "Deep House"
		if title == "Tango" {
			genre = title
		}
		batch = append(batch, music.ScannedFile{Name: title + ".wav", Size: int64(len(b)), ModTime: 1, Audio: &music.AudioFile{
			Format: music.WAV, SampleRate: wave.Rate, Channels: 2, BitDepth: 16, Samples: int64(seconds * wave.Rate),
			Duration: time.Duration(seconds * float64(time.Second)), AudioKey: xxh3.HashString(heard),
			Tags: music.Tags{Title: song, Artists: []string{"Nina"}, Genres: []string{genre}, BPM: tempo},
		}})
	}
	if _, err := f.db.SaveScanned(ctx, roots[0].ID, batch, time.Now(), true); err != nil {
		f.t.Fatal(err)
	}
	if err := f.db.FinishScan(ctx); err != nil {
		f.t.Fatal(err)
	}
	ids := map[string]string{}
	list := must[music.List[music.Track]](f.t)(f.db.Tracks(ctx, f.ana, music.TrackFilter{}, music.Page{}))
	for _, t := range list.Items {
		ids[t.Title] = t.ID
	}
	return ids
}

// analyse stores the known analysis of a track.
func (f *fixture) analyse(ctx context.Context, id string) error {
	now := time.Now()
	task, err := f.db.ClaimAnalysis(ctx, sound.Version, id, now, now.Add(time.Minute))
	if err != nil {
		return err
	}
	return f.db.SaveAnalysis(ctx, task, f.known[strings.TrimSuffix(task.Path, ".wav")], now)
}

// work runs jobs until none is waiting.
func (f *fixture) work() {
	f.t.Helper()
	for f.workOn(planKind, jobKind, changeKind) {
	}
}

// workOn runs a job of some kinds, and reports whether one was waiting.
func (f *fixture) workOn(kinds ...string) bool {
	f.t.Helper()
	j, err := f.db.ClaimJob(f.t.Context(), kinds, time.Now(), time.Now().Add(time.Minute))
	if music.CodeOf(err) == music.NotFound {
		return false
	}
	if err != nil {
		f.t.Fatal(err)
	}
	do := (*work).make
	if j.Kind == planKind {
		do = (*work).prepare
	}
	if err := f.run(f.t.Context(), automixOf(j), func(float64) {}, do); err != nil {
		f.t.Fatal(err)
	}
	if err := f.db.FinishJob(f.t.Context(), j, time.Now(), json.RawMessage("{}"), ""); err != nil {
		f.t.Fatal(err)
	}
	return true
}

func (f *fixture) get(id string) *Made {
	f.t.Helper()
	return must[*Made](f.t)(f.Get(f.t.Context(), f.ana, id))
}

// bytesOf returns the bytes of an automix's sound.
func (f *fixture) bytesOf(id string) []byte {
	f.t.Helper()
	h := must[*Heard](f.t)(f.Listen(f.t.Context(), f.ana, id))
	defer h.Close()
	b := must[[]byte](f.t)(io.ReadAll(h))
	if int64(len(b)) != h.Size {
		f.t.Errorf("%d bytes of %d", len(b), h.Size)
	}
	return b
}

// TestAutomixOfTracks makes a mix, listens to it while it is being made,
// changes a join, and publishes it.
func TestAutomixOfTracks(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	ids := f.add(map[string]float64{"A": 120, "B": 122, "C": 124, "D": 126}, 60)
	m := must[*Made](t)(f.Order(ctx, f.ana, "", Wishes{TrackIDs: []string{ids["C"], ids["A"], ids["D"], ids["C"], ids["B"], "gone"}, Curve: plan.Rise, Bars: 4, First: ids["A"]}))
	if m.State != setlist.Planning || !strings.HasPrefix(m.Title, "Mix – 20") || len(m.Wishes.Chosen) != 4 {
		t.Fatalf("%+v", m)
	}
	if got := notesOf(m); got != "1 of the tracks were not found. The mix is made without them.|1 tracks were listed again. A mix has each track once." {
		t.Errorf("notes: %s", got)
	}
	if _, err := f.Order(ctx, f.ana, "", Wishes{TrackIDs: []string{ids["A"], ids["B"]}}); !errors.Is(err, setlist.ErrRunning) {
		t.Errorf("a second one at once: %v", err)
	}
	if _, err := f.Listen(ctx, f.ana, m.ID); music.CodeOf(err) != music.NotFound {
		t.Errorf("sound before there is any: %v", err)
	}
	f.work()
	m = f.get(m.ID)
	if m.State != setlist.Ready || m.Revision != 1 || m.Playable != m.Duration || m.Missed != 0 || len(m.Score.Plan.Joins) != 3 {
		t.Fatalf("%+v\n%+v", m.Automix, m.Sound)
	}
	order := []string{}
	for _, e := range m.Score.Plan.Entries {
		order = append(order, e.Title)
	}
	if !slices.Equal(order, []string{"A", "B", "C", "D"}) || m.Score.Plan.Joins[0].Kind != plan.Blend || m.Score.Plan.Joins[0].Bars != 4 {
		t.Errorf("order %q, joins %+v", order, m.Score.Plan.Joins)
	}
	if states := f.states(); states != "planning rendering ready" {
		t.Errorf("told: %s", states)
	}
	if w := must[[]byte](t)(f.Waveform(ctx, f.ana, m.ID)); len(w) != 3*sound.OverviewPoints {
		t.Errorf("a waveform of %d bytes", len(w))
	}
	first := f.bytesOf(m.ID)
	f.changeJoin(m, first)
	f.mixesTold("not published", 0)
	f.heard = len(f.told)
	must[*Made](t)(f.Rename(ctx, f.ana, m.ID, "Good"))
	f.ownerTold("renamed before it is published", 1)
	f.mixesTold("renamed before it is published", 0)

	mix := must[*music.Mix](t)(f.Service.Publish(ctx, f.ana, m.ID, Publication{Genre: "House", IsPublic: true}))
	if mix.DJName != "Ana" || mix.AudioURL != "/api/mixes/"+m.ID+"/stream" || mix.BPM != 122 || mix.Duration != f.get(m.ID).Duration {
		t.Errorf("%+v", mix)
	}
	f.mixesTold("published", 1)
	f.ownerTold("published", 1)
	if _, err := f.Service.Publish(ctx, f.ana, m.ID, Publication{}); music.CodeOf(err) != music.Conflict {
		t.Errorf("published twice: %v", err)
	}
	f.mixesTold("published twice", 0)
	f.ownerTold("published twice", 0)
	list, err := f.Tracklist(ctx, f.ana, mix.ID)
	if err != nil || len(list) != 4 || list[1].TrackID != ids["B"] || list[1].Seconds < 30 {
		t.Errorf("%+v, %v", list, err)
	}
	must[*Made](t)(f.Rename(ctx, f.ana, m.ID, " Better "))
	if got := must[*music.Mix](t)(f.db.Mix(ctx, f.ana, mix.ID)); got.Title != "Better" {
		t.Errorf("the mix is called %s", got.Title)
	}
	f.mixesTold("renamed", 1)
	f.ownerTold("renamed", 1)
	// A server that was killed after it kept the sound tidies up when the job runs again.
	if err := f.run(ctx, m.ID, func(float64) {}, (*work).make); err != nil {
		t.Error(err)
	}
	f.mixesTold("rendered again", 1)
	if err := f.Delete(ctx, f.ana, m.ID); err != nil {
		t.Fatal(err)
	}
	f.mixesTold("deleted", 1)
	if _, err := f.db.Mix(ctx, f.ana, mix.ID); music.CodeOf(err) != music.NotFound {
		t.Errorf("the mix remains: %v", err)
	}
	for info, err := range f.Blobs.List(ctx, keyPrefix) {
		t.Errorf("there is still %s, %v", info.Key, err)
	}
}

// changeJoin changes the last join. The sound before it must stay the same,
// byte for byte.
func (f *fixture) changeJoin(m *Made, before []byte) {
	t, ctx := f.t, f.t.Context()
	t.Helper()
	for name, j := range map[string]Join{
		"an unknown kind": {Kind: new(plan.Kind("spin"))}, "three bars": {Bars: new(3)}, "no number": {Start: new(math.NaN())},
		"gapless without an album": {Kind: new(plan.Gapless)}, "in the join before": {Start: new(float64(m.Score.Plan.Joins[1].At)/plan.Rate + 1)},
		"before the track": {Start: new(1.0), Kind: new(plan.Fade)},
	} {
		if _, err := f.ChangeJoin(ctx, f.ana, m.ID, 2, j); music.CodeOf(err) != music.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := f.ChangeJoin(ctx, f.ana, m.ID, 3, Join{}); music.CodeOf(err) != music.NotFound {
		t.Errorf("a join that is not there: %v", err)
	}
	changed := must[*Made](t)(f.ChangeJoin(ctx, f.ana, m.ID, 2, Join{Kind: new(plan.Cut)}))
	if changed.State != setlist.Rendering || changed.Score.Plan.Joins[2].Kind != plan.Cut || changed.Score.Rendered == nil {
		t.Fatalf("%+v", changed.Automix)
	}
	if changed.Duration != m.Duration || changed.Playable != m.Playable || changed.Score.renderedPlan() == changed.Score.Plan {
		t.Errorf("the old sound is heard, but this is of the new one: %+v", changed.Automix)
	}
	if _, err := f.ChangeJoin(ctx, f.ana, m.ID, 1, Join{}); music.CodeOf(err) != music.Conflict {
		t.Errorf("two changes at once: %v", err)
	}
	if !bytes.Equal(f.bytesOf(m.ID), before) {
		t.Error("the old sound cannot be heard meanwhile")
	}
	// The files of tracks that are far from the join may be gone.
	local := f.Local
	f.Local = func(ctx context.Context, file *music.TrackFile) (string, func(), error) {
		if filepath.Base(file.Path) == m.Score.Plan.Entries[0].Title+".wav" {
			return "", nil, os.ErrNotExist
		}
		return local(ctx, file)
	}
	f.work()
	f.Local = local
	now := f.get(m.ID)
	after := f.bytesOf(m.ID)
	if now.State != setlist.Ready || now.Revision != 2 || now.Missed != 0 || now.Size != int64(len(after)) || now.Score.Rendered != nil {
		t.Fatalf("%+v\n%+v", now.Automix, now.Sound.Check.Missed())
	}
	same := 960 // the first frame, which states the length of the sound, differs
	for same < min(len(before), len(after)) && before[same] == after[same] {
		same++
	}
	if at := float64(same/960) * 1152 / plan.Rate; at < float64(m.Score.Plan.Joins[1].End())/plan.Rate || same == len(before) {
		t.Errorf("the sound differs from %.1f s on", at)
	}
	// A change to what the join already is renders nothing.
	if again := must[*Made](t)(f.ChangeJoin(ctx, f.ana, m.ID, 2, Join{Kind: new(plan.Cut)})); again.State != setlist.Ready {
		t.Errorf("%+v", again.Automix)
	}
}

// TestSilentTrackIsSkipped makes a mix with a track that has no sound.
func TestSilentTrackIsSkipped(t *testing.T) {
	f := newFixture(t)
	ids := f.add(map[string]float64{"A": 120, "B": 122, "Rest": 121}, 20)
	f.known["Rest"].Loudness.Integrated = sound.SilenceLUFS
	m := must[*Made](t)(f.Order(t.Context(), f.ana, "", Wishes{TrackIDs: []string{ids["A"], ids["Rest"], ids["B"]}, KeepOrder: true}))
	f.work()
	m = f.get(m.ID)
	if m.State != setlist.Ready || !slices.Equal(m.trackIDs(), []string{ids["A"], ids["B"]}) {
		t.Errorf("%s of %q: %s", m.State, m.trackIDs(), m.Reason)
	}
	if s := m.Score.Skipped; len(s) != 1 || s[0].Title != "Rest" || s[0].Reason.String() != "It is silent." {
		t.Errorf("skipped %+v", s)
	}
}

// TestUnreadableTrackIsSkipped makes a mix with a track whose file broke after it
// was analysed, and changes a join after another file broke.
func TestUnreadableTrackIsSkipped(t *testing.T) {
	f := newFixture(t)
	ids := f.add(map[string]float64{"A": 120, "B": 122, "Broken": 121, "Gone": 121}, 20)
	spoil := func(title string) {
		if err := os.WriteFile(filepath.Join(f.root, title+".wav"), []byte("no sound"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	spoil("Broken")
	if err := os.Remove(filepath.Join(f.root, "Gone.wav")); err != nil { // which the library has not noticed yet
		t.Fatal(err)
	}
	m := must[*Made](t)(f.Order(t.Context(), f.ana, "", Wishes{TrackIDs: []string{ids["A"], ids["Broken"], ids["Gone"], ids["B"]}, KeepOrder: true}))
	f.work()
	m = f.get(m.ID)
	if m.State != setlist.Ready || !slices.Equal(m.trackIDs(), []string{ids["A"], ids["B"]}) {
		t.Errorf("%s of %q: %s", m.State, m.trackIDs(), m.Reason)
	}
	s := m.Score.Skipped
	slices.SortFunc(s, func(a, b Skipped) int { return strings.Compare(a.Title, b.Title) })
	if len(s) != 2 || s[0].Title != "Broken" || s[1].Title != "Gone" || s[0].Reason.String() != "The file of this track cannot be read." {
		t.Errorf("skipped %+v", s)
	}
	spoil("B")
	another := plan.Cut
	if m.Score.Plan.Joins[0].Kind == another {
		another = plan.Fade
	}
	must[*Made](t)(f.ChangeJoin(t.Context(), f.ana, m.ID, 0, Join{Kind: &another}))
	f.work()
	if again := f.get(m.ID); again.State != setlist.Ready || again.Revision != m.Revision || again.Reason.String() != "The file of “B” cannot be read." {
		t.Errorf("%s in revision %d: %s", again.State, again.Revision, again.Reason)
	}
}

// TestRepeatedTrackIsNoMix orders a mix of one track, named twice.
func TestRepeatedTrackIsNoMix(t *testing.T) {
	f := newFixture(t)
	a := f.add(map[string]float64{"A": 120}, 20)["A"]
	for says, ids := range map[string][]string{
		"You named only “A”, and a mix needs two different tracks. You can play that track, or name others too.":  {a, a},
		"“A” is the only track that was found, and a mix needs two. You can play that track, or name others too.": {a, a, "nobody's"},
	} {
		_, err := f.Order(t.Context(), f.ana, "", Wishes{TrackIDs: ids})
		if wrong, ok := errors.AsType[*music.Error](err); !ok || len(wrong.Fields) != 1 || !strings.Contains(fmt.Sprint(wrong.Fields), says) {
			t.Errorf("%+v, want %s", err, says)
		}
	}
}

// TestWrongJoinBecomesEasier makes a mix with a track whose tempo was measured
// wrong, so that its beats drift away in a blend.
func TestWrongJoinBecomesEasier(t *testing.T) {
	f := newFixture(t)
	ids := f.add(map[string]float64{"A": 120, "B": 120.42}, 60)
	f.known["B"].Grid[0].BPM = 120
	m := must[*Made](t)(f.Order(t.Context(), f.ana, "", Wishes{TrackIDs: []string{ids["A"], ids["B"]}, KeepOrder: true, Bars: 8}))
	f.work()
	m = f.get(m.ID)
	j := &m.Score.Plan.Joins[0]
	if m.State != setlist.Ready || m.Revision < 2 || m.Playable != m.Duration || m.Missed != 0 || m.Score.Rendered != nil {
		t.Fatalf("revision %d, %d missed: %+v", m.Revision, m.Missed, m.Sound.Check)
	}
	if j.Reasons[0].Code != "eased" || j.Kind == plan.Blend && j.Bars > 4 {
		t.Errorf("the join is a %s of %d bars: %v", j.Kind, j.Bars, j.Reasons)
	}
	if n := int64(len(f.bytesOf(m.ID))); n != m.Size {
		t.Errorf("the sound has %d bytes of %d", n, m.Size)
	}
	if states := f.states(); states != "planning rendering ready" {
		t.Errorf("told: %s", states)
	}
}

func TestAutomixOfDescription(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	f.add(map[string]float64{"A": 120, "B": 122}, 61)
	m := must[*Made](t)(f.Order(ctx, f.ana, "", Wishes{Prompt: "10 minutes of rainy deep house by Nina at 200 bpm"}))
	u := m.Wishes.Understood
	if u == nil || u.Minutes != 10 || len(u.Genres) != 1 || len(u.Artists) != 1 || strings.Join(u.Ignored, " ") != "rainy" || strings.Join(u.Relaxed, " ") != "bpm" {
		t.Errorf("understood %+v", u)
	}
	if got := notesOf(m); got != "Too few tracks have the tempo that you described, so the mix also has others.|Not understood: rainy.|"+
		"You asked for 10 minutes, but the tracks that fit last only about 2 minutes together. Add tracks, or describe more music." {
		t.Errorf("notes: %s", got)
	}
	if len(m.Wishes.Chosen) != 2 || m.Title != "10 minutes of rainy deep house by Nina at 200 bpm" {
		t.Errorf("%+v", m)
	}
	if err := f.Delete(ctx, f.ana, m.ID); err != nil {
		t.Fatal(err)
	}
	f.work() // the job of a deleted automix does nothing
	f.add(map[string]float64{"Tango": 120}, 61)
	list := &music.Playlist{OwnerID: f.ana.AccountID, Name: "One song"}
	if err := f.db.CreatePlaylist(ctx, list); err != nil {
		t.Fatal(err)
	}
	f.Entries = func(context.Context, music.Viewer, string, music.Page) (music.EntryList, error) {
		entry := music.Entry{Track: music.Track{ID: m.Wishes.Chosen[0], Title: "A", Duration: time.Minute}}
		return music.EntryList{List: music.List[music.Entry]{Items: []music.Entry{entry, entry}}}, nil
	}
	for name, c := range map[string]struct {
		w     Wishes
		field string
	}{
		"nothing":        {Wishes{}, "non_field_errors"},
		"too much":       {Wishes{Prompt: "x", PlaylistID: "x"}, "non_field_errors"},
		"a short mix":    {Wishes{Prompt: "x", Minutes: 1}, "minutes"},
		"a curve":        {Wishes{Prompt: "x", Curve: "loop"}, "curve"},
		"bars":           {Wishes{Prompt: "x", Bars: 5}, "bars"},
		"a foreign pin":  {Wishes{TrackIDs: m.Wishes.Chosen, First: "x"}, "first"},
		"the same pins":  {Wishes{TrackIDs: m.Wishes.Chosen, First: "x", Last: "x"}, "last"},
		"a long prompt":  {Wishes{Prompt: strings.Repeat("a", 501)}, "prompt"},
		"too many":       {Wishes{TrackIDs: make([]string, 201)}, "trackIds"},
		"one track":      {Wishes{TrackIDs: m.Wishes.Chosen[:1]}, "trackIds"},
		"one found":      {Wishes{TrackIDs: []string{m.Wishes.Chosen[0], "x"}}, "trackIds"},
		"the same twice": {Wishes{TrackIDs: []string{m.Wishes.Chosen[0], m.Wishes.Chosen[0]}}, "trackIds"},
		"one that fits":  {Wishes{Prompt: "tango"}, "prompt"},
		"one listed":     {Wishes{PlaylistID: list.ID}, "playlistId"},
	} {
		_, err := f.Order(ctx, f.ana, "", c.w)
		e, ok := errors.AsType[*music.Error](err)
		if !ok || e.Code != music.Invalid || c.field != "" && len(e.Fields[c.field]) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := f.Order(ctx, f.ana, "", Wishes{TrackIDs: []string{"x", "y"}}); music.CodeOf(err) != music.NotFound {
		t.Errorf("unknown tracks: %v", err)
	}
	if _, err := f.Order(ctx, f.ana, " \n", Wishes{Prompt: "house"}); music.CodeOf(err) != music.Invalid {
		t.Errorf("a title: %v", err)
	}
}

// TestShortMixHasTwoTracks asks for less than two tracks last.
func TestShortMixHasTwoTracks(t *testing.T) {
	f := newFixture(t)
	ids := f.add(map[string]float64{"A": 120, "B": 122, "C": 124}, 4*60)
	m := must[*Made](t)(f.Order(t.Context(), f.ana, "", Wishes{TrackIDs: []string{ids["A"], ids["B"], ids["C"]}, Minutes: 5}))
	if got := notesOf(m); len(m.Wishes.Chosen) != 2 || got != "You asked for 5 minutes. A mix has at least two tracks, and these last about 8 minutes." {
		t.Errorf("%d tracks, notes: %s", len(m.Wishes.Chosen), got)
	}
}

// TestLongPlaylist makes a mix of a playlist of which only the first page is read.
func TestLongPlaylist(t *testing.T) {
	f := newFixture(t)
	f.add(map[string]float64{"A": 120, "B": 122}, 60)
	list := &music.Playlist{OwnerID: f.ana.AccountID, Name: "Everything"}
	if err := f.db.CreatePlaylist(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	all := must[music.List[music.Track]](t)(f.db.Tracks(t.Context(), f.ana, music.TrackFilter{}, music.Page{}))
	f.Entries = func(_ context.Context, _ music.Viewer, _ string, page music.Page) (music.EntryList, error) {
		entries := make([]music.Entry, page.Limit)
		for i := range entries {
			entries[i].Track = all.Items[min(i, 1)]
		}
		return music.EntryList{List: music.List[music.Entry]{Items: entries, Total: 1500}}, nil
	}
	m := must[*Made](t)(f.Order(t.Context(), f.ana, "", Wishes{PlaylistID: list.ID}))
	if got := notesOf(m); got != "998 tracks were listed again. A mix has each track once.|This playlist has 1500 tracks. The mix is made from the first 1000." {
		t.Errorf("notes: %s", got)
	}
}

func notesOf(m *Made) string {
	var notes []string
	for _, n := range m.Notes() {
		notes = append(notes, n.String())
	}
	return strings.Join(notes, "|")
}

// TestFailuresSayWhy orders mixes that cannot be made and checks the reasons.
func TestFailuresSayWhy(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	ids := f.add(map[string]float64{"A": 120, "B": 122}, 20)
	failed := func(says string) {
		t.Helper()
		m := must[*Made](t)(f.Order(ctx, f.ana, "x", Wishes{TrackIDs: []string{ids["A"], ids["B"]}}))
		f.work()
		if m = f.get(m.ID); m.State != setlist.Failed || m.Reason.String() != says || m.Revision != 0 {
			t.Errorf("%s: %s, want %s", m.State, m.Reason, says)
		}
	}
	f.room = 1000
	failed("There is not enough room on the server's disk for this mix.")
	f.room = 1 << 40
	f.quota = 100_000
	failed("There is not enough room left for your uploads: 0 MB of 0 MB.")
	f.quota = 0
	local := f.Local
	f.Local = func(context.Context, *music.TrackFile) (string, func(), error) {
		return "", nil, fmt.Errorf("copy: %w", syscall.ENOSPC)
	}
	failed("There is not enough room on the server's disk for this mix.")
	f.Local = func(context.Context, *music.TrackFile) (string, func(), error) {
		return filepath.Join(f.root, "gone.wav"), func() {}, nil
	}
	failed(errVanished.String())
	f.Local = local
	if err := os.Remove(filepath.Join(f.root, "B.wav")); err != nil {
		t.Fatal(err)
	}
	failed(onlyOne("A").Error())
	if err := os.WriteFile(filepath.Join(f.root, "B.wav"), []byte("no sound"), 0o600); err != nil {
		t.Fatal(err)
	}
	failed(onlyOne("A").Error())
	if left, err := os.ReadDir(f.Folder); err != nil || len(left) > 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	short := f.add(map[string]float64{"Short": 120}, 0.5)["Short"]
	for second, says := range map[string]string{
		f.add(map[string]float64{"Shorter": 120}, 0.4)["Shorter"]: errUnplayable.Error(),
		ids["A"]: onlyOne("A").Error(),
	} {
		m := must[*Made](t)(f.Order(ctx, f.ana, "x", Wishes{TrackIDs: []string{short, second, "nobody's"}}))
		f.work()
		if m = f.get(m.ID); m.State != setlist.Failed || m.Reason.String() != says || len(m.Score.Skipped) < 2 {
			t.Errorf("%s: %s, want %s, skipped %+v", m.State, m.Reason, says, m.Score)
		}
	}
	f.FFmpeg = func(context.Context) (*ffmpeg.Runner, error) { return nil, ffmpeg.ErrNotFound }
	failed("This server cannot make mixes: it has no ffmpeg.")
}

// TestInterruptedMixIsMadeAnew stops the server while it makes a mix, and later
// deletes the mix while it is being made.
func TestInterruptedMixIsMadeAnew(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	ids := f.add(map[string]float64{"A": 120, "B": 122}, 20)
	m := must[*Made](t)(f.Order(ctx, f.ana, "x", Wishes{TrackIDs: []string{ids["A"], ids["B"]}}))
	local := f.Local
	during := func(do func()) {
		f.Local = func(ctx context.Context, file *music.TrackFile) (string, func(), error) {
			do()
			return local(ctx, file)
		}
	}
	f.workOn(planKind)
	killed, kill := context.WithCancel(ctx)
	during(kill)
	j := must[*music.Job](t)(f.db.ClaimJob(ctx, []string{jobKind}, time.Now(), time.Now().Add(time.Minute)))
	if err := f.run(killed, m.ID, func(float64) {}, (*work).make); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	if x := f.get(m.ID); x.State != setlist.Rendering || x.Score == nil || x.Revision != 0 {
		t.Errorf("%+v", x.Automix)
	}
	if err := f.db.NoteAutomix(ctx, m.ID, 0.5, time.Second); err != nil { // the state in which a crashed server leaves it
		t.Fatal(err)
	}
	for _, x := range []*Made{f.get(m.ID), must[*Made](t)(f.Rename(ctx, f.ana, m.ID, "Renamed"))} {
		if x.Playable != 0 {
			t.Errorf("%v can be heard, which nobody makes", x.Playable)
		}
	}
	if err := f.db.ReturnJob(ctx, j); err != nil {
		t.Fatal(err)
	}
	during(func() {
		if x := f.get(m.ID); x.Playable != 0 {
			t.Errorf("%v can be heard before anything is rendered", x.Playable)
		}
	})
	f.work()
	if x := f.get(m.ID); x.State != setlist.Ready || x.Revision != 1 {
		t.Errorf("%+v", x.Automix)
	}

	m = must[*Made](t)(f.Order(ctx, f.ana, "y", Wishes{TrackIDs: []string{ids["A"], ids["B"]}}))
	during(sync.OnceFunc(func() {
		if err := f.Delete(ctx, f.ana, m.ID); err != nil {
			t.Error(err)
		}
	}))
	f.work()
	if _, err := f.db.AutomixByID(ctx, m.ID); music.CodeOf(err) != music.NotFound {
		t.Errorf("it remains: %v", err)
	}
	if left, err := os.ReadDir(f.Folder); err != nil || len(left) > 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	for info, err := range f.Blobs.List(ctx, keyPrefix+m.ID) {
		t.Errorf("there is still %s, %v", info.Key, err)
	}
}

// TestShortWorkDoesNotWait changes a join, and plans a mix, while somebody else's mix
// is being rendered.
func TestShortWorkDoesNotWait(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	ids := f.add(map[string]float64{"A": 120, "B": 122}, 20)
	wishes := Wishes{TrackIDs: []string{ids["A"], ids["B"]}}
	old := must[*Made](t)(f.Order(ctx, f.ana, "old", wishes))
	f.work()
	viewers := []music.Viewer{}
	for _, email := range []string{"ben@music.example", "cleo@music.example"} {
		a := &music.Account{Email: email, Role: music.Admin}
		if err := f.db.CreateAccount(ctx, a); err != nil {
			t.Fatal(err)
		}
		viewers = append(viewers, music.Viewer{AccountID: a.ID, Role: a.Role})
	}
	must[*Made](t)(f.Order(ctx, viewers[0], "long", wishes))
	working, stop := context.WithCancel(ctx)
	rendering, finish := make(chan struct{}), make(chan struct{})
	var opened atomic.Int64 // files
	local := f.Local
	f.Local = func(ctx context.Context, file *music.TrackFile) (string, func(), error) {
		if opened.Add(1) == 1 {
			close(rendering)
			<-finish
		}
		return local(ctx, file)
	}
	var ended sync.WaitGroup
	for _, lane := range f.Jobs.All() {
		ended.Go(func() { _ = lane.Run(working) })
	}
	defer ended.Wait()
	defer stop()
	defer close(finish)
	<-rendering
	kind := plan.Cut
	if f.get(old.ID).Score.Plan.Joins[0].Kind == kind {
		kind = plan.Echo
	}
	must[*Made](t)(f.ChangeJoin(ctx, f.ana, old.ID, 0, Join{Kind: &kind}))
	next := must[*Made](t)(f.Order(ctx, viewers[1], "next", wishes))
	deadline := time.Now().Add(5 * time.Minute)
	for opened.Load() == 1 || must[*Made](t)(f.Get(ctx, viewers[1], next.ID)).State != setlist.Rendering {
		if time.Now().After(deadline) {
			t.Fatalf("a changed join or a plan waits for the mix of somebody else: %d files opened, the plan is %s", opened.Load(), must[*Made](t)(f.Get(ctx, viewers[1], next.ID)).State)
		}
		<-time.After(20 * time.Millisecond)
	}
}

// TestLostJobsAreFound deletes the job of an automix, and then the account of
// its owner.
func TestLostJobsAreFound(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	ids := f.add(map[string]float64{"A": 120, "B": 122}, 20)
	x := &setlist.Automix{OwnerID: f.ana.AccountID, Title: "x", Wishes: json.RawMessage(`{"chosen":["` + ids["A"] + `"]}`), CreatedAt: time.Now()}
	if err := f.db.CreateAutomix(ctx, x, limits); err != nil {
		t.Fatal(err)
	}
	tidy := func() {
		t.Helper()
		if err := f.tidy(ctx); err != nil {
			t.Fatal(err)
		}
	}
	jobs := func() []music.Job { return must[[]music.Job](t)(f.db.Jobs(ctx, f.ana.AccountID, planKind)) }
	tidy()
	if len(jobs()) != 0 {
		t.Error("it has a job at once")
	}
	f.Now = func() time.Time { return time.Now().Add(2 * tidyEvery) }
	tidy()
	tidy()
	if list := jobs(); len(list) != 1 || automixOf(&list[0]) != x.ID {
		t.Fatalf("jobs %+v", list)
	}
	j := must[*music.Job](t)(f.db.ClaimJob(ctx, []string{planKind}, time.Now(), time.Now().Add(time.Minute)))
	if err := f.db.FinishJob(ctx, j, time.Now().Add(time.Minute), nil, "the server stopped during every attempt"); err != nil {
		t.Fatal(err)
	}
	tidy()
	if m := f.get(x.ID); m.State != setlist.Failed || m.Reason.String() != errGivenUp.Detail.String() {
		t.Errorf("%+v", m.Automix)
	}
	if err := errors.Join(os.MkdirAll(f.Folder, 0o750), os.WriteFile(f.file("lost"), nil, 0o600), os.Chtimes(f.file("lost"), time.Now(), time.Now().Add(-2*partLife))); err != nil {
		t.Fatal(err)
	}
	boss := &music.Account{Email: "boss@music.example", Role: music.Admin}
	if err := errors.Join(f.db.CreateAccount(ctx, boss), f.db.DeleteAccount(ctx, f.ana.AccountID)); err != nil {
		t.Fatal(err)
	}
	if err := f.Blobs.Put(ctx, keyOf(x.ID, 1), strings.NewReader("sound"), 5); err != nil {
		t.Fatal(err)
	}
	tidy()
	if _, err := f.db.AutomixByID(ctx, x.ID); music.CodeOf(err) != music.NotFound {
		t.Errorf("it remains: %v", err)
	}
	if _, err := f.Blobs.Stat(ctx, keyOf(x.ID, 1)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its sound remains: %v", err)
	}
	if _, err := os.Stat(f.file("lost")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an old file remains: %v", err)
	}
}

// TestProgressNeverFalls renders a mix three times, because joins sounded wrong.
func TestProgressNeverFalls(t *testing.T) {
	done := 0.0
	for n := range 3 {
		before := done
		for share := 0.0; share <= 1; share += 0.25 {
			now := doneAfter(before, share)
			if now < done || now >= 1 {
				t.Errorf("rendering %d: %.3f of the work is done after %.3f", n, now, done)
			}
			done = now
		}
	}
}
