package ai

import (
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
}

// overrun is how much longer than asked for a piece may be, because it ends with a whole
// bar.
const overrun = 10 * time.Second

// admit lets a viewer have a piece made, if their plan allows its length and another piece
// this month.
func (s *Service) admit(ctx context.Context, v music.Viewer, x *generation.Generation) error {
	seconds := int64(max(x.Duration-overrun, 0).Seconds())
	if err := s.Plans.Within(ctx, v, premium.AILength, 0, seconds); err != nil {
		return err
	}
	month, _ := premium.MonthOf(s.Now())
	used, err := s.Store.GenerationsSince(ctx, v.AccountID, month)
	if err != nil {
		return err
	}
	return s.Plans.Within(ctx, v, premium.AIGenerations, used, 1)
}
