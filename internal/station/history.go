package station

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/origin"
)

// Play is something that is or was on air.
type Play struct {
	ID        string
	StationID string
	Began     time.Time
	Ended     time.Time // zero while on air
	TrackID   string    // of the library; ""
	Artist    string
	Title     string
	Source    string // same values as OnAir.Source
	DJ        string
	Reason    string       // why it was chosen, as JSON; ""
	Listeners int          // when it began
	Curve     []int        // listeners every ten seconds
	Track     *music.Track // nil when the viewer may not see it
}

// LogEntry is an entry in a station's log, for its owner.
type LogEntry struct {
	Seq       int64
	StationID string
	At        time.Time
	Kind      string // decision, source, encoder, silence, relay, schedule, error
	Text      music.Message
}

// Session is one listener's time with a station.
type Session struct {
	StationID string
	AccountID string // "" for visitors
	Began     time.Time
	Seconds   float64
	Format    string
	Origin    origin.Origin
}

// Hour summarizes the listening of one hour.
type Hour struct {
	At       time.Time // start of the hour
	Sessions int       // that began in it
	Seconds  float64   // listening time of those sessions, also after the hour
	People   int       // accounts among the listeners
}
