package job

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server is a service with an account that owns jobs. Several services on one
// database behave like the servers of a cluster.
type server struct {
	*Service
	t       *testing.T
	account string
}

func openStore(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func newServer(t *testing.T, db *store.Store, email string) *server {
	t.Helper()
	a := &music.Account{Email: email}
	if err := db.CreateAccount(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	return &server{New(db, slog.New(slog.DiscardHandler)), t, a.ID}
}

// run works until the returned function is called.
func (s *server) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	return func() {
		s.t.Helper()
		cancel()
		if err := <-ended; err != nil {
			s.t.Error(err)
		}
	}
}

func (s *server) enqueue(kind string) {
	s.t.Helper()
	if _, err := s.Enqueue(s.t.Context(), kind, s.account, map[string]int{"n": 7}); err != nil {
		s.t.Fatal(err)
	}
}

// only returns the account's only job of a kind.
func (s *server) only(kind string) music.Job {
	s.t.Helper()
	list, err := s.store.Jobs(s.t.Context(), s.account, kind)
	if err != nil || len(list) != 1 {
		s.t.Fatalf("%d jobs, %v", len(list), err)
	}
	return list[0]
}

func TestJobRunsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, openStore(t), "a@example.com")
		done := make(chan time.Time, 1)
		s.Register("count", func(_ context.Context, j *music.Job, _ func(float64)) (any, error) {
			done <- time.Now()
			return map[string]string{"got": string(j.Payload)}, nil
		})
		defer s.run()()
		synctest.Wait()
		began := time.Now()
		s.enqueue("count")
		if took := (<-done).Sub(began); took != 0 {
			t.Errorf("began %v after it was enqueued", took)
		}
		synctest.Wait()
		if j := s.only("count"); j.State != music.JobDone || string(j.Result) != `{"got":"{\"n\":7}"}` || j.Attempts != 1 || j.Progress != 1 {
			t.Errorf("%+v", j)
		}
	})
}

// TestJobOfKilledServerRunsAtOnce starts a server again that was killed while it ran
// a job.
func TestJobOfKilledServerRunsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, openStore(t), "a@example.com")
		done := make(chan time.Time, 1)
		s.Register("count", func(context.Context, *music.Job, func(float64)) (any, error) {
			done <- time.Now()
			return nil, nil
		})
		s.enqueue("count")
		if _, err := s.store.ClaimJob(t.Context(), []string{"count"}, time.Now(), time.Now().Add(lease)); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := TakeOver(t.Context(), s.store); err != nil {
			t.Fatal(err)
		}
		defer s.run()()
		if took := (<-done).Sub(began); took != 0 {
			t.Errorf("began %v after the server", took)
		}
		synctest.Wait()
		if j := s.only("count"); j.State != music.JobDone || j.Attempts != 2 {
			t.Errorf("%+v", j)
		}
	})
}

func TestFailedJobIsRetriedWithGrowingPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, openStore(t), "a@example.com")
		var at []time.Duration
		began := time.Now()
		ended := make(chan struct{})
		s.Register("fail", func(context.Context, *music.Job, func(float64)) (any, error) {
			at = append(at, time.Since(began))
			if len(at) == maxAttempts {
				close(ended)
				panic("a bug")
			}
			return nil, errors.New("the disk is full")
		})
		s.enqueue("fail")
		defer s.run()()
		<-ended
		synctest.Wait()
		for i := 1; i < len(at); i++ {
			if gap := at[i] - at[i-1]; gap < pause(i) || gap > pause(i)+pollEvery {
				t.Errorf("%v behind attempt %d, want %v", gap, i, pause(i))
			}
		}
		if j := s.only("fail"); j.State != music.JobFailed || j.Attempts != maxAttempts || j.Error[:12] != "panic: a bug" || j.FinishedAt.IsZero() {
			t.Errorf("%+v", j)
		}
	})
}

func TestPermanentFailureIsNotRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, openStore(t), "a@example.com")
		s.Register("refuse", func(context.Context, *music.Job, func(float64)) (any, error) {
			return nil, music.NewError(music.Invalid, "No.")
		})
		s.enqueue("refuse")
		defer s.run()()
		synctest.Wait()
		if j := s.only("refuse"); j.State != music.JobFailed || j.Attempts != 1 || j.Error != "No." {
			t.Errorf("%+v", j)
		}
	})
}

func TestLongJobKeepsItsLeaseAndShowsProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := openStore(t)
		one, other := newServer(t, db, "a@example.com"), newServer(t, db, "b@example.com")
		var begun atomic.Int32
		ended := make(chan struct{})
		long := func(_ context.Context, _ *music.Job, progress func(float64)) (any, error) {
			begun.Add(1)
			progress(0.25)
			<-time.After(10 * time.Minute)
			close(ended)
			return nil, nil
		}
		one.Register("long", long)
		other.Register("long", long)
		one.enqueue("long")
		defer one.run()()
		defer other.run()()
		<-time.After(5 * time.Minute)
		if j := one.only("long"); j.State != music.JobRunning || j.Progress != 0.25 {
			t.Errorf("in the middle: %+v", j)
		}
		<-ended
		synctest.Wait()
		if j := one.only("long"); j.State != music.JobDone || begun.Load() != 1 {
			t.Errorf("begun %d times: %+v", begun.Load(), j)
		}
	})
}

// TestJobOfKilledServerIsTakenOver lets a server claim a job and then go
// silent.
func TestJobOfKilledServerIsTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := openStore(t)
		killed, other := newServer(t, db, "a@example.com"), newServer(t, db, "b@example.com")
		killed.enqueue("copy")
		if _, err := db.ClaimJob(t.Context(), []string{"copy"}, time.Now(), time.Now().Add(lease)); err != nil {
			t.Fatal(err)
		}
		died := time.Now()
		done := make(chan time.Duration, 1)
		other.Register("copy", func(_ context.Context, j *music.Job, _ func(float64)) (any, error) {
			done <- time.Since(died)
			return j.Attempts, nil
		})
		defer other.run()()
		if after := <-done; after < lease || after > lease+pollEvery {
			t.Errorf("taken over after %v", after)
		}
		synctest.Wait()
		if j := killed.only("copy"); j.State != music.JobDone || string(j.Result) != "2" {
			t.Errorf("%+v", j)
		}
	})
}

func TestJobThatKillsServersIsAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, openStore(t), "a@example.com")
		s.enqueue("bomb")
		for range maxAttempts {
			if _, err := s.store.ClaimJob(t.Context(), []string{"bomb"}, time.Now(), time.Now().Add(lease)); err != nil {
				t.Fatal(err)
			}
			<-time.After(lease)
		}
		s.Register("bomb", func(context.Context, *music.Job, func(float64)) (any, error) {
			t.Error("the job ran once more")
			return nil, nil
		})
		defer s.run()()
		synctest.Wait()
		if j := s.only("bomb"); j.State != music.JobFailed || j.Error != errAbandoned.Error() {
			t.Errorf("%+v", j)
		}
	})
}

func TestStoppingReleasesTheJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := openStore(t)
		one, other := newServer(t, db, "a@example.com"), newServer(t, db, "b@example.com")
		begun := make(chan struct{})
		one.Register("copy", func(ctx context.Context, _ *music.Job, _ func(float64)) (any, error) {
			close(begun)
			<-ctx.Done()
			return nil, ctx.Err()
		})
		one.enqueue("copy")
		stop := one.run()
		<-begun
		stop()
		if j := one.only("copy"); j.State != music.JobWaiting || j.Error != "" || j.Attempts != 0 {
			t.Fatalf("released: %+v", j)
		}
		other.Register("copy", func(context.Context, *music.Job, func(float64)) (any, error) { return nil, nil })
		defer other.run()()
		synctest.Wait()
		if j := one.only("copy"); j.State != music.JobDone {
			t.Errorf("%+v", j)
		}
	})
}

