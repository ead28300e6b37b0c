package autodj

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/station"
)

func weekly(id string, start, minutes int, change ...func(*station.Show)) station.Show {
	s := station.Show{ID: id, Name: id, Kind: station.ShowAutoDJ, Days: 127, StartMinute: start, Minutes: minutes}
	for _, c := range change {
		c(&s)
	}
	return s
}

func TestDaylightSaving(t *testing.T) {
	for _, c := range []struct {
		zone, day      string
		start, minutes int
		from, to       string // UTC
	}{
		// Madrid, 29 March 2026: 02:00 is 03:00, at 01:00 UTC.
		{"Europe/Madrid", "2026-03-29", 150, 30, "2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z"},
		{"Europe/Madrid", "2026-03-29", 60, 120, "2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z"},
		{"Europe/Madrid", "2026-03-29", 90, 60, "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		{"Europe/Madrid", "2026-03-29", 180, 60, "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"},
		{"Europe/Madrid", "2026-03-28", 1380, 300, "2026-03-28T22:00:00Z", "2026-03-29T02:00:00Z"},
		// 25 October: 03:00 is 02:00 again, at 01:00 UTC.
		{"Europe/Madrid", "2026-10-25", 150, 30, "2026-10-25T00:30:00Z", "2026-10-25T02:00:00Z"},
		{"Europe/Madrid", "2026-10-25", 120, 30, "2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z"},
		{"Europe/Madrid", "2026-10-25", 60, 180, "2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z"},
		// New York, 8 March: 02:00 is 03:00, at 07:00 UTC; 1 November: 02:00 is 01:00 again, at 06:00 UTC.
		{"America/New_York", "2026-03-08", 150, 45, "2026-03-08T07:00:00Z", "2026-03-08T07:45:00Z"},
		{"America/New_York", "2026-11-01", 75, 30, "2026-11-01T05:15:00Z", "2026-11-01T05:45:00Z"},
		{"America/New_York", "2026-11-01", 120, 60, "2026-11-01T07:00:00Z", "2026-11-01T08:00:00Z"},
		{"UTC", "2026-11-01", 0, 1440, "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"},
	} {
		show := weekly("w", c.start, c.minutes, func(s *station.Show) { s.FirstDay, s.LastDay = c.day, c.day })
		day, err := time.Parse(time.DateOnly, c.day)
		if err != nil {
			t.Fatal(err)
		}
		calendar := Calendar{[]station.Show{show}, zone(t, c.zone)}
		times := calendar.Times(day.Add(-48*time.Hour), day.Add(96*time.Hour))
		if len(times) != 1 {
			t.Errorf("%+v: %d times", c, len(times))
			continue
		}
		if from, to := times[0].From.UTC().Format(time.RFC3339), times[0].To.UTC().Format(time.RFC3339); from != c.from || to != c.to {
			t.Errorf("%+v: %s to %s", c, from, to)
		}
	}
}

// TestDailyShowOccursOnceADay checks that a daily show occurs exactly once a day
// over several years.
func TestDailyShowOccursOnceADay(t *testing.T) {
	zones := []string{"Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Kathmandu", "Africa/Cairo"}
	rapid.Check(t, func(r *rapid.T) {
		z := zone(t, rapid.SampledFrom(zones).Draw(r, "zone"))
		minute := rapid.IntRange(0, 1439).Draw(r, "minute")
		c := Calendar{[]station.Show{weekly("w", minute, rapid.IntRange(1, 1440).Draw(r, "minutes"))}, z}
		from := time.Date(2024, 1, 1, 12, 0, 0, 0, z).AddDate(0, 0, rapid.IntRange(0, 1200).Draw(r, "day"))
		times := c.Times(from, from.AddDate(0, 0, 40))
		days := map[string]int{}
		for i, s := range times {
			days[s.From.In(z).Format(time.DateOnly)]++
			if !s.To.After(s.From) {
				r.Fatalf("%v to %v", s.From, s.To)
			}
			if at := s.From.In(z); at.Hour()*60+at.Minute() != minute {
				if _, before := at.Add(-time.Second).Zone(); before == offset(at) {
					r.Fatalf("%v instead of minute %d", at, minute)
				}
			}
			if i > 0 && !s.From.After(times[i-1].From) {
				r.Fatalf("%v and %v", times[i-1].From, s.From)
			}
		}
		for day, n := range days {
			if n != 1 {
				r.Fatalf("%d times on %s", n, day)
			}
		}
		if len(days) < 40 {
			r.Fatalf("%d days", len(days))
		}
	})
}

func offset(t time.Time) int {
	_, o := t.Zone()
	return o
}

func TestOverlap(t *testing.T) {
	at := func(hour, minute int) time.Time { return time.Date(2026, 3, 2, hour, minute, 0, 0, time.UTC) }
	hard := func(s *station.Show) { s.IsHard = true }
	live := func(s *station.Show) { s.Kind = station.ShowLive }
	later := func(s *station.Show) { s.CreatedAt = at(1, 0) }
	c := Calendar{[]station.Show{
		weekly("day", 8*60, 720), weekly("noon", 12*60, 120), weekly("hard", 13*60, 300, hard), weekly("live", 14*60, 30, live), weekly("twin", 12*60, 120, later),
	}, time.UTC}
	want := []string{"day 08:00 12:00", "twin 12:00 13:00", "hard 13:00 14:00", "live 14:00 14:30", "hard 14:30 18:00", "day 18:00 20:00"}
	times := Resolve(c.Times(at(0, 0), at(23, 59)), at(0, 0), at(23, 59))
	for i, s := range times {
		if got := s.Show.ID + s.From.Format(" 15:04") + s.To.Format(" 15:04"); i >= len(want) || got != want[i] {
			t.Errorf("%d: %s", i, got)
		}
	}
	if len(times) != len(want) {
		t.Errorf("%d parts", len(times))
	}
}

// TestLiveShowOfABroadcast checks to which show a broadcast belongs whose DJ comes
// early, stays longer, or connects again.
func TestLiveShowOfABroadcast(t *testing.T) {
	at := func(clock string) time.Time {
		parsed, err := time.Parse("2 15:04:05", clock)
		if err != nil {
			t.Fatal(err)
		}
		return parsed.AddDate(2026, 2, 0)
	}
	live := func(s *station.Show) { s.Kind = station.ShowLive }
	c := Calendar{[]station.Show{
		weekly("ten", 10*60, 60, live), weekly("twelve", 12*60, 120, live), weekly("inside", 12*60+30, 30, live), weekly("lists", 11*60, 60),
		weekly("night", 20*60, 720, live),
	}, time.UTC}
	for _, x := range []struct{ since, now, want string }{
		{"2 09:49:00", "2 09:49:30", ""},
		{"2 09:51:00", "2 09:51:30", "ten 2 10:00"},
		{"2 09:00:00", "2 09:55:00", ""}, // another broadcast, which goes on until the show
		{"2 09:00:00", "2 10:00:00", "ten 2 10:00"},
		{"2 10:10:00", "2 10:20:00", "ten 2 10:00"},
		{"2 10:20:02", "2 10:20:02", "ten 2 10:00"}, // connected again
		{"2 09:51:00", "2 11:10:00", "ten 2 10:00"}, // stays longer
		{"2 10:59:59", "2 11:10:00", "ten 2 10:00"},
		{"2 11:00:00", "2 11:10:00", ""},
		{"2 11:00:00", "2 11:59:00", ""},
		{"2 10:00:00", "2 12:00:00", "twelve 2 12:00"}, // stays for the next
		{"2 12:05:00", "2 12:40:00", "inside 2 12:30"},
		{"2 12:05:00", "2 13:10:00", "twelve 2 12:00"}, // goes on after the one inside
		{"2 10:00:00", "2 14:10:00", "twelve 2 12:00"}, // the last to end
		{"3 03:00:00", "3 03:00:00", "night 2 20:00"},
		{"3 10:00:00", "3 10:00:00", "ten 3 10:00"},
	} {
		got := ""
		if show := c.liveShow(at(x.since), at(x.now)); show != nil {
			got = show.Show.ID + show.From.Format(" 2 15:04")
		}
		if got != x.want {
			t.Errorf("on air since %s, at %s: %q, want %q", x.since, x.now, got, x.want)
		}
	}
}

func TestNextMinute(t *testing.T) {
	for _, c := range []struct {
		after  string
		minute int
		zone   string
		want   string
	}{
		{"2026-03-02T09:17:30Z", 0, "UTC", "2026-03-02T10:00:00Z"},
		{"2026-03-02T09:17:30Z", 17, "UTC", "2026-03-02T10:17:00Z"},
		{"2026-03-02T09:17:00Z", 18, "UTC", "2026-03-02T09:18:00Z"},
		{"2026-03-02T09:17:00Z", 0, "Asia/Kathmandu", "2026-03-02T10:15:00Z"},
		{"2026-03-29T00:59:00Z", 30, "Europe/Madrid", "2026-03-29T01:30:00Z"},
	} {
		after, err := time.Parse(time.RFC3339, c.after)
		if err != nil {
			t.Fatal(err)
		}
		if got := nextMinute(after, c.minute, zone(t, c.zone)).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
