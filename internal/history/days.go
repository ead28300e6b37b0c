package history

import (
	"time"
	_ "time/tzdata" // servers without a database of time zones know them too

	"sonora/internal/music"
)

const (
	dateLayout  = "2006-01-02"
	defaultDays = 30
	longest     = 3 * 366 // days
)

// Days are some days of a person's calendar.
type Days struct {
	From, To string // YYYY-MM-DD; "" for the last 30 days until today
	Zone     string // of the tz database; "" for UTC
}

// calendar is Days, understood.
type calendar struct {
	zone        *time.Location
	first, last time.Time // noons, so that no change of the clocks moves a day
}

// read checks what days are asked for.
func (d Days) read(now time.Time) (calendar, error) {
	f := music.FieldErrors{}
	zone, err := zoneOf(d.Zone)
	if err != nil {
		f.Add("tz", "There is no such time zone.")
		zone = time.UTC
	}
	c := calendar{zone: zone, last: noon(now.In(zone))}
	if d.To != "" {
		c.last = date(f, "to", d.To, zone)
	}
	c.first = c.last.AddDate(0, 0, 1-defaultDays)
	if d.From != "" {
		c.first = date(f, "from", d.From, zone)
	}
	if err := f.Err("tz", "from", "to"); err != nil {
		return c, err
	}
	if c.last.Before(c.first) {
		f.Add("to", "The last day is before the first.")
	} else if c.first.AddDate(0, 0, longest).Before(c.last) {
		f.Add("from", "Choose at most three years.")
	}
	return c, f.Err("from", "to")
}

// zoneOf knows the names of the tz database, but not where the server stands.
func zoneOf(name string) (*time.Location, error) {
	if name == "Local" {
		return nil, music.NewError(music.Invalid, "There is no such time zone.")
	}
	return time.LoadLocation(name)
}

func date(f music.FieldErrors, field, text string, zone *time.Location) time.Time {
	day, err := time.Parse(dateLayout, text) // in UTC, where every day has a midnight
	if err != nil || day.Year() < 1 {
		f.Add(field, "Enter a date such as 2026-11-20.")
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, zone)
}

func noon(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, t.Location())
}

// midnight is when a day begins, which is not at 0:00 where the clocks change then.
func midnight(t time.Time) time.Time {
	m := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
	if m.Day() != t.Day() {
		m = m.Add(time.Hour)
	}
	return m
}

// span is the time of all days.
func (c calendar) span() music.Span {
	return music.Span{From: midnight(c.first), To: midnight(c.last.AddDate(0, 0, 1))}
}

// days lists every day without a sound.
func (c calendar) days() []music.ListeningDay {
	var days []music.ListeningDay
	for day := c.first; !day.After(c.last); day = day.AddDate(0, 0, 1) {
		days = append(days, music.ListeningDay{Date: day.Format(dateLayout)})
	}
	return days
}
