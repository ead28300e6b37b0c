package music

import "time"

// StationListening is a time somebody listened to a station.
type StationListening struct {
	Seq       int64
	StationID string
	Name      string // of the station
	BeganAt   time.Time
	Seconds   int
	Format    string
}
