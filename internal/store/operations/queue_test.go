package operations_test

import (
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

func queue(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	now := storetest.Now
	for _, kind := range []string{"first", "second", "third"} {
		f.Must(f.EnqueueJob(ctx, &music.Job{Kind: kind, RunAt: now, CreatedAt: now}, false))
	}
	failed := storetest.Get(f.ClaimJob(ctx, []string{"first"}, now, now.Add(time.Minute)))(t)
	f.Must(f.FinishJob(ctx, failed, now.Add(time.Second), nil, "the disk is full"))
	storetest.Get(f.ClaimJob(ctx, []string{"second"}, now, now.Add(time.Minute)))(t)

	if got := storetest.Get(f.JobFigures(ctx, now))(t); got != (store.JobFigures{Waiting: 1, Running: 1, Failed: 1}) {
		t.Errorf("figures %+v", got)
	}
	if got := storetest.Get(f.JobFigures(ctx, now.Add(time.Minute)))(t); got.Failed != 0 {
		t.Errorf("%d failed since a minute later", got.Failed)
	}
	list := storetest.Get(f.FailedJobs(ctx, music.Page{Limit: 10}))(t)
	if list.Total != 1 || list.Items[0].ID != failed.ID || list.Items[0].Error != "the disk is full" {
		t.Errorf("failed jobs: %+v", list)
	}

	f.Must(f.RestartJob(ctx, failed.ID, now.Add(time.Hour)))
	f.Code(f.RestartJob(ctx, failed.ID, now), music.NotFound) // it waits
	_, err := f.ClaimJob(ctx, []string{"first"}, now.Add(time.Minute), now.Add(2*time.Minute))
	f.Code(err, music.NotFound) // not due yet
	stopped := storetest.Get(f.ClaimJob(ctx, []string{"third"}, now, now.Add(time.Minute)))(t)
	f.Must(f.StopJob(ctx, stopped.ID, now.Add(time.Second)))
	if list := storetest.Get(f.FailedJobs(ctx, music.Page{Limit: 10}))(t); list.Total != 0 {
		t.Errorf("what a person stopped counts as failed: %+v", list)
	}
	f.Code(f.RestartJob(ctx, stopped.ID, now), music.NotFound)
	again := storetest.Get(f.ClaimJob(ctx, []string{"first"}, now.Add(time.Hour), now.Add(2*time.Hour)))(t)
	if again.ID != failed.ID || again.Attempts != 1 || again.Error != "" || !again.FinishedAt.IsZero() {
		t.Errorf("restarted: %+v", again)
	}
	f.Must(f.FinishJob(ctx, again, now.Add(2*time.Hour), nil, "the disk is full again"))
	f.Must(f.EnqueueJob(ctx, &music.Job{Kind: "first", RunAt: now, CreatedAt: now}, false))
	f.Code(f.RestartJob(ctx, failed.ID, now), music.Conflict) // somebody has asked for the same again
}
