package likeness

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"testing"

	"sonora/internal/dsp"
	"sonora/internal/dsp/excerpt"
	"sonora/internal/dsp/tune"
	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/storetest"
)

// heard is the sound of tracks by their ID.
type heard struct {
	tunes     map[string]*tune.Tune
	waveforms map[string]*sound.Peaks
	noted     map[string][]generation.Likeness // by generation
}

// note stores what is found, as Service.Note does.
func (h *heard) note(f *storetest.Fixture) func(context.Context, string, []generation.Likeness) error {
	return func(ctx context.Context, id string, found []generation.Likeness) error {
		h.noted[id] = found
		text, err := json.Marshal(found)
		return errors.Join(err, f.NoteLikeness(ctx, id, text))
	}
}

func (h *heard) Subscribe(func(music.Event)) (func(), error) { return func() {}, nil }

func (h *heard) tune(_ context.Context, _ music.Viewer, id string) (*tune.Tune, error) {
	return known(h.tunes, id)
}

func (h *heard) waveform(_ context.Context, _ music.Viewer, id string) (*sound.Peaks, error) {
	return known(h.waveforms, id)
}

func known[T any](all map[string]*T, id string) (*T, error) {
	if x := all[id]; x != nil {
		return x, nil
	}
	return nil, music.ErrNotFound
}

// notes returns the tune of random chords, one to a beat, up semitones higher.
func notes(seed uint64, up int, beat float64) *tune.Tune {
	const count = 120
	r := rand.New(rand.NewPCG(seed, 1))
	c := &dsp.Chroma{Hop: 0.1}
	var beats []float64
	for i := range count + 1 {
		beats = append(beats, float64(i)*beat)
		root := r.IntN(dsp.PitchClasses) + up
		for float64(len(c.Frames))*c.Hop < float64(i+1)*beat {
			var f dsp.ChromaFrame
			for _, note := range []int{root, root + 4, root + 7} {
				f.Notes[note%dsp.PitchClasses] = 1
			}
			c.Frames = append(c.Frames, f)
		}
	}
	return tune.New(c, beats)
}

// drawn returns the waveform of a minute of random strokes.
func drawn(seed uint64) *sound.Peaks {
	r := rand.New(rand.NewPCG(seed, 2))
	band := func() []byte {
		out := make([]byte, 60*sound.PeaksPerSecond)
		level := 0.0
		for i := range out {
			if level *= 0.95; r.IntN(40) == 0 {
				level = 100 + 150*r.Float64()
			}
			out[i] = byte(level)
		}
		return out
	}
	return &sound.Peaks{Low: band(), Mid: band(), High: band()}
}

func drawnWave(seed uint64) *excerpt.Waveform {
	p := drawn(seed)
	return &excerpt.Waveform{Low: p.Low, Mid: p.Mid, High: p.High}
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, storetest.Suite{"Compare": compare}) }

