package listening

import (
	"time"
	_ "time/tzdata" // for servers without a time zone database

	"sonora/internal/history"
	"sonora/internal/music"
)

const (
	dateLayout  = "2006-01-02"
	defaultDays = 30
	maxDays     = 3 * 366 // days
	firstYear   = 1970
)

// Days is a range of days in a time zone.
type Days struct {
	From, To string // YYYY-MM-DD; "" for the last 30 days until today
	Zone     string // of the tz database; "" for UTC
}

// calendar is the parsed form of Days.
type calendar struct {
	zone        *time.Location
	first, last time.Time // midnights in UTC, where every day has 24 hours
}

// read parses and checks the days.
func (d Days) read(now time.Time) (calendar, error) {
	f := music.FieldErrors{}
	zone, err := zoneOf(d.Zone)
	if err != nil {
		f.Add("tz", "There is no such time zone.")
		zone = time.UTC
	}
	c := calendar{zone: zone, last: dateOf(now.In(zone))}
	if d.To != "" {
		c.last = date(f, "to", d.To, now)
	}
	c.first = c.last.AddDate(0, 0, 1-defaultDays)
	if d.From != "" {
		c.first = date(f, "from", d.From, now)
	}
	if err := f.Err("tz", "from", "to"); err != nil {
		return c, err
	}
	if c.last.Before(c.first) {
		f.Add("to", "The last day is before the first.")
	} else if c.first.AddDate(0, 0, maxDays).Before(c.last) {
		f.Add("from", "Choose at most three years.")
	}
	return c, f.Err("from", "to")
}

// zoneOf returns a zone of the tz database. It rejects "Local", the zone of the
// server.
func zoneOf(name string) (*time.Location, error) {
	if name == "Local" {
		return nil, music.NewError(music.Invalid, "There is no such time zone.")
	}
	return time.LoadLocation(name)
}

func date(f music.FieldErrors, field, text string, now time.Time) time.Time {
	day, err := time.Parse(dateLayout, text) // in UTC
	switch {
	case err != nil || day.Year() < 1:
		f.Add(field, "Enter a date such as 2026-11-20.")
	case day.Year() < firstYear || day.Year() > now.Year()+1:
		f.Add(field, "Choose a day from 1970 until next year.")
	}
	return day
}

// dateOf returns the date of a time, as midnight in UTC.
func dateOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// midnight returns the start of a date in a zone. If the clocks skip 0:00, that is
// a later time; if the whole date was skipped, the start of the next; if midnight
// comes twice, the first.
func midnight(date time.Time, zone *time.Location) time.Time {
	m := time.Date(date.Year(), date.Month(), date.Day(), 0, 0, 0, 0, zone)
	since, until := m.ZoneBounds()
	switch wall := wallOf(m); {
	case wall.Before(date) && !until.IsZero():
		return until
	case wall.After(date) && !since.IsZero():
		return since
	}
	if since.IsZero() {
		return m
	}
	_, before := since.Add(-time.Second).Zone()
	_, offset := m.Zone()
	if earlier := m.Add(time.Duration(offset-before) * time.Second); earlier.Before(since) && wallOf(earlier).Equal(date) {
		return earlier
	}
	return m
}

// wallOf returns what the clocks show at a time, as a time in UTC.
func wallOf(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

// span returns the time from the first to the end of the last day. No day is
// before 1970 in any zone.
func (c calendar) span() history.Span {
	in := history.Span{From: midnight(c.first, c.zone), To: midnight(c.last.AddDate(0, 0, 1), c.zone)}
	if epoch := time.Unix(0, 0); in.From.Before(epoch) {
		in.From = epoch
	}
	return in
}

// days returns an empty entry for every day.
func (c calendar) days() []history.Day {
	days := make([]history.Day, int(c.last.Sub(c.first)/(24*time.Hour))+1)
	for i := range days {
		days[i].Date = c.first.AddDate(0, 0, i).Format(dateLayout)
	}
	return days
}
