package automix

import (
	"context"
	"math"

	"sonora/internal/music"
	"sonora/internal/premium"
)

// Plans say what people's plans include. Package quota implements it.
type Plans interface {
	// Within returns Forbidden if the viewer's plan does not allow as much as is used
	// and wanted together.
	Within(ctx context.Context, v music.Viewer, e premium.Entitlement, used, wanted int64) error
}

// admit lets a viewer order a mix, if their plan allows so many minutes more this month.
// Two orders at once cannot both pass, on whichever servers: the store lets a person have
// one mix made at a time.
func (s *Service) admit(ctx context.Context, v music.Viewer, w *Wishes) error {
	month, _ := premium.MonthOf(s.Now())
	used, err := s.Store.AutomixMinutesSince(ctx, v.AccountID, month)
	if err != nil {
		return err
	}
	wanted := int(math.Ceil(w.Estimate / 60))
	if w.Minutes > 0 { // the last track may end later
		wanted = min(wanted, w.Minutes)
	}
	return s.Plans.Within(ctx, v, premium.AutomixMinutes, used, int64(wanted))
}
