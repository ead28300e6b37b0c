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

var suite = storetest.Suite{"Verdicts at one moment": verdictsAtOneMoment, "Deleted track": deletedTrack}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }

// desk receives what a Service tells.
type desk struct {
	mu      sync.Mutex
	notices []notice.Notification
}

func (*desk) Publish(music.Event) {}

func (d *desk) Notify(_ context.Context, list ...notice.Notification) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.notices = append(d.notices, list...)
	return nil
}

// pending returns a generation of somebody that awaits its review, and its track.
func pending(f *storetest.Fixture, owner music.Viewer) (id, trackID string) {
	u := f.AddUpload(owner, "dawn.mp3", true)
	trackID = f.Keep(u, storetest.Private)
	x := &generation.Generation{OwnerID: owner.AccountID, Provider: generation.BuiltIn, Title: "Dawn", CreatedAt: storetest.Now}
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
	s := New(Config{Store: f.Store, Events: told, Notifier: told, Log: slog.New(slog.DiscardHandler), Now: time.Now})
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
	s := New(Config{Store: f.Store, Events: told, Notifier: told, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	id, trackID := pending(f, ana)
	f.Must(f.DeleteUploaded(ctx, trackID))
	f.Code(s.Approve(ctx, boss, id), music.Conflict)
	if x := storetest.Get(f.GenerationByID(ctx, id))(t); x.Review.Verdict != generation.Pending || len(told.notices) != 0 {
		t.Errorf("%+v, %d notifications", x.Review, len(told.notices))
	}
}
