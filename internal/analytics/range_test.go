package analytics

import (
	"testing"
	"time"

	"sonora/internal/calendar"
)

// TestStepsBeginWithTheirDays has days whose midnight the clocks skip or have twice.
func TestStepsBeginWithTheirDays(t *testing.T) {
	for _, c := range []struct {
		days  calendar.Days
		step  Step
		n     int
		first string // when the steps begin
		last  string // when they end
	}{
		{calendar.Days{From: "2018-11-04", To: "2018-11-06", Zone: "America/Sao_Paulo"}, Daily, 3, "2018-11-04T03:00:00Z", "2018-11-07T02:00:00Z"},
		{calendar.Days{From: "2026-11-01", To: "2026-11-01", Zone: "America/Havana"}, Hourly, 25, "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"},
		{calendar.Days{From: "2026-03-29", To: "2026-03-29", Zone: "Europe/Vienna"}, Hourly, 23, "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"},
		{calendar.Days{From: "2026-01-01", To: "2026-07-01"}, Weekly, 26, "2026-01-01T00:00:00Z", "2026-07-02T00:00:00Z"},
		{calendar.Days{From: "2024-01-15", To: "2026-01-15"}, Monthly, 25, "2024-01-15T00:00:00Z", "2026-01-16T00:00:00Z"},
	} {
		r, err := c.days.Read(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), mostDays)
		if err != nil {
			t.Fatalf("%+v: %v", c.days, err)
		}
		list := bounds(r)
		if got := stepOf(r); got != c.step || len(list) != c.n+1 {
			t.Errorf("%+v: %d steps of a %s", c.days, len(list)-1, got)
		}
		for i, want := range map[int]string{0: c.first, len(list) - 1: c.last} {
			if got := list[i].UTC().Format(time.RFC3339); got != want {
				t.Errorf("%+v: bound %d is %s, want %s", c.days, i, got, want)
			}
		}
	}
}
