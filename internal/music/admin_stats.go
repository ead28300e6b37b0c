package music

import "time"

// AdminStats are the figures of the operator's first screen. Nobody probes
// stations yet, so none is online, see Station.
type AdminStats struct {
	Stations    int
	Playlists   int
	Songs       int // with a file
	Mixes       int
	ActiveMixes int

	// What was made by machine. There are no reviews yet: whatever is in the
	// library is approved.
	Generated int

	Users       int
	ActiveToday int // people whose devices or players asked for anything today

	StreamsToday   int // listens that count, see CountsAsPlay
	StreamsWeek    int // of the last seven days
	StreamsWeekAgo int // of the seven days before
}

// WeekChange is by how many percent the last seven days differ from those
// before; false when there is nothing to compare with.
func (s *AdminStats) WeekChange() (percent float64, ok bool) {
	if s.StreamsWeekAgo == 0 {
		return 0, false
	}
	return float64(s.StreamsWeek-s.StreamsWeekAgo) / float64(s.StreamsWeekAgo) * 100, true
}

// DayBegan is when the day that t is in began in the operator's time zone.
func (s *Settings) DayBegan(t time.Time) time.Time {
	zone, err := time.LoadLocation(s.Timezone)
	if err != nil {
		zone = time.UTC // this system knows no zones
	}
	year, month, day := t.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, zone)
}
