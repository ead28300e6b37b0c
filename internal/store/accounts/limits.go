package accounts

import (
	"context"
	"errors"
	"fmt"
	"math"

	"sonora/internal/ifmatch"
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

const limitsOf = "select storage_limit, ai_limit from account where id = ?"

// Limits returns an operator's limits for an account. An account that does not exist has
// none.
func (s *Store) Limits(ctx context.Context, id string) (people.Limits, error) {
	l, err := kernel.One(ctx, s.db.Read, &limitsRow{}, limitsOf, id)
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

// SetLimits replaces the limits of an account and returns those before. It returns
// NotFound if there is no such account. A caller who knows other limits gets
// ifmatch.ErrChanged.
func (s *Store) SetLimits(ctx context.Context, id string, l people.Limits) (before people.Limits, err error) {
	var storage, budget any
	if l.Storage != nil {
		storage = int64(*l.Storage)
	}
	if l.AIBudget != nil {
		budget = inMicros(*l.AIBudget)
	}
	err = s.db.Update(ctx, "set the limits of an account", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		if before, err = kernel.One(ctx, tx, &limitsRow{}, limitsOf, id); err != nil {
			return err
		}
		if err := ifmatch.Check(ctx, before.Version()); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "update account set storage_limit = ?, ai_limit = ? where id = ?", storage, budget, id)
		return err
	})
	return before, err
}
