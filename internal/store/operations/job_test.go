package operations_test

import (
	"encoding/json"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func jobs(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("admin", music.Admin)
	ana := f.Member("ana", music.Listener)
	soon := storetest.Now.Add(time.Minute)
	_, err := f.ClaimJob(ctx, []string{"export"}, storetest.Now, soon)
	f.Code(err, music.NotFound)

	j := &music.Job{Kind: "export", AccountID: ana.AccountID, Payload: json.RawMessage(`{"a":1}`), RunAt: storetest.Now, CreatedAt: storetest.Now}
	f.Must(f.EnqueueJob(ctx, j, true))
	f.Code(f.EnqueueJob(ctx, &music.Job{Kind: "export", AccountID: ana.AccountID}, true), music.Conflict)
	f.Code(f.EnqueueJob(ctx, &music.Job{Kind: "export", AccountID: "nobody"}, false), music.NotFound)
	f.Must(f.EnqueueJob(ctx, &music.Job{Kind: "tidy", RunAt: storetest.Now.Add(time.Hour)}, false)) // without an account, due later
	if diff := cmp.Diff([]music.Job{*j}, storetest.Get(f.Jobs(ctx, ana.AccountID, "export"))(t)); diff != "" {
		t.Error(diff)
	}
	_, err = f.ClaimJob(ctx, []string{"other"}, storetest.Now, soon)
	f.Code(err, music.NotFound)

	first := storetest.Get(f.ClaimJob(ctx, []string{"other", "export", "tidy"}, storetest.Now, soon))(t)
	if first.ID != j.ID || first.AccountID != ana.AccountID || first.State != music.JobRunning || first.Attempts != 1 || !first.LeasedUntil.Equal(soon) {
		t.Errorf("claimed %+v", first)
	}
	_, err = f.ClaimJob(ctx, []string{"export", "tidy"}, storetest.Now, soon)
	f.Code(err, music.NotFound)
	f.Must(f.HoldJob(ctx, first, 0.5, soon.Add(time.Minute)))
	_, err = f.ClaimJob(ctx, []string{"export"}, soon, soon.Add(time.Hour))
	f.Code(err, music.NotFound)

	// The server that claimed it is gone, and the lease expires.
	later := soon.Add(time.Minute)
	second := storetest.Get(f.ClaimJob(ctx, []string{"export"}, later, later.Add(time.Minute)))(t)
	if second.ID != j.ID || second.Attempts != 2 || second.Progress != 0.5 {
		t.Errorf("taken over: %+v", second)
	}
	f.Code(f.HoldJob(ctx, first, 1, later), music.NotFound)
	f.Code(f.RetryJob(ctx, first, later, "late"), music.NotFound)
	f.Code(f.FinishJob(ctx, first, later, nil, ""), music.NotFound)

	f.Must(f.RetryJob(ctx, second, later.Add(time.Minute), "the disk is full"))
	_, err = f.ClaimJob(ctx, []string{"export"}, later, later)
	f.Code(err, music.NotFound)
	third := storetest.Get(f.ClaimJob(ctx, []string{"export"}, later.Add(time.Minute), later.Add(time.Hour)))(t)
	if third.Attempts != 3 || third.Error != "the disk is full" || third.Progress != 0 {
		t.Errorf("tried again: %+v", third)
	}
	f.Must(f.ReturnJob(ctx, third))
	f.Code(f.ReturnJob(ctx, third), music.NotFound)
	third = storetest.Get(f.ClaimJob(ctx, []string{"export"}, later.Add(time.Minute), later.Add(time.Hour)))(t)
	if third.Attempts != 3 {
		t.Errorf("given back and taken again: %+v", third)
	}
	f.Must(f.ReleaseJobs(ctx))
	if third = storetest.Get(f.ClaimJob(ctx, []string{"export"}, later.Add(time.Minute), later.Add(time.Hour)))(t); third.Attempts != 4 {
		t.Errorf("released and taken again: %+v", third)
	}
	f.Must(f.FinishJob(ctx, third, later, json.RawMessage(`{"size":5}`), ""))
	f.Code(f.FinishJob(ctx, third, later, nil, ""), music.NotFound)
	done := storetest.Get(f.Jobs(ctx, ana.AccountID, "export"))(t)
	if len(done) != 1 || done[0].State != music.JobDone || done[0].Progress != 1 || string(done[0].Result) != `{"size":5}` || !done[0].FinishedAt.Equal(later) {
		t.Errorf("done: %+v", done)
	}
	if all := storetest.Get(f.FinishedJobs(ctx, "export"))(t); len(all) != 1 {
		t.Errorf("finished: %+v", all)
	}
	f.Must(f.EnqueueJob(ctx, &music.Job{Kind: "export", AccountID: ana.AccountID, RunAt: storetest.Now}, true)) // the first one is finished
	failing := storetest.Get(f.ClaimJob(ctx, []string{"export"}, storetest.Now, soon))(t)
	f.Must(f.FinishJob(ctx, failing, soon, nil, "no"))
	if n := storetest.Get(f.DropJobs(ctx, "tidy", later.Add(time.Hour)))(t); n != 0 {
		t.Errorf("dropped %d of another kind", n)
	}
	if n := storetest.Get(f.DropJobs(ctx, "export", soon.Add(time.Second)))(t); n != 1 {
		t.Errorf("dropped %d, want the one that failed first", n)
	}
	if n := storetest.Get(f.DropJobs(ctx, "", later.Add(time.Hour)))(t); n != 1 {
		t.Errorf("dropped %d of all kinds", n)
	}
	unwanted := &music.Job{Kind: "export", AccountID: ana.AccountID, RunAt: storetest.Now}
	f.Must(f.EnqueueJob(ctx, unwanted, true))
	f.Must(f.StopJob(ctx, unwanted.ID, later))
	f.Code(f.StopJob(ctx, unwanted.ID, later), music.NotFound)
	if list := storetest.Get(f.Jobs(ctx, ana.AccountID, "export"))(t); list[0].State != music.JobFailed || list[0].Error != store.JobStopped || !list[0].FinishedAt.Equal(later) {
		t.Errorf("stopped: %+v", list[0])
	}
	f.Must(f.EnqueueJob(ctx, &music.Job{Kind: "export", AccountID: ana.AccountID, RunAt: storetest.Now}, false))
	orphan := storetest.Get(f.ClaimJob(ctx, []string{"export"}, storetest.Now, soon))(t)
	f.Member("eva", music.Admin) // the last operator cannot be deleted
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	f.Code(f.HoldJob(ctx, orphan, 0, soon), music.NotFound)
}

// retriesReplaced puts a job in the place of one that waits for its next attempt.
func retriesReplaced(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	failing := &music.Job{Kind: "backup", Payload: json.RawMessage(`"daily"`), RunAt: storetest.Now}
	f.Must(f.EnqueueJob(ctx, failing, true))
	claimed := storetest.Get(f.ClaimJob(ctx, []string{"backup"}, storetest.Now, storetest.Now.Add(time.Minute)))(t)
	f.Must(f.RetryJob(ctx, claimed, storetest.Now.Add(time.Hour), "The disk is full."))
	f.Must(f.EnqueueJobNow(ctx, &music.Job{Kind: "backup", Payload: json.RawMessage(`"manual"`), RunAt: storetest.Now}))
	if list := storetest.Get(f.Jobs(ctx, "", "backup"))(t); len(list) != 1 || string(list[0].Payload) != `"manual"` {
		t.Errorf("%+v", list)
	}
	f.Code(f.EnqueueJobNow(ctx, &music.Job{Kind: "backup", RunAt: storetest.Now}), music.Conflict)
	if list := storetest.Get(f.Jobs(ctx, "", "backup"))(t); len(list) != 1 {
		t.Errorf("after a refused one: %+v", list)
	}
}

// jobsOnce claims the same jobs from many workers.
func jobsOnce(t *testing.T, f *storetest.Fixture) {
	const n = 20
	for i := range n {
		f.Must(f.EnqueueJob(t.Context(), &music.Job{Kind: "count", Payload: json.RawMessage(strconv.Itoa(i)), RunAt: storetest.Now}, false))
	}
	var mu sync.Mutex
	claimed := map[string]int{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for {
				j, err := f.ClaimJob(t.Context(), []string{"count"}, storetest.Now, storetest.Now.Add(time.Minute))
				if music.CodeOf(err) == music.NotFound {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				claimed[j.ID]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(claimed) != n {
		t.Errorf("claimed %d of %d jobs", len(claimed), n)
	}
	for id, times := range claimed {
		if times != 1 {
			t.Errorf("job %s was claimed %d times", id, times)
		}
	}
	retriesReplaced(t, f)
	ana := f.Member("ana", music.Admin)
	var won sync.Map
	for i := range 8 {
		wg.Go(func() {
			err := f.EnqueueJob(t.Context(), &music.Job{Kind: "alone", AccountID: ana.AccountID, RunAt: storetest.Now}, true)
			if err == nil {
				won.Store(i, true)
			} else if music.CodeOf(err) != music.Conflict {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if list := storetest.Get(f.Jobs(t.Context(), ana.AccountID, "alone"))(t); len(list) != 1 {
		t.Errorf("%d jobs that were to be alone", len(list))
	}
}
