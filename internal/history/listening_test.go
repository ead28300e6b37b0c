package history

import (
	"testing"
	"time"

	"sonora/internal/music"
)

func at(t *testing.T, text string) time.Time {
	t.Helper()
	v, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestDaysOfTheYear holds days to the calendar where the clocks change.
func TestDaysOfTheYear(t *testing.T) {
	now := at(t, "2026-11-21T23:30:00Z")
	for _, c := range []struct {
		days             Days
		from, to         string
		n                int
		first, afterLast string
	}{
		{Days{}, "2026-10-23", "2026-11-21", 30, "2026-10-23T00:00:00Z", "2026-11-22T00:00:00Z"},
		{Days{Zone: "Pacific/Auckland"}, "2026-10-24", "2026-11-22", 30, "2026-10-23T11:00:00Z", "2026-11-22T11:00:00Z"},
		{Days{From: "2026-03-29", To: "2026-03-29", Zone: "Europe/Vienna"}, "2026-03-29", "2026-03-29", 1, "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"},     // 23 hours
		{Days{From: "2026-10-25", To: "2026-10-25", Zone: "Europe/Vienna"}, "2026-10-25", "2026-10-25", 1, "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"},     // 25 hours
		{Days{From: "2018-11-04", To: "2018-11-04", Zone: "America/Sao_Paulo"}, "2018-11-04", "2018-11-04", 1, "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"}, // begins at 1:00
		{Days{From: "2026-01-01", To: "2026-12-31", Zone: "Asia/Kathmandu"}, "2026-01-01", "2026-12-31", 365, "2025-12-31T18:15:00Z", "2026-12-31T18:15:00Z"},
		{Days{From: "2028-02-28", To: "2028-03-01"}, "2028-02-28", "2028-03-01", 3, "2028-02-28T00:00:00Z", "2028-03-02T00:00:00Z"},
	} {
		cal, err := c.days.read(now)
		if err != nil {
			t.Fatalf("%+v: %v", c.days, err)
		}
		l := sumUp(cal, nil)
		if l.From != c.from || l.To != c.to || len(l.Days) != c.n || l.Days[0].Date != c.from || l.Days[c.n-1].Date != c.to {
			t.Errorf("%+v: %s to %s, %d days", c.days, l.From, l.To, len(l.Days))
		}
		if s := cal.span(); !s.From.Equal(at(t, c.first)) || !s.To.Equal(at(t, c.afterLast)) {
			t.Errorf("%+v: from %v to %v", c.days, s.From.UTC(), s.To.UTC())
		}
	}
}

func TestSumUp(t *testing.T) {
	cal, err := Days{From: "2026-10-24", To: "2026-10-25", Zone: "Europe/Vienna"}.read(at(t, "2026-11-21T12:00:00Z"))
	if err != nil {
		t.Fatal(err)
	}
	l := sumUp(cal, []music.Slice{
		{At: at(t, "2026-10-24T21:45:00Z"), Listened: time.Minute, Plays: 1},     // 23:45 in summer time
		{At: at(t, "2026-10-25T00:30:00Z"), Listened: 2 * time.Minute, Plays: 1}, // 2:30, the first time
		{At: at(t, "2026-10-25T01:30:00Z"), Listened: 4 * time.Minute, Plays: 2}, // 2:30, the second time
		{At: at(t, "2026-10-25T22:45:00Z"), Listened: 8 * time.Minute, Plays: 1}, // 23:45 in winter time
		{At: at(t, "2026-10-25T23:00:00Z"), Listened: time.Hour, Plays: 9},       // tomorrow
	})
	if l.Listened != 15*time.Minute || l.Plays != 5 || l.Days[0].Listened != time.Minute || l.Days[1].Listened != 14*time.Minute || l.Days[1].Plays != 4 {
		t.Errorf("figures: %+v", l)
	}
	if l.Hours[2] != 6*time.Minute || l.Hours[23] != 9*time.Minute {
		t.Errorf("hours: %v", l.Hours)
	}
}
