package station

import (
	"slices"
	"time"

	"sonora/internal/music"
)

// Role says how a station uses a playlist.
type Role string

// Roles of playlists.
const (
	RoleMusic  Role = "music"  // songs, chosen by weight
	RoleJingle Role = "jingle" // every so many songs or minutes
	RoleIdent  Role = "ident"  // like a jingle; says which station it is
	RoleHourly Role = "hourly" // once an hour, at a given minute
	RoleVoice  Role = "voice"  // spoken over the beginning of a song
)

// PlaylistRoles lists every role, the default first.
var PlaylistRoles = []Role{RoleMusic, RoleJingle, RoleIdent, RoleHourly, RoleVoice}

// Playlist is a rotation playlist: a playlist that a station's AutoDJ plays
// from.
type Playlist struct {
	ID           string
	StationID    string
	PlaylistID   string
	Name         string // of the playlist; "" if the station's owner cannot open it any more
	Entries      int    // of the playlist
	Role         Role
	Weight       int // of music, relative to the other playlists
	EverySongs   int // of jingles, idents and voice tracks; 0: by time
	EveryMinutes int // of jingles, idents and voice tracks; 0: by songs
	Minute       int // of hourly items: minute of the hour, 0–59
	IsEnabled    bool
	Position     int // increases through the playlists of a station
}

// NewPlaylist returns a playlist with the defaults of the form.
func NewPlaylist() Playlist {
	return Playlist{Role: RoleMusic, Weight: 1, EverySongs: 4, IsEnabled: true}
}

// ShowKind says who plays a show.
type ShowKind string

// Kinds of shows.
const (
	ShowAutoDJ ShowKind = "lists" // the AutoDJ, from some of the playlists
	ShowLive   ShowKind = "live"  // people on air
)

// Show is an entry in a station's weekly calendar, in its time zone.
type Show struct {
	ID          string
	StationID   string
	Name        string
	Kind        ShowKind
	DJID        string   // of a live show; "" for every DJ of the station
	Lists       []string // Playlist.ID of what it plays; empty for all
	Days        int      // start days: bit 0 is Monday, bit 6 is Sunday
	StartMinute int      // after midnight, local time
	Minutes     int      // duration in local time
	FirstDay    string   // YYYY-MM-DD; "" for no limit
	LastDay     string   // YYYY-MM-DD, the last day on which it begins; "" for no limit
	IsHard      bool     // begins on the second: the current track is faded out
	IsRecorded  bool     // of a live show
	CreatedAt   time.Time
}

// MaxEarly is how long before its time a show with a hard start may begin, if
// nothing would be heard until then. It is also how long before it nothing else
// begins.
const MaxEarly = time.Second

// ShowTime is one occurrence of a show.
type ShowTime struct {
	Show     Show
	From, To time.Time
}

// SlotKind is the kind of a Slot.
type SlotKind string

// Kinds of slots.
const (
	SlotMusic   SlotKind = "music"
	SlotRequest SlotKind = "request" // a song that a listener requested
	SlotJingle  SlotKind = "jingle"
	SlotIdent   SlotKind = "ident"
	SlotHourly  SlotKind = "hourly"
	SlotVoice   SlotKind = "voice"
)

// IsSong reports whether it is music and not something between songs.
func (k SlotKind) IsSong() bool { return k == SlotMusic || k == SlotRequest }

// Slot is something a station is going to play. It is stored as JSON.
type Slot struct {
	ID      string    `json:"id"`
	Kind    SlotKind  `json:"kind"`
	At      time.Time `json:"at"`      // when it begins
	Seconds float64   `json:"seconds"` // until the next one begins; 0 for a voice track, with which the next one begins

	TrackID  string  `json:"trackId"`
	Artist   string  `json:"artist"`
	ArtistID string  `json:"artistId,omitempty"`
	Title    string  `json:"title"`
	AlbumID  string  `json:"albumId,omitempty"`
	Album    string  `json:"album,omitempty"` // title of the album
	Cover    string  `json:"cover,omitempty"` // Picture.Hash
	Length   float64 `json:"length"`          // of the track, s

	ListID    string `json:"listId,omitempty"` // the playlist it was chosen from
	ShowID    string `json:"showId,omitempty"` // the show during which it begins
	Show      string `json:"show,omitempty"`   // name of the show
	RequestID string `json:"requestId,omitempty"`

	Reason  music.Message `json:"reason"`         // why it plays here; its code is the rule that gave way
	Relaxed bool          `json:"relaxed"`        // a rule had to give way
	Pinned  bool          `json:"pinned"`         // placed by people: it stays when the rest is planned again
	Standby bool          `json:"standby"`        // during a live show: heard only while nobody is on air
	Over    bool          `json:"over"`           // spoken over the next slot, which begins with it and is ducked
	Until   time.Time     `json:"until,omitzero"` // faded out by then for a hard start

	// Place in the shuffle of its playlist; Round is 0 for what was not chosen
	// from one.
	Round int64 `json:"round,omitempty"`
	Place int64 `json:"place,omitempty"`
}

