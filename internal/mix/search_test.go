package mix

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"sonora/internal/intake"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/storetest"
)

// notes returns a waveform of a minute: a drum on every beat, as all have, and notes
// of its own.
func notes(seed uint64) *sound.Peaks {
	const note = 18 // points, a sixteenth at 125 beats per minute
	r := rand.New(rand.NewPCG(seed, 7))
	band := func(hasDrum bool) []byte {
		b := make([]byte, 60*sound.PeaksPerSecond)
		strength := 0.0
		for i := range b {
			if i%note == 0 {
				strength = 150 * r.Float64() * float64(r.IntN(2))
				if hasDrum && i%(4*note) == 0 {
					strength = 200
				}
			}
			b[i] = byte(strength * math.Exp(-float64(i%note)/8))
		}
		return b
	}
	return &sound.Peaks{Low: band(true), Mid: band(false), High: band(false)}
}

// playAfter appends a waveform at a speed.
func playAfter(set, p *sound.Peaks, speed float64) {
	for i := range int(float64(len(p.Low)) / speed) {
		k := int(float64(i) * speed)
		set.Low, set.Mid, set.High = append(set.Low, p.Low[k]), append(set.Mid, p.Mid[k]), append(set.High, p.High[k])
	}
}

// searched is a mix of Ana's with two songs of the library and a private one of Ben's.
type searched struct {
	*storetest.Fixture
	*Searches
	ana, ben  music.Viewer
	waveforms map[string]*sound.Peaks // by track
	mix       *music.Mix
	now       time.Time
}

func newSearched(f *storetest.Fixture) *searched {
	f.Member("admin", music.Admin) // the first account is an operator
	s := &searched{Fixture: f, ana: f.Member("ana", music.Creator), ben: f.Member("ben", music.Creator), waveforms: map[string]*sound.Peaks{}, now: storetest.Now}
	f.Scan(storetest.Song("a.flac", "A"), storetest.Song("b.flac", "B"), storetest.Song("other.flac", "Other"))
	secret := f.Keep(f.AddUpload(s.ben, "Secret", true), storetest.Private)
	upload := f.AddUpload(s.ana, "Set", true)
	set := f.Keep(upload)
	s.analyse()
	ids := f.TracksByTitle(storetest.Admin)
	a, b := notes(1), notes(2)
	whole := &sound.Peaks{}
	playAfter(whole, a, 1)
	playAfter(whole, notes(3), 1)
	playAfter(whole, b, 1.05)
	s.waveforms[ids["A"].ID], s.waveforms[ids["B"].ID], s.waveforms[ids["Other"].ID] = a, b, notes(4)
	s.waveforms[secret], s.waveforms[set] = notes(3), whole
	s.mix = s.addMix("Set", intake.MediaAudio+upload.ID+".flac")
	jobs := job.NewLane(f.Store, slog.New(slog.DiscardHandler), 1)
	w := &world{}
	s.Searches = NewSearches(SearchesConfig{
		Mixes: New(Config{Store: f.Store, Automixes: w, Pictures: w, Events: w, Now: func() time.Time { return s.now }}), Jobs: jobs,
		Waveform: func(_ context.Context, _ music.Viewer, id string) (*sound.Peaks, error) {
			if p := s.waveforms[id]; p != nil {
				return p, nil
			}
			return nil, music.ErrNotFound
		},
	})
	return s
}

func (s *searched) addMix(title, audio string) *music.Mix {
	m := music.NewMix()
	m.OwnerID, m.Title, m.AudioURL, m.CreatedAt = s.ana.AccountID, title, audio, storetest.Now
	s.Must(s.CreateMix(s.T.Context(), &m))
	return &m
}

// work runs the waiting search.
func (s *searched) work() {
	s.T.Helper()
	ctx := s.T.Context()
	j := storetest.Get(s.ClaimJob(ctx, []string{searchKind}, time.Now(), time.Now().Add(time.Minute)))(s.T)
	result := storetest.Get(s.run(ctx, j, func(float64) {}))(s.T)
	s.Must(s.FinishJob(ctx, j, time.Now(), storetest.Get(json.Marshal(result))(s.T), ""))
}

func (s *searched) state() music.JobState {
	s.T.Helper()
	return storetest.Get(s.Of(s.T.Context(), s.ana, s.mix.ID))(s.T).State
}

func TestSearch(t *testing.T) {
	storetest.SQLite(t, storetest.Suite{"Found": found, "OtherUploads": otherUploads, "Refused": refused, "Stopped": stoppedSearch})
}

