package generation

import (
	"time"

	"sonora/internal/music"
)

// BudgetMonthBegan returns when the month that budgets count at t began: it is
// a month of the operator's time zone.
func BudgetMonthBegan(s *music.Settings, t time.Time) time.Time {
	day := s.DayBegan(t)
	return day.AddDate(0, 0, 1-day.Day())
}
