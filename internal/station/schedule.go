package station

import (
	"slices"
	"time"

	"sonora/internal/music"
)

// Role says what a station plays a playlist for.
type Role string

// Roles of playlists.
const (
	RoleMusic  Role = "music"  // songs, chosen by weight
	RoleJingle Role = "jingle" // every so many songs or minutes
	RoleIdent  Role = "ident"  // as jingles: says which station it is
	RoleHourly Role = "hourly" // once in an hour, at a minute of it
	RoleVoice  Role = "voice"  // spoken over the beginning of a song
)

// PlaylistRoles lists every role, the default first.
var PlaylistRoles = []Role{RoleMusic, RoleJingle, RoleIdent, RoleHourly, RoleVoice}

// Playlist is a playlist that a station plays by itself.
type Playlist struct {
	ID           string
	StationID    string
	PlaylistID   string
	Name         string // of the playlist; "" when the station's owner cannot open it any more
	Entries      int    // of the playlist
	Role         Role
	Weight       int // of music, against the others
	EverySongs   int // of jingles, idents and voice tracks; 0: by time
	EveryMinutes int // of jingles, idents and voice tracks; 0: by songs
	Minute       int // of hourly ones: of the hour, 0–59
	IsEnabled    bool
	Position     int // rises through the lists of a station
}

// NewPlaylist returns a list with what the form proposes.
func NewPlaylist() Playlist {
	return Playlist{Role: RoleMusic, Weight: 1, EverySongs: 4, IsEnabled: true}
}

// ShowKind says who makes a show.
type ShowKind string

// Kinds of shows.
const (
	ShowAutoDJ ShowKind = "lists" // the station, of some of its lists
	ShowLive   ShowKind = "live"  // people on air
)

// Show is an hour of the week calendar of a station, in its time zone.
type Show struct {
	ID          string
	StationID   string
	Name        string
	Kind        ShowKind
	DJID        string   // of a live one; "" for every DJ of the station
	Lists       []string // Playlist.ID of what it plays; none for all
	Days        int      // bit 0 Monday … bit 6 Sunday: the days it begins on
	StartMinute int      // after midnight by the clock on the wall
	Minutes     int      // until its end by the clock on the wall
	FirstDay    string   // YYYY-MM-DD; "" from the beginning
	LastDay     string   // YYYY-MM-DD, the last day it begins on; "" for ever
	IsHard      bool     // begins on the second: what plays is faded
	IsRecorded  bool     // of a live one
	CreatedAt   time.Time
}

// ShowTime is one hour of a show.
type ShowTime struct {
	Show     Show
	From, To time.Time
}

// SlotKind says what a Slot is.
type SlotKind string

// Kinds of slots.
const (
	SlotMusic   SlotKind = "music"
	SlotRequest SlotKind = "request" // a song a listener asked for
	SlotJingle  SlotKind = "jingle"
	SlotIdent   SlotKind = "ident"
	SlotHourly  SlotKind = "hourly"
	SlotVoice   SlotKind = "voice"
)

// IsSong reports whether it is music rather than something between songs.
func (k SlotKind) IsSong() bool { return k == SlotMusic || k == SlotRequest }

// Slot is something a station is going to play. It is kept as JSON.
type Slot struct {
	ID      string    `json:"id"`
	Kind    SlotKind  `json:"kind"`
	At      time.Time `json:"at"`      // when it begins
	Seconds float64   `json:"seconds"` // until the next one begins; 0 of a voice track: the next begins with it

	TrackID  string  `json:"trackId"`
	Artist   string  `json:"artist"`
	ArtistID string  `json:"artistId,omitempty"`
	Title    string  `json:"title"`
	AlbumID  string  `json:"albumId,omitempty"`
	Album    string  `json:"album,omitempty"` // its title
	Cover    string  `json:"cover,omitempty"` // Picture.Hash
	Length   float64 `json:"length"`          // of the track, s

	ListID    string `json:"listId,omitempty"` // of what it was chosen from
	ShowID    string `json:"showId,omitempty"` // in whose hour it begins
	Show      string `json:"show,omitempty"`   // its name
	RequestID string `json:"requestId,omitempty"`

	Reason  string    `json:"reason"`         // one sentence, why it and why here
	Relaxed bool      `json:"relaxed"`        // a rule had to give way
	Pinned  bool      `json:"pinned"`         // people put it there: it stays when the rest is planned anew
	Standby bool      `json:"standby"`        // it is a live show's hour: heard only while nobody is on air
	Over    bool      `json:"over"`           // spoken over the next one, which begins with it and is ducked
	Until   time.Time `json:"until,omitzero"` // a hard start: it is to be faded out by then

	// Where it was in the shuffle of its list; Round 0 for what was not chosen.
	Round int64 `json:"round,omitempty"`
	Place int64 `json:"place,omitempty"`
}

