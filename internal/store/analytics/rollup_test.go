package analytics_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/store/analytics"
	"sonora/internal/store/storetest"
)

// heard is one play of the test, which the expected figures are counted from.
type heard struct {
	who, track int
	at         time.Time
	listened   time.Duration
}

func (h *heard) counts() bool { return music.CountsAsPlay(h.listened, songLength) }

const songLength = 200 * time.Second

// world is a library and people, with the plays so far.
type world struct {
	*storetest.Fixture
	dice   *rand.Rand
	people []music.Viewer
	tracks []music.Track
	plays  []heard
}

func newWorld(t *testing.T, f *storetest.Fixture) *world {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	w := &world{Fixture: f, dice: rand.New(rand.NewPCG(seed, 1))}
	f.Public = true
	for i := range 5 {
		w.people = append(w.people, f.Member(fmt.Sprint("person", i), music.Listener))
	}
	for i := range 6 {
		f.Scan(storetest.Song(fmt.Sprint(i, ".flac"), fmt.Sprint("Song ", i), storetest.By(fmt.Sprint("Artist ", i%2))))
	}
	byTitle := f.TracksByTitle(storetest.Admin)
	for i := range 6 {
		w.tracks = append(w.tracks, byTitle[fmt.Sprint("Song ", i)])
	}
	return w
}

// play adds random plays of some months.
func (w *world) play(n int) {
	w.T.Helper()
	for range n {
		h := heard{
			who: w.dice.IntN(len(w.people)), track: w.dice.IntN(len(w.tracks)),
			at: storetest.Now.Add(-time.Duration(w.dice.Int64N(int64(100 * 24 * time.Hour)))).Truncate(time.Millisecond), listened: time.Duration(w.dice.IntN(240)) * time.Second,
		}
		id := fmt.Sprint("play-", len(w.plays))
		storetest.Get(w.AddPlay(w.T.Context(), w.people[h.who], music.Play{
			ID: id, TrackID: w.tracks[h.track].ID, StartedAt: h.at, Listened: h.listened, UserAgent: "Mozilla (iPhone)", Country: "ES",
		}, 0))(w.T)
		w.plays = append(w.plays, h)
	}
}

// counted counts the plays of a time range from scratch.
func (w *world) counted(in analytics.Span) (total analytics.Total, tracks map[string]analytics.Sum) {
	tracks = map[string]analytics.Sum{}
	people := map[int]bool{}
	all := analytics.Sum{}
	for _, h := range w.plays {
		if h.at.Before(in.From) || !h.at.Before(in.To) {
			continue
		}
		id := w.tracks[h.track].ID
		sum := tracks[id]
		if h.counts() {
			sum.Plays++
			all.Plays++
			people[h.who] = true
		}
		sum.Listened += h.listened
		all.Listened += h.listened
		if sum != (analytics.Sum{}) {
			tracks[id] = sum
		}
	}
	if all != (analytics.Sum{}) {
		total.Sources = map[analytics.Source]analytics.Sum{analytics.TrackSource: all}
	}
	total.People = len(people)
	return total, tracks
}

// check compares the figures of random ranges, and of days in several time zones,
// with those counted from scratch.
func (w *world) check() {
	t := w.T
	t.Helper()
	ctx := t.Context()
	slot := func() time.Time {
		return storetest.Now.Truncate(analytics.Slot).Add(analytics.Slot - time.Duration(w.dice.IntN(100*24*4))*analytics.Slot)
	}
	for range 12 {
		in := analytics.Span{From: slot(), To: slot()}
		if in.To.Before(in.From) {
			in.From, in.To = in.To, in.From
		}
		total, tracks := w.counted(in)
		if diff := cmp.Diff(total, storetest.Get(w.Total(ctx, in))(t)); diff != "" {
			t.Fatalf("%v to %v: %s", in.From, in.To, diff)
		}
		tops := storetest.Get(w.Top(ctx, analytics.Tracks, in, analytics.ByPlays))(t)
		got := map[string]analytics.Sum{}
		for top, err := range tops.Items(ctx, 0) {
			w.Must(err)
			got[top.ID] = top.Sum
		}
		if diff := cmp.Diff(tracks, got); diff != "" || tops.Len() != len(got) {
			t.Fatalf("tracks from %v to %v: %s", in.From, in.To, diff)
		}
	}
	for _, name := range []string{"UTC", "Europe/Madrid", "Asia/Kathmandu", "Australia/Lord_Howe"} {
		zone := storetest.Get(time.LoadLocation(name))(t)
		var bounds []time.Time
		for day := range 102 { // also the days on which clocks change
			bounds = append(bounds, time.Date(2025, 12, 4+day, 0, 0, 0, 0, zone))
		}
		series, all, err := w.Series(ctx, bounds)
		w.Must(err)
		for i, got := range series {
			want, _ := w.counted(analytics.Span{From: bounds[i], To: bounds[i+1]})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, %v: %s", name, bounds[i], diff)
			}
		}
		want, _ := w.counted(analytics.Span{From: bounds[0], To: bounds[len(bounds)-1]})
		if diff := cmp.Diff(want, all); diff != "" {
			t.Fatalf("%s: %s", name, diff)
		}
	}
}

// interrupted runs a step with a context that ends at a random moment, as when the
// server stops. Whether the step fails does not matter; what it leaves does.
func (w *world) interrupted(step func(ctx context.Context) error) {
	ctx, cancel := context.WithTimeout(w.T.Context(), time.Duration(w.dice.IntN(6000))*time.Microsecond)
	defer cancel()
	if err := step(ctx); err != nil {
		w.T.Logf("interrupted: %v", err)
	}
}

func rollUp(t *testing.T, f *storetest.Fixture) {
	w := newWorld(t, f)
	ctx := t.Context()
	later := storetest.Now.AddDate(0, 0, 40)
	for range 4 {
		w.play(60)
		var servers sync.WaitGroup
		for range 2 {
			servers.Go(func() {
				if _, err := f.RollUp(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		servers.Wait()
		w.check()
		f.Must(f.Fold(ctx, storetest.Now.AddDate(0, 0, w.dice.IntN(80)-40)))
		w.check()
		w.play(20)
		for range 5 {
			w.interrupted(func(ctx context.Context) error { _, err := f.RollUp(ctx); return err })
			w.interrupted(func(ctx context.Context) error { return f.Fold(ctx, later) })
		}
		storetest.Get(f.RollUp(ctx))(t)
		w.check()
	}
	f.Must(f.Fold(ctx, later))
	w.check()
	if n := storetest.Get(f.RollUp(ctx))(t); n != 0 {
		t.Errorf("rolled %d plays up again", n)
	}
}

// past rolls up plays from before roll-ups existed, while new ones arrive.
func past(t *testing.T, f *storetest.Fixture) {
	w := newWorld(t, f)
	ctx := t.Context()
	w.play(80)
	f.Exec("delete from rollup_entry", "update play set is_rolled = false",
		"insert into rollup_past (source, hour, last) select 1, min(started_at) / 3600000, max(started_at) / 3600000 from play")
	for done, i := false, 0; !done; i++ {
		if i%10 == 0 {
			w.play(1)
			storetest.Get(f.RollUp(ctx))(t)
		}
		w.interrupted(func(ctx context.Context) error { _, err := f.RollUpPast(ctx); return err })
		done = storetest.Get(f.RollUpPast(ctx))(t)
	}
	w.check()
	f.Must(f.Fold(ctx, storetest.Now))
	w.check()
}