// found searches a mix with tracks that the person may hear, also faster, and with
// one that they may not.
func found(t *testing.T, f *storetest.Fixture) {
	s, ctx := newSearched(f), t.Context()
	if state := s.state(); state != "" {
		t.Errorf("before: %q", state)
	}
	for range 2 { // the second time, it is under way
		if x := storetest.Get(s.Start(ctx, s.ana, s.mix.ID))(t); x.State != music.JobWaiting {
			t.Errorf("started: %+v", x)
		}
	}
	s.work()
	x := storetest.Get(s.Of(ctx, s.ana, s.mix.ID))(t)
	if x.State != music.JobDone || len(x.Tracks) != 2 {
		t.Fatalf("found %+v", x)
	}
	for i, want := range []struct {
		title string
		at    float64
	}{{"A", 0}, {"B", 120}} {
		got := x.Tracks[i]
		if got.Title != want.title || got.Artist != "Nina" || math.Abs(got.Seconds-want.at) > 1 || got.Confidence < 0.5 || got.Confidence > 1 {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if others := storetest.Get(s.Of(ctx, storetest.Admin, s.mix.ID))(t); others.State != "" {
		t.Errorf("of somebody else: %+v", others)
	}
}

// otherUploads searches a mix of which the person also uploaded a copy and a longer
// take, which contain its songs, and a withdrawn mix with its first two songs.
func otherUploads(t *testing.T, f *storetest.Fixture) {
	s, ctx := newSearched(f), t.Context()
	whole := s.waveforms[storetest.Get(f.TrackOfMix(ctx, s.mix))(t)]
	longer := &sound.Peaks{}
	playAfter(longer, notes(6), 1)
	playAfter(longer, whole, 1)
	opening := &sound.Peaks{}
	playAfter(opening, notes(1), 1)
	playAfter(opening, notes(3), 1)
	for title, p := range map[string]*sound.Peaks{"Copy": whole, "Take": longer, "Opening": opening} {
		upload := f.AddUpload(s.ana, title, true)
		s.waveforms[f.Keep(upload, storetest.Private)] = p
		if title == "Opening" {
			withdrawn := s.addMix(title, intake.MediaAudio+upload.ID+".flac")
			f.Must(f.DeleteMix(ctx, withdrawn.ID))
		}
	}
	s.analyse()
	storetest.Get(s.Start(ctx, s.ana, s.mix.ID))(t)
	s.work()
	var titles []string
	for _, x := range storetest.Get(s.Of(ctx, s.ana, s.mix.ID))(t).Tracks {
		titles = append(titles, x.Title)
	}
	storetest.Same(t, "found", titles, []string{"A", "B"})
}

// refused asks for searches that are not possible.
func refused(t *testing.T, f *storetest.Fixture) {
	s, ctx := newSearched(f), t.Context()
	_, err := s.Start(ctx, s.ben, s.mix.ID)
	f.Code(err, music.Forbidden)
	_, err = s.Of(ctx, s.ben, s.mix.ID)
	f.Code(err, music.Forbidden)
	f.Code(s.Stop(ctx, s.ben, s.mix.ID), music.Forbidden)
	_, err = s.Start(ctx, s.ana, "none")
	f.Code(err, music.NotFound)
	_, err = s.Start(ctx, s.ana, s.addMix("Elsewhere", "https://example.com/set.mp3").ID)
	f.Code(err, music.Conflict)

	waveforms := s.waveforms
	s.waveforms = nil
	_, err = s.Start(ctx, s.ana, s.mix.ID) // not analysed
	f.Code(err, music.Conflict)
	s.waveforms = waveforms

	upload := f.AddUpload(s.ana, "Second", true)
	s.waveforms[f.Keep(upload)] = notes(5)
	second := s.addMix("Second", intake.MediaAudio+upload.ID+".flac")
	for range maxDaily {
		storetest.Get(s.Start(ctx, s.ana, s.mix.ID))(t)
		_, err = s.Start(ctx, s.ana, second.ID)
		if code := music.CodeOf(err); code != music.Conflict && code != music.TooMany {
			t.Errorf("two at once: %v", err)
		}
		f.Must(s.Stop(ctx, s.ana, s.mix.ID))
	}
	s.now = time.Now()
	_, err = s.Start(ctx, s.ana, s.mix.ID)
	f.Code(err, music.TooMany)
	s.now = s.now.Add(25 * time.Hour)
	storetest.Get(s.Start(ctx, s.ana, s.mix.ID))(t)
}

// stoppedSearch stops a search that waits, one that runs, and none.
func stoppedSearch(t *testing.T, f *storetest.Fixture) {
	s, ctx := newSearched(f), t.Context()
	f.Must(s.Stop(ctx, s.ana, s.mix.ID))
	storetest.Get(s.Start(ctx, s.ana, s.mix.ID))(t)
	f.Must(s.Stop(ctx, s.ana, s.mix.ID))
	if state := s.state(); state != "" {
		t.Errorf("stopped: %q", state)
	}
	storetest.Get(s.Start(ctx, s.ana, s.mix.ID))(t)
	j := storetest.Get(f.ClaimJob(ctx, []string{searchKind}, time.Now(), time.Now().Add(time.Minute)))(t)
	f.Must(s.Stop(ctx, s.ana, s.mix.ID))
	f.Code(f.HoldJob(ctx, j, 0.5, time.Now()), music.NotFound)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.run(ended, j, func(float64) {}); err == nil {
		t.Error("it searched on")
	}
	storetest.Get(s.Start(ctx, s.ana, s.mix.ID))(t)
	s.work()
	f.Must(s.Stop(ctx, s.ana, s.mix.ID))
	if state := s.state(); state != music.JobDone {
		t.Errorf("after its end: %q", state)
	}
}

// analyse gives every track an analysis.
func (s *searched) analyse() {
	for tasks := s.Claim(8, storetest.Now); len(tasks) > 0; tasks = s.Claim(8, storetest.Now) {
		for i := range tasks {
			s.Must(s.SaveAnalysis(s.T.Context(), &tasks[i], storetest.Measured(125, 1, -9, 0.5), storetest.Now))
		}
	}
}
