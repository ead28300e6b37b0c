// Package station is the domain of radio stations: configuration, weekly
// calendar, queue, requests, DJs, chat, history and recordings.
package station

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"sonora/internal/music"
)

// Station is the configuration of a radio station. What it plays and how many
// people listen is in Status.
type Station struct {
	ID          string
	OwnerID     string // who added it; "" if the account was deleted
	OwnerName   string // first and last name; may be empty
	OwnerHidden bool   // they hide their name
	Name        string
	Description string
	Genre       string
	Country     string
	Language    string
	Mode        Mode
	Mount       string // name in stream URLs: /radio/MOUNT
	TimeZone    string // IANA name of the schedule's time zone, for example Europe/Madrid
	StreamURL   string // of a relay: the remote stream
	MetadataURL string // of a relay: where titles are polled; "" for none
	LogoURL     string // "" for none
	Logo        string // hash of an uploaded picture, which takes precedence over LogoURL; "" for none
	Kind        Kind
	Bitrate     int    // kbit/s
	Format      string // for example MP3
	IsPublic    bool   // visitors see and hear it; otherwise only members
	Options     Options
	Version     int64 // increases with every change of it, its playlists, shows and DJs
	CreatedAt   time.Time
}

// ErrNotYours is the error for a person who may not change a station.
var ErrNotYours = music.NewError(music.Forbidden, "Only its owner and the operator may change this station.")

// MayManage reports whether the viewer may change the station.
func (s *Station) MayManage(v music.Viewer) bool {
	return v.SignedIn() && (v.IsAdmin() || s.OwnerID == v.AccountID)
}

// NamesOwner reports whether the viewer is told who runs the station: members
// are, unless the owner hides their name.
func (s *Station) NamesOwner(v music.Viewer) bool {
	return v.SignedIn() && s.OwnerID != "" && (!s.OwnerHidden || s.OwnerID == v.AccountID || v.IsAdmin())
}

// TakesRequests reports whether listeners may request tracks on the station.
func (s *Station) TakesRequests() bool { return s.Options.Requests && s.Mode.PlaysLists() }

// Mode is where the sound of a station comes from.
type Mode string

// Modes of stations.
const (
	ModeRelay  Mode = "relay"  // a remote stream
	ModeAutoDJ Mode = "autodj" // its rotation playlists
	ModeLive   Mode = "live"   // live sources
	ModeBoth   Mode = "both"   // live sources, and the AutoDJ while none is on air
)

// Modes lists every mode, the default first.
var Modes = []Mode{ModeRelay, ModeAutoDJ, ModeLive, ModeBoth}

// PlaysLists reports whether the AutoDJ plays on the station.
func (m Mode) PlaysLists() bool { return m == ModeAutoDJ || m == ModeBoth }

// AcceptsSources reports whether sources can go on air.
func (m Mode) AcceptsSources() bool { return m == ModeLive || m == ModeBoth }

// Kind is the protocol of an external station's server.
type Kind string

// Kinds of servers.
const (
	Icecast   Kind = "icecast"
	Shoutcast Kind = "shoutcast"
)

// Kinds lists every kind, the default first.
var Kinds = []Kind{Icecast, Shoutcast}

// Options are settings that the owner of a station can change. Changes take
// effect at the next track or listener, without a restart.
type Options struct {
	Formats      []string `json:"formats" doc:"Formats besides MP3, made while somebody listens: aac, opus."`
	MaxListeners int      `json:"maxListeners" doc:"Maximum number of listeners; 0 for as many as the server allows."`
	HLS          bool     `json:"hls" doc:"Whether it is also sent as HLS."`
	RewindHours  int      `json:"rewindHours" doc:"How many hours listeners can rewind, 0 to 24."`
	RecordShows  bool     `json:"recordShows" doc:"Whether every live show is recorded as a mix."`
	Chat         bool     `json:"chat" doc:"Whether members may chat."`

	CrossfadeSeconds float64 `json:"crossfadeSeconds" doc:"Maximum length of a crossfade, 0 to 12."`
	BeatMatch        bool    `json:"beatMatch" doc:"Whether crossfades align beats, if both beat grids are reliable."`
	Loudness         float64 `json:"loudness" doc:"Target loudness of all tracks in LUFS."`
	ArtistMinutes    int     `json:"artistMinutes" doc:"Minutes before an artist may be heard again."`
	AlbumMinutes     int     `json:"albumMinutes" doc:"Minutes before an album may be heard again."`
	TitleMinutes     int     `json:"titleMinutes" doc:"Minutes before a title may be heard again."`
	Requests         bool    `json:"requests" doc:"Whether members may request tracks."`
	RequestsPerHour  int     `json:"requestsPerHour" doc:"Maximum number of requests per person and hour."`
	RequestMinutes   int     `json:"requestMinutes" doc:"Minutes before a track may be requested again."`
	RequestsByVote   bool    `json:"requestsByVote" doc:"Whether the request with the most votes comes first; otherwise the oldest."`
	SilenceSeconds   int     `json:"silenceSeconds" doc:"Seconds below -50 dBFS after which the station reacts."`
	HoldSeconds      float64 `json:"holdSeconds" doc:"Seconds until the AutoDJ takes over from a lost source."`
	DuckDecibels     float64 `json:"duckDecibels" doc:"Reduction of the music under voice tracks in dB."`
}

