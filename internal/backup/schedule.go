package backup

import "time"

// Retention is how many scheduled backups of a kind are kept. Those that people
// made stay until people delete them.
var Retention = map[Kind]int{Hourly: 48, Daily: 30, Weekly: 12, Monthly: 24}

// hour is the hour of the day at which daily and rarer backups are made.
const hour = 3

// turn returns the beginning of the period that contains a time: a backup of the
// kind is due unless there is one since then.
func turn(kind Kind, now time.Time) time.Time {
	if kind == Hourly {
		return now.Truncate(time.Hour)
	}
	at := func(day time.Time) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, day.Location())
	}
	begin := now
	switch kind { //nolint:exhaustive // all others are daily
	case Weekly:
		begin = now.AddDate(0, 0, -int((now.Weekday()+6)%7)) // Monday
	case Monthly:
		begin = now.AddDate(0, 0, 1-now.Day())
	}
	if t := at(begin); !t.After(now) {
		return t
	}
	switch kind { // the period begins later today; all others are daily
	case Weekly:
		return at(begin.AddDate(0, 0, -7))
	case Monthly:
		return at(begin.AddDate(0, -1, 0))
	default:
		return at(begin.AddDate(0, 0, -1))
	}
}

// next returns when the period after the one that contains a time begins.
func next(kind Kind, now time.Time) time.Time {
	begin := turn(kind, now)
	switch kind { // all others are daily
	case Hourly:
		return begin.Add(time.Hour)
	case Weekly:
		return begin.AddDate(0, 0, 7)
	case Monthly:
		return begin.AddDate(0, 1, 0)
	default:
		return begin.AddDate(0, 0, 1)
	}
}

// expired returns the backups of a list, newest first, that are not kept. The
// newest of all always stays.
func expired(list []Backup) (gone []string) {
	kept := map[Kind]int{}
	for i, b := range list {
		limit, isLimited := Retention[b.Kind]
		if kept[b.Kind]++; isLimited && kept[b.Kind] > limit && i > 0 {
			gone = append(gone, b.Name)
		}
	}
	return gone
}
