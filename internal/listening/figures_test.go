package listening

import (
	"testing"
	"time"

	"sonora/internal/calendar"
	"sonora/internal/history"
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

// TestDays checks days on which the clocks change.
func TestDays(t *testing.T) {
	now := at(t, "2026-11-21T23:30:00Z")
	for _, c := range []struct {
		days             calendar.Days
		from, to         string
		n                int
		first, afterLast string
	}{
		{calendar.Days{}, "2026-10-23", "2026-11-21", 30, "2026-10-23T00:00:00Z", "2026-11-22T00:00:00Z"},
		{calendar.Days{Zone: "Pacific/Auckland"}, "2026-10-24", "2026-11-22", 30, "2026-10-23T11:00:00Z", "2026-11-22T11:00:00Z"},
		{calendar.Days{From: "2026-03-29", To: "2026-03-29", Zone: "Europe/Vienna"}, "2026-03-29", "2026-03-29", 1, "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"},     // 23 hours
		{calendar.Days{From: "2026-10-25", To: "2026-10-25", Zone: "Europe/Vienna"}, "2026-10-25", "2026-10-25", 1, "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"},     // 25 hours
		{calendar.Days{From: "2018-11-04", To: "2018-11-04", Zone: "America/Sao_Paulo"}, "2018-11-04", "2018-11-04", 1, "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"}, // begins at 1:00
		{calendar.Days{From: "2026-01-01", To: "2026-12-31", Zone: "Asia/Kathmandu"}, "2026-01-01", "2026-12-31", 365, "2025-12-31T18:15:00Z", "2026-12-31T18:15:00Z"},
		{calendar.Days{From: "2011-12-29", To: "2011-12-31", Zone: "Pacific/Apia"}, "2011-12-29", "2011-12-31", 3, "2011-12-29T10:00:00Z", "2011-12-31T10:00:00Z"},      // had no 30th
		{calendar.Days{From: "2011-12-30", To: "2011-12-30", Zone: "Pacific/Apia"}, "2011-12-30", "2011-12-30", 1, "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"},      // which has no time
		{calendar.Days{From: "1993-08-21", To: "1993-08-22", Zone: "Pacific/Kwajalein"}, "1993-08-21", "1993-08-22", 2, "1993-08-21T12:00:00Z", "1993-08-22T12:00:00Z"}, // nor had it a 21st
		{calendar.Days{From: "2021-10-29", To: "2021-10-29", Zone: "Asia/Amman"}, "2021-10-29", "2021-10-29", 1, "2021-10-28T21:00:00Z", "2021-10-29T22:00:00Z"},        // 0:00 comes twice
		{calendar.Days{From: "2026-11-01", To: "2026-11-01", Zone: "America/Havana"}, "2026-11-01", "2026-11-01", 1, "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"},    // here too
		{calendar.Days{From: "1970-01-01", To: "1970-01-01", Zone: "Pacific/Auckland"}, "1970-01-01", "1970-01-01", 1, "1970-01-01T00:00:00Z", "1970-01-01T12:00:00Z"},  // nothing is before 1970
		{calendar.Days{From: "2024-02-28", To: "2024-03-01"}, "2024-02-28", "2024-03-01", 3, "2024-02-28T00:00:00Z", "2024-03-02T00:00:00Z"},
	} {
		cal, err := c.days.Read(now, mostDays)
		if err != nil {
			t.Fatalf("%+v: %v", c.days, err)
		}
		l := sumUp(cal, nil)
		if l.From != c.from || l.To != c.to || len(l.Days) != c.n || l.Days[0].Date != c.from || l.Days[c.n-1].Date != c.to {
			t.Errorf("%+v: %s to %s, %d days", c.days, l.From, l.To, len(l.Days))
		}
		if s := span(cal); !s.From.Equal(at(t, c.first)) || !s.To.Equal(at(t, c.afterLast)) {
			t.Errorf("%+v: from %v to %v", c.days, s.From.UTC(), s.To.UTC())
		}
	}
}

func TestSumUp(t *testing.T) {
	cal, err := calendar.Days{From: "2026-10-24", To: "2026-10-25", Zone: "Europe/Vienna"}.Read(at(t, "2026-11-21T12:00:00Z"), mostDays)
	if err != nil {
		t.Fatal(err)
	}
	l := sumUp(cal, []history.Slice{
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

// FuzzDays requests arbitrary days in arbitrary zones. They are refused, or listed
// one by one within the limit and the time span.
func FuzzDays(f *testing.F) {
	for _, d := range []calendar.Days{
		{},
		{From: "1844-12-29", To: "1845-01-02", Zone: "Asia/Manila"},
		{From: "2011-12-01", To: "2012-01-31", Zone: "Pacific/Apia"},
		{From: "2011-12-30", To: "2011-12-30", Zone: "Pacific/Fakaofo"},
		{From: "1994-12-31", To: "1995-01-01", Zone: "Pacific/Kiritimati"},
		{From: "1969-09-30", To: "1969-10-01", Zone: "Pacific/Kwajalein"},
		{From: "0001-01-01", To: "9999-12-31"},
		{From: "1970-01-01", To: "1973-01-03", Zone: "Africa/Monrovia"},
		{From: "2027-01-01", To: "2027-12-31", Zone: "America/St_Johns"},
		{To: "-001-01-01", Zone: "Local"},
		{From: "2024-02-30", Zone: "../UTC"},
	} {
		f.Add(d.From, d.To, d.Zone, int64(1_795_303_800))
	}
	f.Fuzz(func(t *testing.T, from, to, zone string, now int64) {
		clock := time.Unix(now%(1<<32), 0)
		c, err := calendar.Days{From: from, To: to, Zone: zone}.Read(clock, mostDays)
		if err != nil {
			if music.CodeOf(err) != music.Invalid {
				t.Fatal(err)
			}
			return
		}
		days, in := days(c), span(c)
		if len(days) == 0 || len(days) > mostDays.Days+1 || days[0].Date != c.First.Format(time.DateOnly) || days[len(days)-1].Date != c.Last.Format(time.DateOnly) {
			t.Fatalf("%d days", len(days))
		}
		if in.To.Before(in.From) || in.From.Unix() < 0 || in.To.Sub(in.From) > time.Duration(len(days)+2)*24*time.Hour {
			t.Fatalf("%+v", in)
		}
		for i := 1; i < len(days); i++ {
			if days[i].Date <= days[i-1].Date {
				t.Fatalf("%s after %s", days[i].Date, days[i-1].Date)
			}
		}
	})
}
