package radio

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/mix"
	"sonora/internal/sound"
	"sonora/internal/station"
)

// fakeTracks has all tracks but "gone", unless every call fails with err.
type fakeTracks struct {
	err   error
	calls int // of TrackFile
}

func (f *fakeTracks) StationOwner(context.Context, string) (music.Viewer, error) {
	return music.Viewer{}, f.err
}

func (f *fakeTracks) TrackFile(_ context.Context, _ music.Viewer, id string) (*music.TrackFile, error) {
	f.calls++
	if id == "gone" {
		return nil, music.ErrNotFound
	}
	return &music.TrackFile{Path: id}, f.err
}

func (f *fakeTracks) TrackAnalysis(context.Context, music.Viewer, string) (*sound.TrackAnalysis, error) {
	return &sound.TrackAnalysis{Measured: &sound.Analysis{SampleRate: 1, Samples: 40}}, f.err
}

var errUnread = music.NewError(music.Unavailable, "The database does not answer.")

func newTrackFiles(store trackStore) *trackFiles {
	return &trackFiles{
		store: store, of: map[string]map[string]trackFile{},
		correct: func(measured *sound.Analysis, _ *sound.Edit) *sound.Analysis { return measured },
	}
}

// TestPlannedFilesAreKnownWithoutDatabase reads files ahead, and then loses the database.
func TestPlannedFilesAreKnownWithoutDatabase(t *testing.T) {
	ctx, store := t.Context(), &fakeTracks{}
	f := newTrackFiles(store)
	for range 2 { // the second time, it knows those that are there
		if err := f.readAhead(ctx, "jazz", []string{"a", "gone", "b"}); err != nil {
			t.Fatal(err)
		}
	}
	if store.calls != 4 {
		t.Errorf("%d tracks were read", store.calls)
	}
	store.err = errUnread
	for _, id := range []string{"a", "b"} {
		if file, err := f.find(ctx, "jazz", id); err != nil || file.Path != id || file.sound == nil || file.sound.Seconds != mix.SoundOf(&sound.Analysis{SampleRate: 1, Samples: 40}).Seconds {
			t.Errorf("%s: %+v %v", id, file, err)
		}
	}
	for _, id := range []string{"c", "gone"} {
		if file, err := f.find(ctx, "jazz", id); music.CodeOf(err) != music.Unavailable || file.TrackFile != nil {
			t.Errorf("%s: %+v %v", id, file, err)
		}
	}
	if err := f.readAhead(ctx, "jazz", []string{"a", "c"}); music.CodeOf(err) != music.Unavailable {
		t.Errorf("read ahead: %v", err)
	}
	f.forget("jazz")
	if _, err := f.find(ctx, "jazz", "a"); music.CodeOf(err) != music.Unavailable {
		t.Errorf("after the station left: %v", err)
	}
}

// TestMissingFileIsNotTakenFromMemory deletes a file that is known.
func TestMissingFileIsNotTakenFromMemory(t *testing.T) {
	store := &fakeTracks{}
	f := newTrackFiles(store)
	if _, err := f.find(t.Context(), "jazz", "a"); err != nil {
		t.Fatal(err)
	}
	store.err = music.ErrNotFound
	if _, err := f.find(t.Context(), "jazz", "a"); music.CodeOf(err) != music.NotFound {
		t.Errorf("%v", err)
	}
}

// TestFilesOfFewTracksAreRemembered plays many more than that.
func TestFilesOfFewTracksAreRemembered(t *testing.T) {
	f := newTrackFiles(&fakeTracks{})
	for i := range 3 * maxFiles {
		if err := f.readAhead(t.Context(), "jazz", []string{string(rune('0' + i)), "a"}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(f.of["jazz"]); n > maxFiles+2 {
		t.Errorf("%d files", n)
	}
	if _, isKnown := f.get("jazz", "a"); !isKnown {
		t.Error("a planned file was forgotten")
	}
}

// fixedPlan plans tracks in their order. It counts those that are reported missing.
type fixedPlan struct {
	Planner

	tracks  []string
	missing int
}

func (p *fixedPlan) Next(_ context.Context, _ string, _ time.Time, held []string) (station.Slot, error) {
	for _, id := range p.tracks {
		if !slices.Contains(held, id) {
			return station.Slot{ID: id, TrackID: id, Kind: station.SlotMusic}, nil
		}
	}
	return station.Slot{}, errAllMissing
}

func (p *fixedPlan) Missing(context.Context, string, *station.Slot, time.Time, music.Message) error {
	p.missing++
	return nil
}

func (p *fixedPlan) Ahead(string) []string { return p.tracks }

func (p *fixedPlan) HardStart(context.Context, string, time.Time) (time.Time, error) {
	return time.Time{}, nil
}

// TestUnknownFileWaitsForTheDatabase has people add a song, whose file is not known when
// the database is lost.
func TestUnknownFileWaitsForTheDatabase(t *testing.T) {
	store, plan := &fakeTracks{}, &fixedPlan{tracks: []string{"a", "b"}}
	s := New(Config{Log: slog.New(slog.DiscardHandler), Planner: plan})
	t.Cleanup(s.Close)
	s.files = newTrackFiles(store)
	st := &station.Station{ID: "jazz"}
	next := func(held ...string) string {
		t.Helper()
		item, err := s.next(t.Context(), st, time.Time{}, held)
		if err != nil {
			t.Fatal(err)
		}
		return item.ID
	}
	if got := next(); got != "a" {
		t.Errorf("first %q", got)
	}
	(<-s.history.work)(t.Context()) // reads ahead
	store.err = errUnread
	plan.tracks = []string{"new", "b"}
	if got := next("a"); got != "b" || plan.missing != 0 {
		t.Errorf("without the database %q, %d missing", got, plan.missing)
	}
	if _, err := s.next(t.Context(), st, time.Time{}, []string{"b"}); music.CodeOf(err) != music.Unavailable {
		t.Errorf("nothing is known: %v", err)
	}
	store.err = nil
	if got := next("a"); got != "new" {
		t.Errorf("with the database %q", got)
	}
}
