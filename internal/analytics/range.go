package analytics

import (
	"time"

	"sonora/internal/calendar"
	"sonora/internal/music"
	"sonora/internal/store/analytics"
)

var mostDays = calendar.Limit{Days: 5 * 366, TooMany: music.Say("Choose at most five years.")}

// Step is the length of the steps in which figures are shown.
type Step string

// The steps.
const (
	Hourly  Step = "hour"
	Daily   Step = "day"
	Weekly  Step = "week" // seven days from the first one of the range
	Monthly Step = "month"
)

// Up to so many days, the steps are hours, days or weeks.
const hourlyDays, dailyDays, weeklyDays = 2, 92, 400

func stepOf(r calendar.Range) Step {
	switch days := r.Len(); {
	case days <= hourlyDays:
		return Hourly
	case days <= dailyDays:
		return Daily
	case days <= weeklyDays:
		return Weekly
	}
	return Monthly
}

// bounds returns when the steps begin, and then when the last one ends.
func bounds(r calendar.Range) []time.Time {
	step := stepOf(r)
	if step == Hourly {
		return hourly(r.Begin(), r.End())
	}
	var list []time.Time
	for day := r.First; !day.After(r.Last); {
		list = append(list, r.Midnight(day))
		switch step {
		case Daily:
			day = day.AddDate(0, 0, 1)
		case Weekly:
			day = day.AddDate(0, 0, 7)
		default:
			day = time.Date(day.Year(), day.Month()+1, 1, 0, 0, 0, 0, time.UTC)
		}
	}
	return append(list, r.End())
}

func hourly(at, end time.Time) (list []time.Time) {
	for ; at.Before(end); at = at.Add(time.Hour) {
		list = append(list, at)
	}
	return append(list, end)
}

// cohortWeeks is how many weeks a table of retention has.
const cohortWeeks = 12

// weeks returns the bounds of the last weeks of the range, as many as a table of
// retention has.
func weeks(r calendar.Range) []time.Time {
	list := make([]time.Time, cohortWeeks+1)
	for i := range list {
		list[i] = r.Midnight(r.Last.AddDate(0, 0, 1-7*(cohortWeeks-i)))
	}
	return list
}

// before returns the days before a range, as many as it has.
func before(r calendar.Range) calendar.Range {
	return calendar.Range{Zone: r.Zone, First: r.First.AddDate(0, 0, -r.Len()), Last: r.First.AddDate(0, 0, -1)}
}

func span(r calendar.Range) analytics.Span { return analytics.Span{From: r.Begin(), To: r.End()} }