// compare compares Ana's new piece with a library that contains it, its tune in another
// key and tempo, another version by herself, and something else.
func compare(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana := f.Member("ana", music.Creator)
	analysed := map[string]*sound.Analysis{}
	var songs []music.ScannedFile
	for _, name := range []string{"new", "copy", "cover", "version", "other", "unknown"} {
		songs = append(songs, storetest.Song(name+".mp3", name))
		analysed[name+".mp3"] = storetest.Measured(100, 0, -14, 0.5)
	}
	f.Scan(songs...)
	h := &heard{noted: map[string][]generation.Likeness{}, tunes: map[string]*tune.Tune{}, waveforms: map[string]*sound.Peaks{}}
	id := map[string]string{}
	for title, track := range f.TracksByTitle(ana) {
		id[title] = track.ID
	}
	for title, has := range map[string]struct {
		tune     *tune.Tune
		waveform *sound.Peaks
	}{
		"new": {notes(1, 0, 0.6), drawn(1)}, "copy": {notes(1, 0, 0.6), drawn(1)}, "cover": {notes(1, 5, 0.55), drawn(2)},
		"version": {notes(1, 0, 0.6), drawn(1)}, "other": {notes(9, 0, 0.6), drawn(3)},
	} {
		h.tunes[id[title]], h.waveforms[id[title]] = has.tune, has.waveform
	}
	made := map[string]string{}
	for _, title := range []string{"new", "version"} {
		x := &generation.Generation{OwnerID: ana.AccountID, Provider: generation.BuiltIn, Title: title, CreatedAt: storetest.Now}
		f.Must(f.CreateGeneration(ctx, x, generation.Limits{Own: 9, All: 9}))
		storetest.Get(f.ChangeGeneration(ctx, x.ID, storetest.Now, func(x *generation.Generation) error {
			x.State, x.Review.Verdict, x.TrackID = generation.Ready, generation.Pending, id[title]
			return nil
		}))(t)
		made[title] = x.ID
	}
	s := New(Config{Store: f.Store, Note: h.note(f), Events: h, Log: slog.New(slog.DiscardHandler), Tune: h.tune, Waveform: h.waveform})
	found := func() (list []generation.Likeness) {
		t.Helper()
		f.Must(s.compareAll(ctx))
		x := storetest.Get(f.GenerationByID(ctx, made["new"]))(t)
		if len(x.Review.Likeness) == 0 {
			return nil
		}
		f.Must(json.Unmarshal(x.Review.Likeness, &list))
		return list
	}
	f.Must(f.NoteSound(ctx, made["new"], 1, 100, [16]byte{}))
	if list := found(); list != nil || len(h.noted) != 0 {
		t.Errorf("before the analysis: %+v", list)
	}
	f.Analyse(analysed)
	f.Scan(append(songs, storetest.Song("late.mp3", "late"))...)
	if list := found(); list != nil {
		t.Errorf("compared before the whole library is analysed: %+v", list)
	}
	f.Analyse(map[string]*sound.Analysis{"late.mp3": storetest.Measured(100, 0, -14, 0.5)})
	list := found()
	if len(list) != 2 || list[0].Title != "copy" || list[0].Kind != generation.LikeSound || list[0].Share < 0.9 ||
		list[1].Title != "cover" || list[1].TrackID != id["cover"] || list[1].Kind != generation.LikeTune || list[1].Share < sameTune {
		t.Errorf("%+v", list)
	}
	if len(h.noted) != 2 { // both generations
		t.Errorf("noted %v", h.noted)
	}
	sounds := storetest.Get(f.Sounds(ctx))(t)
	if len(sounds) != 1 || sounds[0].TrackID != id["new"] || sounds[0].IsApproved || closest(excerpt.New(drawnWave(1)).Find(unpack(sounds[0].Waveform)), 0.9) == nil {
		t.Errorf("the sound is noted as %+v", sounds)
	}
	h.tunes = nil
	if again := found(); len(again) != 2 {
		t.Errorf("compared again: %+v", again)
	}
}

// TestCopyAtAnotherTempo takes pieces that play much faster or slower for copies, and no other piece.
func TestCopyAtAnotherTempo(t *testing.T) {
	for _, speed := range []float64{0.75, 0.8, 1.25, 1.333} {
		upload := newSuspect(atSpeed(drawnWave(1), speed))
		if l := upload.copyOf(unpack(pack(drawnWave(1)))); l == nil {
			t.Errorf("at %v: not a copy", speed)
		}
		if l := upload.copyOf(unpack(pack(drawnWave(4)))); l != nil {
			t.Errorf("at %v: a copy of another piece: %+v", speed, l)
		}
	}
}

// atSpeed returns a waveform as it plays at a speed.
func atSpeed(w *excerpt.Waveform, speed float64) *excerpt.Waveform {
	band := func(points []byte) (out []byte) {
		for at := 0.0; int(at) < len(points); at += speed {
			out = append(out, points[int(at)])
		}
		return out
	}
	return &excerpt.Waveform{Low: band(w.Low), Mid: band(w.Mid), High: band(w.High)}
}
