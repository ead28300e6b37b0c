package operations

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const jobColumns = `id, kind, coalesce((select account.id from account where account.seq = job.account), ''), payload, state, attempts,
	run_at, leased_until, progress, result, error, created_at, finished_at`

type jobRow struct {
	j                              music.Job
	payload, result                string
	run, leased, created, finished int64
}

func (r *jobRow) Dest() []any {
	j := &r.j
	return []any{
		&j.ID, &j.Kind, &j.AccountID, &r.payload, &j.State, &j.Attempts, &r.run, &r.leased,
		&j.Progress, &r.result, &j.Error, &r.created, &r.finished,
	}
}

func (r *jobRow) Value() music.Job {
	j := r.j
	j.Payload, j.Result = json.RawMessage(r.payload), json.RawMessage(r.result)
	j.RunAt, j.LeasedUntil, j.CreatedAt, j.FinishedAt = kernel.Moment(r.run), kernel.Moment(r.leased), kernel.Moment(r.created), kernel.Moment(r.finished)
	return j
}

// EnqueueJob adds a job with its Kind, AccountID and Payload, to run at RunAt,
// and fills in the other fields. If alone is set, it returns Conflict while the
// account has an unfinished job of that kind. It returns NotFound if there is
// no such account.
func (s *Store) EnqueueJob(ctx context.Context, j *music.Job, alone bool) error {
	return s.enqueue(ctx, j, func(tx *kernel.Tx) error {
		if !alone {
			return nil
		}
		return s.checkAlone(ctx, tx, j)
	})
}

// EnqueueJobNow is EnqueueJob for a job of the server's own that runs alone. It takes the
// place of those of its kind that failed and wait to be tried again; if it is refused,
// they stay.
func (s *Store) EnqueueJobNow(ctx context.Context, j *music.Job) error {
	return s.enqueue(ctx, j, func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "delete from job where state = 'waiting' and attempts > 0 and kind = ? and account is null", j.Kind); err != nil {
			return err
		}
		return s.checkAlone(ctx, tx, j)
	})
}

// enqueue adds a job after what has to happen before in the same transaction.
func (s *Store) enqueue(ctx context.Context, j *music.Job, before func(tx *kernel.Tx) error) error {
	row := *j
	row.ID, row.State = cmp.Or(row.ID, music.NewID()), music.JobWaiting
	row.Payload, row.Result = json.RawMessage(cmp.Or(string(row.Payload), "{}")), json.RawMessage("{}")
	err := s.db.Update(ctx, "enqueue a job", func(tx *kernel.Tx) error {
		if err := before(tx); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, `insert into job (id, kind, account, payload, state, attempts, run_at, leased_until,
				progress, result, error, created_at, finished_at)
			select ?, ?, a.seq, ?, ?, 0, cast(? as bigint), 0, 0, ?, '', cast(? as bigint), 0
			from (select 1) always left join account a on a.id = ? where a.seq is not null or ? = ''`,
			row.ID, row.Kind, string(row.Payload), string(row.State), kernel.Millis(row.RunAt), string(row.Result), kernel.Millis(row.CreatedAt),
			row.AccountID, row.AccountID))
	})
	if err == nil {
		*j = row
	}
	return err
}

// ofAccount is the condition that a job is an account's, or, without an account,
// the server's own.
const ofAccount = "(account = (select seq from account where account.id = ?) or ? = '' and account is null)"

func (s *Store) checkAlone(ctx context.Context, tx *kernel.Tx, j *music.Job) error {
	if err := tx.OneAtATime(ctx); err != nil {
		return err
	}
	busy, err := kernel.One(ctx, tx, &kernel.Cell[bool]{}, `select exists (select 1 from job where kind = ? and state in ('waiting', 'running')
		and `+ofAccount+`)`, j.Kind, j.AccountID, j.AccountID)
	if err == nil && busy {
		err = music.NewError(music.Conflict, "This is already in progress.")
	}
	return err
}

// ClaimJob claims the job of one of the kinds that has been due longest, or
// whose lease has expired, until the given time. It returns NotFound if there
// is none.
func (s *Store) ClaimJob(ctx context.Context, kinds []string, now, until time.Time) (*music.Job, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Write, &jobRow{}, `update job set state = 'running', attempts = attempts + 1, leased_until = ?
		where leased_until <= ? and seq = (select seq from job where state in ('waiting', 'running') and run_at <= ? and leased_until <= ?
			and kind in `+s.db.Dialect.Texts+` order by run_at, seq limit 1`+s.db.Dialect.SkipLocked+`)
		returning `+jobColumns, kernel.Millis(until), kernel.Millis(now), kernel.Millis(now), kernel.Millis(now), kernel.Array(kinds)))
}

