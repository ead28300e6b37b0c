package accounts

import (
	"context"
	"errors"
	"fmt"
	"math"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

// micros are the units in which the database keeps a dollar.
const micros = 1e6

type limitsRow struct{ storage, budget *int64 }

func (r *limitsRow) Dest() []any { return []any{&r.storage, &r.budget} }

func (r *limitsRow) Value() people.Limits {
	var l people.Limits
	if r.storage != nil {
		l.Storage = new(int(*r.storage))
	}
	if r.budget != nil {
		l.AIBudget = new(float64(*r.budget) / micros)
	}
	return l
}

// Limits returns an operator's limits for an account. An account that does not exist has
// none.
func (s *Store) Limits(ctx context.Context, id string) (people.Limits, error) {
	l, err := kernel.One(ctx, s.db.Read, &limitsRow{}, "select storage_limit, ai_limit from account where id = ?", id)
	if err != nil && !errors.Is(err, music.ErrNotFound) {
		return l, fmt.Errorf("read the limits of an account: %w", err)
	}
	return l, nil
}

// inMicros rounds dollars, but not to 0, which is no limit.
func inMicros(dollars float64) int64 {
	if dollars == 0 {
		return 0
	}
	return max(1, int64(math.Round(dollars*micros)))
}

// SetLimits replaces the limits of an account. It returns NotFound if there is no such
// account.
func (s *Store) SetLimits(ctx context.Context, id string, l people.Limits) error {
	var storage, budget any
	if l.Storage != nil {
		storage = int64(*l.Storage)
	}
	if l.AIBudget != nil {
		budget = inMicros(*l.AIBudget)
	}
	err := kernel.Found(s.db.Write.Exec(ctx, "update account set storage_limit = ?, ai_limit = ? where id = ?", storage, budget, id))
	if err != nil && !errors.Is(err, music.ErrNotFound) {
		return fmt.Errorf("set the limits of an account: %w", err)
	}
	return err
}
