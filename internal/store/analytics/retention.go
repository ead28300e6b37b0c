package analytics

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/store/kernel"
)

// Cohort is the people whose accounts were created in one week.
type Cohort struct {
	Accounts int
	// Active is how many of them listened in that week, the next one, and so on.
	Active []int
}

// Retention returns a cohort for each week, of which week i goes from bounds[i] to
// bounds[i+1]. Deleted accounts do not count.
func (s *Store) Retention(ctx context.Context, bounds []time.Time) ([]Cohort, error) {
	in := stepsOf(bounds)
	cohorts, weeks := make([]Cohort, len(in)-1), make([]people, len(in)-1)
	for i := range cohorts {
		cohorts[i].Active = make([]int, len(cohorts)-i)
		var err error
		if weeks[i], err = s.people(ctx, Span{bounds[i], bounds[i+1]}); err != nil {
			return nil, err
		}
	}
	accounts, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[int64, int64]{}, `select a.created_at, coalesce(p.seq, 0)
		from account a left join rollup_person p on p.account = a.seq where a.created_at >= ? and a.created_at < ?`, in[0], in[len(in)-1])
	if err != nil {
		return nil, fmt.Errorf("read new accounts: %w", err)
	}
	for _, a := range accounts {
		week := in.of(a.A)
		cohorts[week].Accounts++
		for later := range cohorts[week].Active {
			if weeks[week+later].has(a.B) {
				cohorts[week].Active[later]++
			}
		}
	}
	return cohorts, nil
}

// NewAccounts returns how many accounts were created in each step, as in Series.
// Deleted accounts do not count.
func (s *Store) NewAccounts(ctx context.Context, bounds []time.Time) ([]int64, error) {
	list, err := s.bySlot(ctx, bounds, "select created_at as at, 1 as value from account where created_at >= ? and created_at < ?")
	if err != nil {
		return nil, fmt.Errorf("count new accounts: %w", err)
	}
	return list, nil
}

// Spent returns what AI music cost in each step, as in Series, in millionths of a
// dollar.
func (s *Store) Spent(ctx context.Context, bounds []time.Time) ([]int64, error) {
	list, err := s.bySlot(ctx, bounds, "select created_at as at, cost as value from generation_log where created_at >= ? and created_at < ?")
	if err != nil {
		return nil, fmt.Errorf("add up the cost of AI music: %w", err)
	}
	return list, nil
}

// bySlot adds values up by step. query selects times and values.
func (s *Store) bySlot(ctx context.Context, bounds []time.Time, query string) ([]int64, error) {
	in := stepsOf(bounds)
	list := make([]int64, len(in)-1)
	width := Slot.Milliseconds()
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[int64, int64]{}, "select x.at / ? * ?, cast(sum(x.value) as bigint) from ("+query+") x group by 1",
		width, width, in[0], in[len(in)-1])
	for _, r := range rows {
		if step := in.of(r.A); step >= 0 {
			list[step] += r.B
		}
	}
	return list, err
}
