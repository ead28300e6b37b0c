// Package calendar reads the days that people ask for, in their time zones.
package calendar

import (
	"time"
	_ "time/tzdata" // for servers without a time zone database

	"sonora/internal/music"
)

const (
	defaultDays = 30
	firstYear   = 1970
)

// Days is the days that somebody asks for.
type Days struct {
	From, To string // YYYY-MM-DD; "" for the last 30 days until today
	Zone     string // of the tz database; "" for UTC
}

// Limit is how many days somebody may ask for.
type Limit struct {
	Days    int           // between the first and the last
	TooMany music.Message // what is said otherwise
}

// Range is a range of days.
type Range struct {
	Zone        *time.Location
	First, Last time.Time // midnights in UTC, where every day has 24 hours
}

// Read parses and checks the days. It returns Invalid for days or a zone that do not
// exist, and for too many days.
func (d Days) Read(now time.Time, limit Limit) (Range, error) {
	f := music.FieldErrors{}
	zone, err := time.LoadLocation(d.Zone)
	if err != nil || d.Zone == "Local" { // that of the server
		f.Add("tz", "There is no such time zone.")
		zone = time.UTC
	}
	r := Range{Zone: zone, Last: dateOf(now.In(zone))}
	if d.To != "" {
		r.Last = date(f, "to", d.To, now)
	}
	r.First = r.Last.AddDate(0, 0, 1-defaultDays)
	if d.From != "" {
		r.First = date(f, "from", d.From, now)
	}
	if err := f.Err("tz", "from", "to"); err != nil {
		return r, err
	}
	if r.Last.Before(r.First) {
		f.Add("to", "The last day is before the first.")
	} else if r.First.AddDate(0, 0, limit.Days).Before(r.Last) {
		f.Note("from", limit.TooMany)
	}
	return r, f.Err("from", "to")
}

func date(f music.FieldErrors, field, text string, now time.Time) time.Time {
	day, err := time.Parse(time.DateOnly, text) // in UTC
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

// Len returns how many days the range has.
func (r Range) Len() int { return int(r.Last.Sub(r.First)/(24*time.Hour)) + 1 }

// Begin returns when the first day begins. No day begins before 1970 in any zone.
func (r Range) Begin() time.Time {
	begin, epoch := r.Midnight(r.First), time.Unix(0, 0)
	if begin.Before(epoch) {
		return epoch
	}
	return begin
}

// End returns when the last day ends.
func (r Range) End() time.Time { return r.Midnight(r.Last.AddDate(0, 0, 1)) }

// Midnight returns the start of a date in the zone. If the clocks skip 0:00, that is
// a later time; if the whole date was skipped, the start of the next; if midnight
// comes twice, the first.
func (r Range) Midnight(date time.Time) time.Time {
	m := time.Date(date.Year(), date.Month(), date.Day(), 0, 0, 0, 0, r.Zone)
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
