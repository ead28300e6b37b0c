package station

import "time"

// Listening is a time during which somebody listened to a station.
type Listening struct {
	Seq       int64
	StationID string
	Name      string // of the station
	BeganAt   time.Time
	Seconds   int
	Format    string
}