// holding is the condition that a claim on a job is still valid.
const holding = " where id = ? and state = 'running' and attempts = ?"

// HoldJob renews the lease of a claimed job and stores its progress. It returns
// NotFound if another server has claimed it or its account is deleted.
func (s *Store) HoldJob(ctx context.Context, j *music.Job, progress float64, until time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update job set leased_until = ?, progress = ?"+holding, kernel.Millis(until), progress, j.ID, j.Attempts))
}

// ReturnJob returns a claimed job to the queue as if it had not been started.
// It returns NotFound like HoldJob.
func (s *Store) ReturnJob(ctx context.Context, j *music.Job) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update job set state = 'waiting', leased_until = 0, progress = 0, attempts = attempts - 1"+holding, j.ID, j.Attempts))
}

// ReleaseJobs ends the leases of all jobs that are running, so that they can be
// claimed at once.
func (s *Store) ReleaseJobs(ctx context.Context) error {
	_, err := s.db.Write.Exec(ctx, "update job set leased_until = 0 where state = 'running'")
	return err
}

// DeleteUnfinishedJobs deletes all jobs of some kinds that wait or run.
func (s *Store) DeleteUnfinishedJobs(ctx context.Context, kinds []string) error {
	_, err := s.db.Write.Exec(ctx, "delete from job where state in ('waiting', 'running') and kind in "+s.db.Dialect.Texts, kernel.Array(kinds))
	return err
}

// RetryJob returns a failed job to the queue, to run again at the given time.
// It returns NotFound like HoldJob.
func (s *Store) RetryJob(ctx context.Context, j *music.Job, at time.Time, reason string) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update job set state = 'waiting', leased_until = 0, progress = 0, run_at = ?, error = ?"+holding,
		kernel.Millis(at), kernel.Clean(reason), j.ID, j.Attempts))
}

// FinishJob ends a claimed job with its result, or permanently with the reason
// for its failure. It returns NotFound like HoldJob.
func (s *Store) FinishJob(ctx context.Context, j *music.Job, at time.Time, result json.RawMessage, reason string) error {
	state, progress := music.JobDone, 1.0
	if reason != "" {
		state, progress = music.JobFailed, j.Progress
	}
	return kernel.Found(s.db.Write.Exec(ctx, "update job set state = ?, leased_until = 0, progress = ?, result = ?, error = ?, finished_at = ?"+holding,
		string(state), progress, cmp.Or(string(result), "{}"), kernel.Clean(reason), kernel.Millis(at), j.ID, j.Attempts))
}

// StopJob ends a job that nobody wants any more, with the error Stopped. The server
// that runs it learns of that when it renews its lease. StopJob returns NotFound if the
// job has ended.
func (s *Store) StopJob(ctx context.Context, id string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update job set state = 'failed', leased_until = 0, error = ?, finished_at = ? where id = ? and state in ('waiting', 'running')",
		Stopped, kernel.Millis(at), id))
}

// Jobs returns an account's jobs of a kind, newest first. Without an account they
// are the server's own.
func (s *Store) Jobs(ctx context.Context, accountID, kind string) ([]music.Job, error) {
	return kernel.Collect(ctx, s.db.Read, &jobRow{}, "select "+jobColumns+` from job
		where `+ofAccount+` and kind = ? order by seq desc`, accountID, accountID, kind)
}

// LatestJob returns the newest of the server's own jobs of a kind, in a state unless that
// is "", or NotFound.
func (s *Store) LatestJob(ctx context.Context, kind string, state music.JobState) (*music.Job, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &jobRow{}, "select "+jobColumns+` from job
		where `+ofAccount+` and kind = ? and (state = ? or ? = '') order by seq desc limit 1`, "", "", kind, string(state), string(state)))
}

// FinishedJobs returns all accounts' finished jobs of a kind, newest first.
func (s *Store) FinishedJobs(ctx context.Context, kind string) ([]music.Job, error) {
	return kernel.Collect(ctx, s.db.Read, &jobRow{}, "select "+jobColumns+" from job where kind = ? and state = 'done' order by seq desc", kind)
}

// DropJobs deletes jobs of a kind, or of all kinds if kind is "", that ended
// before a time, and returns their number.
func (s *Store) DropJobs(ctx context.Context, kind string, before time.Time) (int, error) {
	return s.db.Write.Exec(ctx, "delete from job where (kind = ? or ? = '') and finished_at > 0 and finished_at < ?", kind, kind, kernel.Millis(before))
}
