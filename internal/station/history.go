package station

import (
	"time"

	"sonora/internal/music"
)

// Play is something that was on air, or is.
type Play struct {
	ID        string
	StationID string
	Began     time.Time
	Ended     time.Time // zero: it is on air
	TrackID   string    // of the library; ""
	Artist    string
	Title     string
	Source    string // as OnAir.Source
	DJ        string
	Reason    string       // why it was chosen; ""
	Listeners int          // at its beginning
	Curve     []int        // listeners every ten seconds
	Track     *music.Track // nil when the viewer may not see it
}

// LogEntry is an entry in the log of a station, for its owner.
type LogEntry struct {
	Seq       int64
	StationID string
	At        time.Time
	Kind      string // decision, source, encoder, silence, relay, schedule, error
	Text      string
}

// Session is somebody who listened.
type Session struct {
	StationID string
	AccountID string // "" for visitors
	Began     time.Time
	Seconds   float64
	Format    string
}

// Hour counts the listening of one hour.
type Hour struct {
	At       time.Time // its beginning
	Sessions int       // that began in it
	Seconds  float64   // they listened, also beyond it
	People   int       // accounts among them
}
