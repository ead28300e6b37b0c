package operations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// JobFigures counts all accounts' jobs.
type JobFigures struct {
	Waiting, Running int
	Failed           int // since a time
}

// Dest implements kernel.Row.
func (f *JobFigures) Dest() []any { return []any{&f.Waiting, &f.Running, &f.Failed} }

// Value implements kernel.Row.
func (f *JobFigures) Value() JobFigures { return *f }

// Stopped is the error of jobs that a person stopped.
const Stopped = "stopped"

// failed is the condition that a job failed permanently.
const failed = "state = 'failed' and error <> '" + Stopped + "'"

// JobFigures counts the jobs that are in the queue, and those that failed permanently
// since a time.
func (s *Store) JobFigures(ctx context.Context, since time.Time) (JobFigures, error) {
	f, err := kernel.One(ctx, s.db.Read, &JobFigures{}, `select count(*) filter (where state = 'waiting'), count(*) filter (where state = 'running'),
		count(*) filter (where `+failed+` and finished_at >= ?) from job`, kernel.Millis(since))
	if err != nil {
		return f, fmt.Errorf("count jobs: %w", err)
	}
	return f, nil
}

var jobsNewest = kernel.Order{Name: "job.newest", Seq: "job.seq", Desc: true}

// FailedJobs returns a page of all accounts' jobs that failed permanently, newest
// first. Those that a person stopped are not among them.
func (s *Store) FailedJobs(ctx context.Context, p music.Page) (music.List[music.Job], error) {
	return kernel.Page(ctx, s.db, &jobRow{}, kernel.Listing{
		Columns: jobColumns, From: "job", Where: (&kernel.Query{}).Add(failed), Order: jobsNewest, Personal: true,
	}, p)
}

// RestartJob returns a job that failed permanently to the queue, as if it had never
// run. It returns NotFound if there is no such job, and Conflict while the same work is
// in the queue already.
func (s *Store) RestartJob(ctx context.Context, id string, now time.Time) error {
	return s.db.Update(ctx, "restart a job", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		busy, err := kernel.One(ctx, tx, &kernel.Cell[bool]{}, `select exists (select 1 from job f join job j
			on j.kind = f.kind and j.payload = f.payload and coalesce(j.account, 0) = coalesce(f.account, 0)
			where f.id = ? and f.state = 'failed' and j.state in ('waiting', 'running'))`, id)
		if err != nil {
			return err
		}
		if busy {
			return music.NewError(music.Conflict, "This is already in progress.")
		}
		return kernel.Found(tx.Exec(ctx, `update job set state = 'waiting', attempts = 0, leased_until = 0, progress = 0, error = '', finished_at = 0, run_at = ?
			where id = ? and `+failed, kernel.Millis(now), id))
	})
}
