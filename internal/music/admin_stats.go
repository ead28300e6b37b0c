package music

import "time"

// AdminStats are the figures on the operator's overview.
type AdminStats struct {
	Stations    int
	Playlists   int
	Songs       int // tracks with a file
	Mixes       int
	ActiveMixes int

	// Generated counts the tracks marked as made by AI, also those that no
	// server of ours made, and that nobody reviews.
	Generated int

	Users       int
	ActiveToday int // people whose devices or players sent a request today

	StreamsToday   int // plays that count; see CountsAsPlay
	StreamsWeek    int // in the last seven days
	StreamsWeekAgo int // in the seven days before those
}

// WeekChange returns by how many percent the last seven days differ from the
// seven days before. ok is false if there were no plays then.
func (s *AdminStats) WeekChange() (percent float64, ok bool) {
	if s.StreamsWeekAgo == 0 {
		return 0, false
	}
	return float64(s.StreamsWeek-s.StreamsWeekAgo) / float64(s.StreamsWeekAgo) * 100, true
}

// DayBegan returns when the day of t began in the operator's time zone.
func (s *Settings) DayBegan(t time.Time) time.Time {
	zone, err := time.LoadLocation(s.Timezone)
	if err != nil {
		zone = time.UTC // the system has no time zone database
	}
	year, month, day := t.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, zone)
}
