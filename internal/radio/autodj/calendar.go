package autodj

import (
	"cmp"
	"slices"
	"time"

	"sonora/internal/station"
)

// Calendar holds the shows of a station in its time zone.
type Calendar struct {
	Shows []station.Show
	Zone  *time.Location
}

// wall returns the moment at which a wall clock shows a time of day, in minutes
// after midnight. For a time that the clock skips, it is the moment of the
// change and skipped is true; for a time that occurs twice, it is the first.
func wall(year int, month time.Month, day, minutes int, zone *time.Location) (at time.Time, skipped bool) {
	wanted := time.Date(year, month, day, 0, minutes, 0, 0, time.UTC)
	at = time.Date(wanted.Year(), wanted.Month(), wanted.Day(), wanted.Hour(), wanted.Minute(), 0, 0, zone)
	begin, end := at.ZoneBounds()
	if ahead := clock(at).Sub(wanted); ahead != 0 {
		if ahead > 0 { // calculated with the offset before the clock change
			return begin, true
		}
		return end, true
	}
	if !begin.IsZero() {
		_, now := at.Zone()
		_, before := begin.Add(-time.Second).Zone()
		if first := at.Add(-time.Duration(before-now) * time.Second); first.Before(begin) && clock(first).Equal(wanted) {
			return first, false
		}
	}
	return at, false
}

// clock returns what the wall clock shows, as a time in UTC.
func clock(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, time.UTC)
}

// hours returns one occurrence of a show. It ends by the wall clock; one whose
// start was skipped keeps its duration.
func (c *Calendar) hours(s *station.Show, day time.Time) station.ShowTime {
	y, m, d := day.Date()
	from, skipped := wall(y, m, d, s.StartMinute, c.Zone)
	to, _ := wall(y, m, d, s.StartMinute+s.Minutes, c.Zone)
	if kept := from.Add(time.Duration(s.Minutes) * time.Minute); skipped || !to.After(from) {
		to = kept
	}
	return station.ShowTime{Show: *s, From: from, To: to}
}

// begins reports whether an occurrence of a show begins on a day.
func begins(s *station.Show, day time.Time) bool {
	text := day.Format(time.DateOnly)
	weekday := (int(day.Weekday()) + 6) % 7 // Monday is 0
	return s.Days&(1<<weekday) != 0 && (s.FirstDay == "" || text >= s.FirstDay) && (s.LastDay == "" || text <= s.LastDay)
}

// Times returns all occurrences of all shows that touch a span, ordered by
// start, including overlapping ones.
func (c *Calendar) Times(from, to time.Time) []station.ShowTime {
	var times []station.ShowTime
	first := clock(from.In(c.Zone)).Truncate(24*time.Hour).AddDate(0, 0, -2) // a show may last a day, and the clocks may change
	last := clock(to.In(c.Zone))
	for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
		for i := range c.Shows {
			if !begins(&c.Shows[i], day) {
				continue
			}
			if t := c.hours(&c.Shows[i], day); t.From.Before(to) && t.To.After(from) {
				times = append(times, t)
			}
		}
	}
	slices.SortStableFunc(times, func(a, b station.ShowTime) int { return a.From.Compare(b.From) })
	return times
}

// stronger orders overlapping occurrences, the one with priority first: live
// before hard start before soft start, then the shorter one, then the one
// created later.
func stronger(a, b *station.ShowTime) int {
	return cmp.Or(
		-compareBool(a.Show.Kind == station.ShowLive, b.Show.Kind == station.ShowLive),
		-compareBool(a.Show.IsHard, b.Show.IsHard),
		cmp.Compare(a.Show.Minutes, b.Show.Minutes),
		b.Show.CreatedAt.Compare(a.Show.CreatedAt),
		cmp.Compare(b.Show.ID, a.Show.ID),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// At returns the occurrence that is on air at a time; nil for none.
func At(times []station.ShowTime, at time.Time) *station.ShowTime {
	var best *station.ShowTime
	for i := range times {
		t := &times[i]
		if !t.From.After(at) && t.To.After(at) && (best == nil || stronger(t, best) < 0) {
			best = t
		}
	}
	return best
}

// maxEarlyDJ is how long before a live show its DJ may go on air.
const maxEarlyDJ = 10 * time.Minute

// liveShow returns the live show to which a broadcast belongs that began at since and
// is on air now: the show that is scheduled now, after its end the last one, before
// it the one for which the DJ came early; nil for none.
func (c *Calendar) liveShow(since, now time.Time) *station.ShowTime {
	live := Calendar{Zone: c.Zone}
	for i := range c.Shows {
		if c.Shows[i].Kind == station.ShowLive {
			live.Shows = append(live.Shows, c.Shows[i])
		}
	}
	end := since.Add(maxEarlyDJ)
	if !end.After(now) {
		end = now.Add(time.Nanosecond)
	}
	times := live.Times(since, end)
	if on := At(times, now); on != nil || len(times) == 0 {
		return on
	}
	last := &times[0]
	for i := range times {
		if t := &times[i]; !t.To.After(now) && t.To.After(last.To) {
			last = t
		}
	}
	return last
}

// Resolve cuts overlapping occurrences so that there is at most one at any
// time. A show that another one interrupts continues afterwards.
func Resolve(times []station.ShowTime, from, to time.Time) []station.ShowTime {
	edges := []time.Time{from, to}
	for _, t := range times {
		for _, edge := range []time.Time{t.From, t.To} {
			if edge.After(from) && edge.Before(to) {
				edges = append(edges, edge)
			}
		}
	}
	slices.SortFunc(edges, time.Time.Compare)
	edges = slices.CompactFunc(edges, time.Time.Equal)
	var resolved []station.ShowTime
	for i := range len(edges) - 1 {
		on := At(times, edges[i])
		if on == nil {
			continue
		}
		if n := len(resolved) - 1; n >= 0 && resolved[n].To.Equal(edges[i]) && resolved[n].Show.ID == on.Show.ID {
			resolved[n].To = edges[i+1]
			continue
		}
		part := *on
		part.From, part.To = edges[i], edges[i+1]
		resolved = append(resolved, part)
	}
	return resolved
}