// End returns when the next slot begins.
func (s *Slot) End() time.Time {
	return s.At.Add(time.Duration(s.Seconds * float64(time.Second)))
}

// Aired is what a station played, as far as the rotation rules need it.
type Aired struct {
	TrackID  string // "" if it is not in the library
	ArtistID string
	AlbumID  string
	Artist   string
	Title    string
	Source   string // same values as OnAir.Source
	At       time.Time
	End      time.Time // zero while on air
}

// Song is what the planner needs to know about a track.
type Song struct {
	Seq      int64
	ID       string
	Title    string
	Artist   string
	ArtistID string
	AlbumID  string
	Album    string // title of the album
	Cover    string
	Seconds  float64
}

// RequestState is the progress of a request.
type RequestState string

// States of requests.
const (
	RequestWaiting RequestState = "waiting"
	RequestQueued  RequestState = "queued" // it has a slot
	RequestPlayed  RequestState = "played"
	RequestRefused RequestState = "refused" // with a reason
)

// Request is a track that somebody would like to hear on a station.
type Request struct {
	ID        string
	StationID string
	Track     music.Track
	AccountID string // who asked; "" if the account was deleted
	ByName    string // their name; "" if they hide it or the account was deleted
	Message   string
	Votes     int  // including that of who asked
	Voted     bool // by the viewer
	State     RequestState
	Reason    music.Message // why it was refused or has to wait
	AskedAt   time.Time
	PlayedAt  time.Time // when it is due, if queued
}

// MaxOwned is how many stations an account may have whose plan sets no limit, unless it is
// an operator's. A station that plays automatically takes CPU time and memory even without
// listeners.
const MaxOwned = 1000

// ErrTooMany is the error for one more station than an account may have.
var ErrTooMany = music.NewError(music.Conflict, "You have reached the limit of stations.").Coded(music.CodeLimitReached)

// Limits per station.
const (
	MaxPlaylists    = 100
	MaxShows        = 200
	MaxRequests     = 500 // waiting requests
	MaxQueueHours   = 24  // hours that can be planned ahead
	maxShowMinutes  = 24 * 60
	maxWeight       = 100
	maxEverySongs   = 100
	maxEveryMinutes = 24 * 60
	maxMessage      = 280
)

// Check returns the rules it breaks, by form field.
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
		f.Add("everySongs", "Enter after how many songs or minutes it plays.")
	}
	return f.Err("playlistId", "role", "weight", "everySongs", "everyMinutes", "minute")
}

// Check normalizes the fields and returns the rules they break, by form field.
func (s *Show) Check() error {
	s.Name = music.Tidy(s.Name)
	f := music.FieldErrors{}
	f.Require("name", s.Name, "Name is required.")
	f.CheckLine("name", s.Name, music.MaxTitle)
	if s.Kind != ShowAutoDJ && s.Kind != ShowLive {
		f.Add("kind", "Choose lists or live.")
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
		f.Add("lists", "Choose at most %d playlists.", MaxPlaylists)
	}
	return f.Err("name", "kind", "days", "startMinute", "minutes", "firstDay", "lastDay", "lists")
}

func showDay(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.DateOnly, text)
}

// Check normalizes the message of a request and returns the rules it breaks.
func (r *Request) Check() error {
	r.Message = music.Tidy(r.Message)
	f := music.FieldErrors{}
	f.CheckLine("message", r.Message, maxMessage)
	return f.Err("message")
}
