package review

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

var suite = storetest.Suite{"Verdicts at one moment": verdictsAtOneMoment, "Deleted track": deletedTrack, "Automatic": automatic}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }

// desk receives what a Service tells.
type desk struct {
	mu      sync.Mutex
	notices []notice.Notification
	waiting []string // titles of pieces that operators heard of
}

func (*desk) Publish(music.Event) {}

func (d *desk) ReviewWaits(_ context.Context, title, _ string) { d.waiting = append(d.waiting, title) }

func (d *desk) Notify(_ context.Context, list ...notice.Notification) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.notices = append(d.notices, list...)
	return nil
}

// reviewAll are settings without automatic approval.
func reviewAll() music.Settings { return music.Settings{} }

// pending returns a generation of somebody that awaits its review, and its track.
func pending(f *storetest.Fixture, owner music.Viewer) (id, trackID string) {
	return pendingOf(f, owner, generation.BuiltIn)
}

// pendingOf is pending for music by a provider.
func pendingOf(f *storetest.Fixture, owner music.Viewer, provider string) (id, trackID string) {
	u := f.AddUpload(owner, "dawn.mp3", true)
	trackID = f.Keep(u, storetest.Private)
	x := &generation.Generation{OwnerID: owner.AccountID, Provider: provider, Title: "Dawn", CreatedAt: storetest.Now}
	f.Must(f.CreateGeneration(f.T.Context(), x, generation.Limits{Own: 1, All: 1}))
	storetest.Get(f.ChangeGeneration(f.T.Context(), x.ID, storetest.Now, func(x *generation.Generation) error {
		x.State, x.TrackID, x.Review.Verdict = generation.Ready, trackID, generation.Pending
		return nil
	}))(f.T)
	return x.ID, trackID
}

// verdictsAtOneMoment has operators decide differently at one moment, again and again. Whatever
// comes last, everybody hears an approved track and nobody a rejected one.
func verdictsAtOneMoment(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana := f.Member("boss", music.Admin), f.Member("ana", music.Creator)
	told := &desk{}
	s := New(Config{Store: f.Store, Settings: reviewAll, Events: told, Notifier: told, Operators: told, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	id, trackID := pending(f, ana)
	decided := 0
	for range 40 {
		storetest.Get(f.ReviewGeneration(ctx, id, storetest.Now, func(x *generation.Generation) error {
			x.Review.Verdict = generation.Pending
			return nil
		}))(t)
		verdicts := []func() error{
			func() error { return s.Approve(ctx, boss, id) },
			func() error { return s.Reject(ctx, boss, id, "no") },
			func() error { return s.Approve(ctx, boss, id) },
			func() error { return s.Reject(ctx, boss, id, "no") },
		}
		errs := make([]error, len(verdicts))
		var all sync.WaitGroup
		for i, decide := range verdicts {
			all.Go(func() { errs[i] = decide() })
		}
		all.Wait()
		for _, err := range errs {
			if err == nil {
				decided++
			} else if music.CodeOf(err) != music.Conflict {
				t.Fatal(err)
			}
		}
		x := storetest.Get(f.GenerationByID(ctx, id))(t)
		track := storetest.Get(f.Track(ctx, boss, trackID))(t)
		if track.IsPublic != (x.Review.Verdict == generation.Approved) {
			t.Fatalf("the verdict is %s, and the track is public: %v", x.Review.Verdict, track.IsPublic)
		}
	}
	if len(told.notices) != decided || decided < 40 {
		t.Errorf("%d decisions, but %d notifications", decided, len(told.notices))
	}
}

func deletedTrack(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana := f.Member("boss", music.Admin), f.Member("ana", music.Creator)
	told := &desk{}
	s := New(Config{Store: f.Store, Settings: reviewAll, Events: told, Notifier: told, Operators: told, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	id, trackID := pending(f, ana)
	f.Must(f.DeleteUploaded(ctx, trackID))
	f.Code(s.Approve(ctx, boss, id), music.Conflict)
	if x := storetest.Get(f.GenerationByID(ctx, id))(t); x.Review.Verdict != generation.Pending || len(told.notices) != 0 {
		t.Errorf("%+v, %d notifications", x.Review, len(told.notices))
	}
}

// automatic compares finished pieces with the library. A piece by the composer is approved
// without an operator only if it is good, is like nothing else and nobody decided before.
func automatic(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana := f.Member("boss", music.Admin), f.Member("ana", music.Creator)
	like := []generation.Likeness{{TrackID: "t", Title: "Dusk", Kind: generation.LikeTune, Share: 0.7}}
	for name, c := range map[string]struct {
		least, score float64
		provider     string
		before       generation.Verdict
		found        []generation.Likeness
		want         generation.Verdict
	}{
		"good":           {8, 8, generation.BuiltIn, generation.Pending, []generation.Likeness{}, generation.Approved},
		"a copy":         {8, 9, generation.BuiltIn, generation.Pending, like, generation.Pending},
		"not so good":    {8, 7.9, generation.BuiltIn, generation.Pending, []generation.Likeness{}, generation.Pending},
		"not measured":   {8, generation.NoScore, generation.BuiltIn, generation.Pending, []generation.Likeness{}, generation.Pending},
		"of a service":   {8, 9, "suno", generation.Pending, []generation.Likeness{}, generation.Pending},
		"all reviewed":   {0, 9, generation.BuiltIn, generation.Pending, []generation.Likeness{}, generation.Pending},
		"rejected early": {8, 9, generation.BuiltIn, generation.Rejected, []generation.Likeness{}, generation.Rejected},
	} {
		told := &desk{}
		s := New(Config{
			Store: f.Store, Settings: func() music.Settings { return music.Settings{AIAutoApprove: c.least} },
			Events: told, Notifier: told, Operators: told, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return storetest.Now },
		})
		id, trackID := pendingOf(f, ana, c.provider)
		storetest.Get(f.ChangeGeneration(ctx, id, storetest.Now, func(x *generation.Generation) error {
			x.Review.Score, x.Review.Verdict = c.score, c.before
			return nil
		}))(t)
		f.Must(s.Compared(ctx, id, c.found))
		x := storetest.Get(f.GenerationByID(ctx, id))(t)
		isPublic, wantsPublic := storetest.Get(f.Track(ctx, boss, trackID))(t).IsPublic, c.want == generation.Approved
		if x.Review.Verdict != c.want || isPublic != wantsPublic || len(x.Review.Likeness) == 0 || (len(told.notices) == 1) != wantsPublic || x.Review.ReviewerID != "" {
			t.Errorf("%s: %+v, public: %v, %d notifications", name, x.Review, isPublic, len(told.notices))
		}
		if (len(told.waiting) == 1) != (name == "a copy") {
			t.Errorf("%s: operators heard of %v", name, told.waiting)
		}
		f.Must(f.DropGeneration(ctx, id))
		f.Must(f.DeleteUploaded(ctx, trackID))
	}
	f.Code(New(Config{Store: f.Store, Settings: reviewAll, Events: &desk{}}).Compared(ctx, "unknown", nil), music.NotFound)
}