// NewOptions returns the defaults of a new station.
func NewOptions() Options {
	return Options{
		Formats: []string{}, CrossfadeSeconds: 4, BeatMatch: true, Loudness: -16, ArtistMinutes: 60, AlbumMinutes: 60, TitleMinutes: 120,
		RequestsPerHour: 3, RequestMinutes: 120, SilenceSeconds: 15, HoldSeconds: 1.5, DuckDecibels: 14,
	}
}

// New returns a station with the defaults of the form.
func New() Station {
	return Station{
		Mode: ModeRelay, TimeZone: "UTC", Kind: Icecast, Bitrate: 128, Format: "MP3", IsPublic: true, Options: NewOptions(), Version: 1,
	}
}

// StreamTitle is the title of a stream.
type StreamTitle struct {
	Artist string `json:"artist"`
	Title  string `json:"title"`
}

// String is the title as ICY metadata carries it.
func (t StreamTitle) String() string {
	if t.Artist == "" {
		return t.Title
	}
	return t.Artist + " - " + t.Title
}

// ParseStreamTitle takes "Artist - Title" apart.
func ParseStreamTitle(text string) StreamTitle {
	artist, title, found := strings.Cut(text, " - ")
	if !found {
		return StreamTitle{Title: music.Tidy(text)}
	}
	return StreamTitle{Artist: music.Tidy(artist), Title: music.Tidy(title)}
}

// State says what a station does now.
type State string

// States of stations.
const (
	StateOff    State = "off"    // nothing to play, or nobody on air
	StateIdle   State = "idle"   // a relay nobody listens to; it answered when it was last asked
	StateRelay  State = "relay"  // passes a stream on
	StateAutoDJ State = "autodj" // plays its lists
	StateLive   State = "live"   // somebody is on air
	StateHold   State = "hold"   // the source was lost a moment ago
)

// IsOnAir reports whether whoever tunes in hears something.
func (s State) IsOnAir() bool { return s != StateOff && s != "" }

// Status is what a station does now. It travels between servers as the data of
// EventStation.
type Status struct {
	StationID string        `json:"id"`
	State     State         `json:"state"`
	Problem   music.Message `json:"problem"` // why it is off or in trouble; may be zero
	Now       *OnAir        `json:"now"`     // nil while nothing is known
	DJ        string        `json:"dj"`      // who is on air; ""
	Show      string        `json:"show"`    // what the calendar calls this hour; ""
	Listeners int           `json:"listeners"`
	Since     time.Time     `json:"since"` // when the DJ on air connected, before interruptions of up to five minutes; zero for none
	At        time.Time     `json:"at"`
}

// Change is the data of EventStations. Browsers do not receive it.
type Change struct {
	IsPublic bool `json:"isPublic"` // visitors can see what changed, or could before
}

// Order is what the server that plays a station is told by others.
type Order string

// Orders to stations.
const (
	OrderSkip       Order = "skip"     // to the next track
	OrderDisconnect Order = "put-off"  // whoever is on air
	OrderReload     Order = "reload"   // read its configuration again
	OrderAnnounce   Order = "announce" // say what all stations of a server do
)

// OnAir is what a station plays.
type OnAir struct {
	PlayID  string    `json:"playId" doc:"ID of this play, which changes with every song."`
	TrackID string    `json:"trackId" doc:"ID of the matching library track; empty for none."`
	Artist  string    `json:"artist" doc:"Artist as the source or the tags name it; may be empty."`
	Title   string    `json:"title" doc:"Title as the source or the tags name it; may be empty."`
	Source  string    `json:"source" enum:"autodj,request,jingle,live,relay" doc:"What chose it: the AutoDJ, a listener's request, a jingle, a live source, or the remote station."`
	Began   time.Time `json:"began" doc:"When it began."`
	Seconds float64   `json:"seconds" doc:"Length of the track; 0 if unknown."`
}