// End is when the next slot begins.
func (s *Slot) End() time.Time {
	return s.At.Add(time.Duration(s.Seconds * float64(time.Second)))
}

// Aired is what a station played, as far as the rules of rotation ask.
type Aired struct {
	TrackID  string // "" for what is not in the library
	ArtistID string
	AlbumID  string
	Artist   string
	Title    string
	Source   string // as OnAir.Source
	At       time.Time
	End      time.Time // zero: on air
}

// Song is what a planner has to know of a track.
type Song struct {
	Seq      int64
	ID       string
	Title    string
	Artist   string
	ArtistID string
	AlbumID  string
	Album    string // its title
	Cover    string
	Seconds  float64
}

// RequestState says how far a request is.
type RequestState string

// States of requests.
const (
	RequestWaiting RequestState = "waiting"
	RequestQueued  RequestState = "queued" // it has a time
	RequestPlayed  RequestState = "played"
	RequestRefused RequestState = "refused" // with a reason
)

// Request is a track somebody would like to hear on a station.
type Request struct {
	ID        string
	StationID string
	Track     music.Track
	AccountID string // who asked; "" when they are gone
	ByName    string // their name; "" when they want to stay unseen or are gone
	Message   string
	Votes     int  // with the one of who asked
	Voted     bool // by the viewer
	State     RequestState
	Reason    string // of a refusal, or why it waits
	AskedAt   time.Time
	PlayedAt  time.Time // of a queued one: when it is due
}

// Limits of what one station has.
const (
	MaxPlaylists    = 100
	MaxShows        = 200
	MaxRequests     = 500 // that wait
	MaxQueueHours   = 24  // ahead
	maxShowMinutes  = 24 * 60
	maxWeight       = 100
	maxEverySongs   = 100
	maxEveryMinutes = 24 * 60
	maxMessage      = 280
)

// Check returns what breaks a rule, by the fields of the form.
func (l *Playlist) Check() error {
	f := music.FieldErrors{}
	f.Require("playlistId", l.PlaylistID, "Choose a playlist.")
	if !slices.Contains(PlaylistRoles, l.Role) {
		f.Add("role", "Choose one of music, jingle, ident, hourly, voice.")
	}
	f.Within("weight", float64(l.Weight), 1, maxWeight)
	f.Within("everySongs", float64(l.EverySongs), 0, maxEverySongs)
	f.Within("everyMinutes", float64(l.EveryMinutes), 0, maxEveryMinutes)
	f.Within("minute", float64(l.Minute), 0, 59)
	if l.EverySongs == 0 && l.EveryMinutes == 0 && (l.Role == RoleJingle || l.Role == RoleIdent || l.Role == RoleVoice) {
		f.Add("everySongs", "Say after how many songs or minutes it comes.")
	}
	return f.Err("playlistId", "role", "weight", "everySongs", "everyMinutes", "minute")
}

// Check tidies what people wrote and returns what breaks a rule, by the
// fields of the form.
func (s *Show) Check() error {
	s.Name = music.Tidy(s.Name)
	f := music.FieldErrors{}
	f.Require("name", s.Name, "Name is required.")
	f.CheckLine("name", s.Name, music.MaxTitle)
	if s.Kind != ShowAutoDJ && s.Kind != ShowLive {
		f.Add("kind", "A show is made either of lists or live.")
	}
	if s.Days < 1 || s.Days > 127 {
		f.Add("days", "Choose at least one day of the week.")
	}
	f.Within("startMinute", float64(s.StartMinute), 0, 24*60-1)
	f.Within("minutes", float64(s.Minutes), 1, maxShowMinutes)
	first, wrongFirst := showDay(s.FirstDay)
	last, wrongLast := showDay(s.LastDay)
	switch {
	case wrongFirst != nil:
		f.Add("firstDay", "Enter a day as 2026-12-31.")
	case wrongLast != nil:
		f.Add("lastDay", "Enter a day as 2026-12-31.")
	case s.FirstDay != "" && s.LastDay != "" && last.Before(first):
		f.Add("lastDay", "The last day is before the first.")
	}
	if len(s.Lists) > MaxPlaylists {
		f.Add("lists", "These are too many lists.")
	}
	return f.Err("name", "kind", "days", "startMinute", "minutes", "firstDay", "lastDay", "lists")
}

func showDay(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.DateOnly, text)
}

// Check tidies the message of a request and returns what breaks a rule.
func (r *Request) Check() error {
	r.Message = music.Tidy(r.Message)
	f := music.FieldErrors{}
	f.CheckLine("message", r.Message, maxMessage)
	return f.Err("message")
}
