package music

import (
	"slices"
	"time"
)

// Station is a radio station. Whether it is on air and how many listen is no
// part of it: that changes by the second and is for whoever probes the stream
// to say. Until something does, a station counts as off air with no listeners.
type Station struct {
	ID          string
	OwnerID     string // who added it; "" when they are gone
	Name        string
	Description string
	Genre       string
	Country     string
	StreamURL   string
	MetadataURL string // "" for none
	LogoURL     string // "" for none
	Kind        StationKind
	Bitrate     int    // kbit/s
	Format      string // such as MP3
	IsPublic    bool   // visitors see it
	CreatedAt   time.Time
}

// StationKind says what a station's server speaks.
type StationKind string

// Kinds of servers.
const (
	Icecast   StationKind = "icecast"
	Shoutcast StationKind = "shoutcast"
)

// StationKinds lists every kind, the default first.
var StationKinds = []StationKind{Icecast, Shoutcast}

// NewStation returns a station with what the form proposes.
func NewStation() Station {
	return Station{Kind: Icecast, Bitrate: 128, Format: "MP3", IsPublic: true}
}

const (
	leastBitrate = 8
	mostBitrate  = 10_000
	maxFormat    = 20
)

// Check tidies what people wrote and returns what breaks a rule, by the
// fields of the admin form.
func (s *Station) Check() error {
	for _, text := range []*string{&s.Name, &s.Description, &s.Genre, &s.Country, &s.StreamURL, &s.MetadataURL, &s.LogoURL, &s.Format} {
		*text = Tidy(*text)
	}
	f := FieldErrors{}
	f.require("name", s.Name, "Name is required.")
	f.CheckLine("name", s.Name, maxTitle)
	f.CheckText("description", s.Description, maxDescription)
	f.CheckLine("genre", s.Genre, maxWord)
	f.CheckLine("country", s.Country, maxWord)
	f.require("streamUrl", s.StreamURL, "Stream URL is required.")
	f.checkAddress("streamUrl", s.StreamURL, false)
	f.checkAddress("metadataUrl", s.MetadataURL, false)
	f.checkAddress("logo", s.LogoURL, true)
	if !slices.Contains(StationKinds, s.Kind) {
		f.Add("type", "Choose one of "+string(Icecast+", "+Shoutcast)+".")
	}
	f.within("bitrate", float64(s.Bitrate), leastBitrate, mostBitrate)
	f.require("format", s.Format, "Format is required.")
	f.CheckLine("format", s.Format, maxFormat)
	return f.Err("name", "streamUrl", "type", "bitrate", "format")
}