// TestJobOfDeletedAccountStops deletes the row while the job runs.
func TestJobOfDeletedAccountStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := openStore(t)
		newServer(t, db, "operator@example.com")
		s := newServer(t, db, "a@example.com")
		begun, stopped := make(chan struct{}), make(chan error, 1)
		s.Register("copy", func(ctx context.Context, _ *music.Job, _ func(float64)) (any, error) {
			close(begun)
			<-ctx.Done()
			stopped <- context.Cause(ctx)
			return nil, ctx.Err()
		})
		s.enqueue("copy")
		defer s.run()()
		<-begun
		if err := s.store.DeleteAccount(t.Context(), s.account); err != nil {
			t.Fatal(err)
		}
		if err := <-stopped; music.CodeOf(err) != music.NotFound {
			t.Errorf("stopped because of %v", err)
		}
	})
}

func TestAloneRunsOneJobAtATime(t *testing.T) {
	s := newServer(t, openStore(t), "a@example.com")
	if _, err := s.EnqueueAlone(t.Context(), "copy", s.account, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.EnqueueAlone(t.Context(), "copy", s.account, nil); music.CodeOf(err) != music.Conflict {
		t.Errorf("a second one: %v", err)
	}
}

// TestNowDoesNotWaitForARetry lets a job fail, and does not wait for its next attempt.
func TestNowDoesNotWaitForARetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, openStore(t), "a@example.com")
		ran := make(chan string, 10)
		s.Register("backup", func(_ context.Context, j *music.Job, _ func(float64)) (any, error) {
			ran <- string(j.Payload)
			return nil, errors.New("the disk is full")
		})
		enqueue := func(payload string) {
			t.Helper()
			if _, err := s.EnqueueNow(t.Context(), "backup", payload); err != nil {
				t.Fatal(err)
			}
		}
		defer s.run()()
		enqueue("daily")
		first := <-ran
		synctest.Wait()
		began := time.Now()
		enqueue("manual")
		if second := <-ran; first != `"daily"` || second != `"manual"` || time.Since(began) > pollEvery {
			t.Errorf("%s, then %s after %v", first, second, time.Since(began))
		}
		synctest.Wait()
		if list, err := s.store.Jobs(t.Context(), "", "backup"); err != nil || len(list) != 1 {
			t.Errorf("%d jobs, %v", len(list), err)
		}
	})
}

// TestHandlersMayAskForALongerPause lets a handler fail twice, and name a pause.
func TestHandlersMayAskForALongerPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, openStore(t), "a@example.com")
		var at []time.Duration
		began := time.Now()
		var told []string
		s.OnFailure(func(_ context.Context, j *music.Job, err error) { told = append(told, j.Kind+": "+err.Error()) })
		ended := make(chan struct{})
		s.Register("post", func(context.Context, *music.Job, func(float64)) (any, error) {
			if at = append(at, time.Since(began)); len(at) == 2 {
				defer close(ended)
				return nil, music.NewError(music.Invalid, "No.")
			}
			return nil, &music.Error{Code: music.TooMany, Detail: music.Say("Later."), RetryAfter: 10 * time.Minute}
		})
		s.enqueue("post")
		defer s.run()()
		<-ended
		synctest.Wait()
		if gap := at[1] - at[0]; gap < 10*time.Minute || gap > 10*time.Minute+pollEvery || !slices.Equal(told, []string{"post: No."}) {
			t.Errorf("%v, told %q", gap, told)
		}
	})
}

// TestHeldJobsWait holds jobs back, and lets them go on.
func TestHeldJobsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, openStore(t), "a@example.com")
		var held atomic.Bool
		held.Store(true)
		s.HoldWhile(held.Load)
		s.Register("count", func(context.Context, *music.Job, func(float64)) (any, error) { return nil, nil })
		defer s.run()()
		s.enqueue("count")
		<-time.After(time.Hour)
		if j := s.only("count"); j.Attempts != 0 {
			t.Errorf("a held job ran: %+v", j)
		}
		held.Store(false)
		<-time.After(pollEvery)
		synctest.Wait()
		if j := s.only("count"); j.State != music.JobDone {
			t.Errorf("%+v", j)
		}
	})
}