const (
	minBitrate       = 8
	maxBitrate       = 10_000
	maxFormat        = 20
	maxCrossfade     = 12
	maxRewindHours   = 24
	maxSeparation    = 24 * 60
	maxStationPeople = 1_000_000
)

var mountPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,59}$`)

// reservedMounts are names that mean something else on a radio port, or would
// in a reader's eyes.
var reservedMounts = []string{"admin", "api", "currentsong", "health", "metrics", "radio", "stats", "status", "status-json", "stream", "listen"}

// isTimeZone reports whether browsers know a name too: the database of time
// zones has some that are no places, and Local is another one on each server.
func isTimeZone(name string) bool {
	if name == "" || slices.Contains([]string{"Local", "Factory", "posixrules", "localtime"}, name) ||
		strings.HasPrefix(name, "right/") || strings.HasPrefix(name, "posix/") {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

// Check tidies what people wrote and returns what breaks a rule, by the
// fields of the form.
func (s *Station) Check() error {
	for _, text := range []*string{
		&s.Name, &s.Description, &s.Genre, &s.Country, &s.Language, &s.TimeZone, &s.StreamURL, &s.MetadataURL, &s.LogoURL, &s.Format,
	} {
		*text = music.Tidy(*text)
	}
	f := music.FieldErrors{}
	f.Require("name", s.Name, "Name is required.")
	f.CheckLine("name", s.Name, music.MaxTitle)
	f.CheckText("description", s.Description, music.MaxDescription)
	f.CheckLine("genre", s.Genre, music.MaxWord)
	f.CheckLine("country", s.Country, music.MaxWord)
	f.CheckLine("language", s.Language, music.MaxWord)
	if !slices.Contains(Modes, s.Mode) {
		f.Add("mode", "Choose one of relay, autodj, live, both.")
	}
	if s.Mode == ModeRelay {
		f.Require("streamUrl", s.StreamURL, "Stream URL is required.")
	}
	f.CheckAddress("streamUrl", s.StreamURL, false)
	f.CheckAddress("metadataUrl", s.MetadataURL, false)
	f.CheckAddress("logo", s.LogoURL, true)
	switch {
	case !mountPattern.MatchString(s.Mount):
		f.Add("mount", "Use small letters, digits, - and _, at most 60.")
	case slices.Contains(reservedMounts, s.Mount):
		f.Add("mount", "The server uses this address itself. Choose another.")
	}
	if !isTimeZone(s.TimeZone) {
		f.Add("timezone", "Choose a time zone such as Europe/Madrid.")
	}
	if !slices.Contains(Kinds, s.Kind) {
		f.Add("type", "Choose one of %s.", string(Icecast+", "+Shoutcast))
	}
	f.Within("bitrate", float64(s.Bitrate), minBitrate, maxBitrate)
	f.Require("format", s.Format, "Format is required.")
	f.CheckLine("format", s.Format, maxFormat)
	s.Options.check(f)
	return f.Err("name", "streamUrl", "type", "bitrate", "format", "mode", "mount", "timezone")
}

func (o *Options) check(f music.FieldErrors) {
	for _, format := range o.Formats {
		if format != "aac" && format != "opus" {
			f.Add("formats", "Choose among aac and opus; MP3 is always there.")
		}
	}
	f.Within("crossfadeSeconds", o.CrossfadeSeconds, 0, maxCrossfade)
	f.Within("rewindHours", float64(o.RewindHours), 0, maxRewindHours)
	f.Within("maxListeners", float64(o.MaxListeners), 0, maxStationPeople)
	f.Within("loudness", o.Loudness, -30, -8)
	for name, minutes := range map[string]int{
		"artistMinutes": o.ArtistMinutes, "albumMinutes": o.AlbumMinutes, "titleMinutes": o.TitleMinutes, "requestMinutes": o.RequestMinutes,
	} {
		f.Within(name, float64(minutes), 0, maxSeparation)
	}
	f.Within("requestsPerHour", float64(o.RequestsPerHour), 1, 60)
	f.Within("silenceSeconds", float64(o.SilenceSeconds), 5, 120)
	f.Within("holdSeconds", o.HoldSeconds, 0, 30)
	f.Within("duckDecibels", o.DuckDecibels, 0, 40)
}
