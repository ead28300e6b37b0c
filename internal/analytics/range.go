package analytics

import (
	"time"

	"sonora/internal/music"
)

// Range is the days that figures are asked for, in a time zone.
type Range struct {
	From, To string // YYYY-MM-DD; "" for the last 30 days until today
	Zone     string // of the tz database; "" for UTC
}

// Step is the length of the steps in which figures are shown.
type Step string

// The steps.
const (
	Hourly  Step = "hour"
	Daily   Step = "day"
	Weekly  Step = "week" // seven days from the first one of the range
	Monthly Step = "month"
)

const (
	defaultDays = 30
	maxDays     = 5*366 + 1
	firstYear   = 1970
	dateLayout  = time.DateOnly
	// Up to so many days, the steps are hours, days or weeks.
	hourlyDays, dailyDays, weeklyDays = 2, 92, 400
)

// calendar is the parsed form of Range.
type calendar struct {
	zone        *time.Location
	first, last time.Time // midnights in UTC, where every day has 24 hours
}

func (r Range) read(now time.Time) (calendar, error) {
	f := music.FieldErrors{}
	zone, err := time.LoadLocation(r.Zone)
	if err != nil || r.Zone == "Local" { // that of the server
		f.Add("tz", "There is no such time zone.")
		zone = time.UTC
	}
	y, m, d := now.In(zone).Date()
	c := calendar{zone: zone, last: time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
	if r.To != "" {
		c.last = date(f, "to", r.To, now)
	}
	c.first = c.last.AddDate(0, 0, 1-defaultDays)
	if r.From != "" {
		c.first = date(f, "from", r.From, now)
	}
	if err := f.Err("tz", "from", "to"); err != nil {
		return c, err
	}
	if c.last.Before(c.first) {
		f.Add("to", "The last day is before the first.")
	} else if c.days() > maxDays {
		f.Add("from", "Choose at most five years.")
	}
	return c, f.Err("from", "to")
}

func date(f music.FieldErrors, field, text string, now time.Time) time.Time {
	day, err := time.Parse(dateLayout, text)
	switch {
	case err != nil || day.Year() < 1:
		f.Add(field, "Enter a date such as 2026-11-20.")
	case day.Year() < firstYear || day.Year() > now.Year()+1:
		f.Add(field, "Choose a day from 1970 until next year.")
	}
	return day
}

// days returns how many days the range has.
func (c calendar) days() int { return int(c.last.Sub(c.first).Hours()/24) + 1 }

// before returns the days before, as many as these.
func (c calendar) before() calendar {
	return calendar{c.zone, c.first.AddDate(0, 0, -c.days()), c.first.AddDate(0, 0, -1)}
}

// midnight returns the beginning of a day in the zone.
func (c calendar) midnight(day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, c.zone)
}

func (c calendar) step() Step {
	switch days := c.days(); {
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
func (c calendar) bounds() []time.Time {
	end := c.midnight(c.last.AddDate(0, 0, 1))
	if c.step() == Hourly {
		return hourly(c.midnight(c.first), end)
	}
	var list []time.Time
	for day := c.first; !day.After(c.last); {
		list = append(list, c.midnight(day))
		switch c.step() {
		case Daily:
			day = day.AddDate(0, 0, 1)
		case Weekly:
			day = day.AddDate(0, 0, 7)
		default:
			day = time.Date(day.Year(), day.Month()+1, 1, 0, 0, 0, 0, time.UTC)
		}
	}
	return append(list, end)
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
func (c calendar) weeks() []time.Time {
	list := make([]time.Time, cohortWeeks+1)
	for i := range list {
		list[i] = c.midnight(c.last.AddDate(0, 0, 1-7*(cohortWeeks-i)))
	}
	return list
}
