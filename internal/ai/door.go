package ai

import (
	"cmp"
	"context"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/premium"
)

// Plans say what people's plans include. Package quota implements it.
type Plans interface {
	// Within returns Forbidden if the viewer's plan does not allow as much as is used
	// and wanted together.
	Within(ctx context.Context, v music.Viewer, e premium.Entitlement, used, wanted int64) error
	// Limit returns how much of an entitlement the viewer's plan allows; false for no
	// limit.
	Limit(ctx context.Context, v music.Viewer, e premium.Entitlement) (limit int64, isLimited bool, err error)
}

// overrun is how much longer than asked for a piece may be, because it ends with a whole
// bar.
const overrun = 10 * time.Second

// create stores a generation, if the viewer's plan allows its length and another piece this
// month. The store counts and adds at once, so that of two servers only one adds the last.
func (s *Service) create(ctx context.Context, v music.Viewer, x *generation.Generation) error {
	seconds := int64(max(x.Duration-overrun, 0).Seconds())
	if err := s.Plans.Within(ctx, v, premium.AILength, 0, seconds); err != nil {
		return err
	}
	most, isLimited, err := s.Plans.Limit(ctx, v, premium.AIGenerations)
	if err != nil {
		return err
	}
	within := limits
	if isLimited {
		within.Since, _ = premium.MonthOf(s.Now())
		within.Made = most
	}
	err = s.Store.CreateGeneration(ctx, x, within)
	if !isLimited || music.CodeOf(err) != music.Conflict {
		return err
	}
	used, counted := s.Store.GenerationsSince(ctx, v.AccountID, within.Since)
	if counted != nil {
		return counted
	}
	return cmp.Or(s.Plans.Within(ctx, v, premium.AIGenerations, used, 1), err) // if the plan is not why
}
