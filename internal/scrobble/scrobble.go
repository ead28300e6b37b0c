// Package scrobble is the domain of listens that people have sent to services such
// as ListenBrainz and Last.fm.
package scrobble

import (
	"time"

	"sonora/internal/music"
)

// Service is where listens are sent.
type Service string

// The services.
const (
	ListenBrainz Service = "listenbrainz" // or another server with its API
	LastFM       Service = "lastfm"       // or another one that the operator names
)

// Services lists every service in the order in which people see them.
var Services = []Service{ListenBrainz, LastFM}

var titles = map[Service]string{ListenBrainz: "ListenBrainz", LastFM: "Last.fm"}

// Title is the name of a service as people know it.
func (s Service) Title() string { return titles[s] }

// Connection is a person's account at a service.
type Connection struct {
	Seq         int64
	AccountID   string
	Service     Service
	Server      string // address of another server with the service's API; "" for the service itself
	Name        string // of the person at the service
	Secret      []byte // sealed
	ConnectedAt time.Time
	Stopped     bool          // nothing is sent until the person connects again
	Problem     music.Message // why nothing can be sent at the moment
	Failures    int           // in a row
	Waiting     int           // listens to be sent
	Sent        int
	Refused     int       // listens that the service did not want
	SentAt      time.Time // when the last listens were sent; zero for never
}

// Listen is one listen as services know it.
type Listen struct {
	Seq int64 // in the outbox; 0 for what plays now
	At  time.Time
	Song
}

// Song is a track as services know it.
type Song struct {
	Title       string
	Artist      string
	Album       string // "" for none
	AlbumArtist string
	Duration    time.Duration
	Number      int // on its disc; 0 if unknown
	ISRC        string
	// MusicBrainz IDs; "" if unknown.
	RecordingID string
	ReleaseID   string
	ArtistIDs   []string // nil unless they are known for every artist
}

// IsListen reports whether services take somebody to have listened to a track of a
// duration: half of it, or four minutes, as ListenBrainz and Last.fm ask.
func IsListen(listened, duration time.Duration) bool {
	return listened >= enough || duration > 0 && listened*2 >= duration
}

const enough = 4 * time.Minute
