// Package subsonic is the second edge: it speaks the OpenSubsonic API to the music
// apps that people already have. Like the first one, it has no rules: each endpoint
// decodes its parameters, calls a feature and encodes the answer. Each area is a
// package below this one, with an endpoints.go that names its endpoints.
package subsonic

import (
	"log/slog"
	"net/http"

	featurelistening "sonora/internal/listening"
	featureplaylist "sonora/internal/playlist"
	featurepodcast "sonora/internal/podcast"
	featureradio "sonora/internal/radio"
	featureshare "sonora/internal/share"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/profile"
	"sonora/internal/similarity"
	"sonora/internal/store"
	"sonora/internal/stream"
	"sonora/internal/subsonic/browse"
	"sonora/internal/subsonic/listening"
	"sonora/internal/subsonic/media"
	"sonora/internal/subsonic/person"
	"sonora/internal/subsonic/playlist"
	"sonora/internal/subsonic/podcast"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/radio"
	"sonora/internal/subsonic/share"
	"sonora/internal/subsonic/system"
)

const (
	Prefix  = protocol.Prefix  // Prefix is the path of all endpoints.
	MaxBody = protocol.MaxBody // MaxBody is the limit of a form in bytes.
)

// Recogniser identifies who sends a request, and knows where people reach the server.
type Recogniser interface {
	protocol.Recogniser
	// PublicOrigin returns the public address of the server, for links to share.
	PublicOrigin() string
}

// Config is what the edge needs. All fields are required.
type Config struct {
	Recogniser Recogniser
	Store      *store.Store
	Library    *library.Library
	Listening  *featurelistening.Service
	Playlists  *featureplaylist.Service
	Streams    *stream.Service
	Shares     *featureshare.Service
	Podcasts   *featurepodcast.Service
	Stations   *featureradio.Stations
	Similar    *similarity.Service
	Profile    *profile.Service
	Log        *slog.Logger
	Version    string // of the program

	// MayChange says why a person may change nothing now, or nil.
	MayChange func(v music.Viewer) error

	SendEpisode media.Send // sends an episode of a podcast
	SendStation media.Send // sends a station, as long as it is heard
}

// New returns what answers requests below Prefix.
func New(c Config) http.Handler {
	s := protocol.New(protocol.Config{Recogniser: c.Recogniser, MayChange: c.MayChange, Log: c.Log, Version: c.Version})
	browse.Register(s, browse.Config{Store: c.Store, Similar: c.Similar})
	media.Register(s, media.Config{
		Store: c.Store, Library: c.Library, Playlists: c.Playlists, Streams: c.Streams,
		SendEpisode: c.SendEpisode, SendStation: c.SendStation,
	})
	listening.Register(s, listening.Config{Store: c.Store, Listening: c.Listening, Podcasts: c.Podcasts})
	playlist.Register(s, playlist.Config{Store: c.Store, Playlists: c.Playlists})
	podcast.Register(s, podcast.Config{Store: c.Store, Podcasts: c.Podcasts})
	radio.Register(s, radio.Config{Store: c.Store, Stations: c.Stations})
	share.Register(s, share.Config{Store: c.Store, Shares: c.Shares, PublicOrigin: c.Recogniser.PublicOrigin})
	person.Register(s, person.Config{Store: c.Store, Library: c.Library, Profile: c.Profile})
	system.Register(s, system.Config{Library: c.Library})
	return s
}
