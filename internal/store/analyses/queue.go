package analyses

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// isFailed is the condition that the analysis a of the track t was given up.
const isFailed = "a.error <> '' and a.attempts >= " + maxAttempts + " and a.leased_until = 0 and t.missing_at = 0 and t.analysed < ?"

// isLeased is the condition that an analysis is in course. The index of leases needs its first part.
const isLeased = "leased_until > 0 and leased_until > ?"

type queueRow struct{ q sound.Queue }

func (r *queueRow) Dest() []any {
	return []any{&r.q.Waiting, &r.q.Running, &r.q.Failed, &r.q.Done, &r.q.PerHour}
}

func (r *queueRow) Value() sound.Queue { return r.q }

// AnalysisQueue returns the progress of the analysis of the library.
func (s *Store) AnalysisQueue(ctx context.Context, version int, now time.Time) (*sound.Queue, error) {
	q, err := kernel.One(ctx, s.db.Read, &queueRow{}, `select
		(select count(*) from track where missing_at = 0 and analysed < ?),
		(select count(*) from analysis where `+isLeased+`),
		(select count(*) from analysis a join track t on t.seq = a.track where `+isFailed+`),
		(select count(*) from track where missing_at = 0 and analysed >= ?),
		(select count(*) from analysis where analysed_at > ?)`,
		version, kernel.Millis(now), version, version, kernel.Millis(now.Add(-time.Hour)))
	if err != nil {
		return nil, fmt.Errorf("count analyses: %w", err)
	}
	q.Waiting = max(q.Waiting-q.Running-q.Failed, 0)
	current := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+" from track t").Append(catalogue.WithLiked(music.Viewer{})).
		Add(" where t.seq in (select track from analysis where "+isLeased+") order by t.seq desc limit ? + 0", kernel.Millis(now), music.DefaultPageSize)
	if q.Current, err = kernel.Collect(ctx, s.db.Read, &catalogue.TrackRow{}, current.Text.String(), current.Args...); err != nil {
		return nil, fmt.Errorf("list analyses in course: %w", err)
	}
	return &q, nil
}

type failedRow struct {
	catalogue.TrackRow
	reason music.Message
}

func (r *failedRow) Dest() []any { return append(r.TrackRow.Dest(), kernel.IntoMessage(&r.reason)) }

func (r *failedRow) Value() sound.Failed {
	return sound.Failed{Track: r.TrackRow.Value(), Reason: r.reason}
}

var failedNewest = kernel.Order{Name: "a.failed", Seq: "t.seq", Desc: true}

// FailedAnalyses returns a page of the tracks whose analysis was given up,
// newest tracks first.
func (s *Store) FailedAnalyses(ctx context.Context, version int, p music.Page) (music.List[sound.Failed], error) {
	failed, err := kernel.Page(ctx, s.db, &failedRow{}, kernel.Listing{
		Columns: catalogue.TrackColumns + ", a.error", From: "analysis a join track t on t.seq = a.track", Joins: catalogue.WithLiked(music.Viewer{}),
		Where: (&kernel.Query{}).Add(isFailed, version), Order: failedNewest, Personal: true,
	}, p)
	if err != nil {
		return failed, fmt.Errorf("list failed analyses: %w", err)
	}
	return failed, nil
}

// IsAnalysing reports whether a track is being analysed.
func (s *Store) IsAnalysing(ctx context.Context, id string, now time.Time) (bool, error) {
	is, err := kernel.One(ctx, s.db.Read, &kernel.Cell[bool]{}, "select exists (select 1 from analysis where track = (select seq from track where id = ?) and "+isLeased+")", id, kernel.Millis(now))
	if err != nil {
		return false, fmt.Errorf("find analysis in course: %w", err)
	}
	return is, nil
}

// RetryAnalyses queues every track whose analysis was given up, and returns
// their number.
func (s *Store) RetryAnalyses(ctx context.Context) (int, error) {
	n, err := s.db.Write.Exec(ctx, "update analysis set attempts = 0, run_at = 0, error = '' where error <> '' and leased_until = 0 and attempts >= "+maxAttempts)
	if err != nil {
		return 0, fmt.Errorf("retry analyses: %w", err)
	}
	return n, nil
}

// AnalysedTracks returns the version of the analysis of each track that has one.
func (s *Store) AnalysedTracks(ctx context.Context) (map[string]int, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int]{}, "select t.id, abs(a.version) from analysis a join track t on t.seq = a.track where a.version <> 0")
	if err != nil {
		return nil, fmt.Errorf("list analysed tracks: %w", err)
	}
	versions := make(map[string]int, len(rows))
	for _, r := range rows {
		versions[r.A] = r.B
	}
	return versions, nil
}
