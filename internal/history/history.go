// Package history is the domain of what people heard: their history, the figures
// made from it, and the personal mixes made for them.
package history

import (
	"time"

	"sonora/internal/music"
)

// Heard is a play in a person's history.
type Heard struct {
	ID       string // of the play
	At       time.Time
	Listened time.Duration
	Track    music.Track
}

// Filter narrows a history. Empty fields do not filter.
type Filter struct {
	Text string // words in titles, artists, albums and genres, as in a search
}

// Span is a time range from From up to, but not including, To.
type Span struct{ From, To time.Time }

// Slice is the amount of listening in a short time range.
type Slice struct {
	At       time.Time // start
	Listened time.Duration
	Plays    int
}

// Top is an item with its amount of listening.
type Top struct {
	ID       string // "" for a genre
	Name     string
	Artist   string // for a track or album
	ArtistID string
	Album    string // title, for a track
	Cover    string // picture hash, or ""
	Listened time.Duration
	Plays    int
}

// Tops are the items with the most listening, in descending order.
type Tops struct {
	Tracks, Artists, Albums, Genres []Top
}

// Day is the amount of listening on one day.
type Day struct {
	Date     string // YYYY-MM-DD
	Listened time.Duration
	Plays    int
}

// Listening holds a person's listening figures for a range of days in their own
// time zone.
type Listening struct {
	From, To string // first and last day
	Listened time.Duration
	Plays    int
	Days     []Day             // every day, including those without listening
	Hours    [24]time.Duration // by hour of the day
	Tops
}

// HeardTrack is a person's listening to one track.
type HeardTrack struct {
	Seq       int64
	ID        string
	Artist    string
	ArtistID  string
	Genre     string
	Plays     int // plays that count; see CountsAsPlay
	Recent    int // plays among the latest ones
	FirstAt   time.Time
	LastAt    time.Time
	Liked     bool
	IsMissing bool
}

// DailyKind is the kind of a personal mix.
type DailyKind string

// The kinds of personal mixes.
const (
	DailyMix       DailyKind = "daily"     // similar to recent listening
	DailyOnRepeat  DailyKind = "on-repeat" // played again and again
	DailyForgotten DailyKind = "forgotten" // once loved, not played for a long time
	DailyNewForYou DailyKind = "new"       // new in the library, by the person's artists and genres
	MaxDailyMixes            = 3
	MaxDailyTracks           = 50
)

// MadeForYou is a personal mix for one day.
type MadeForYou struct {
	ID      string // daily-1, on-repeat, …
	Kind    DailyKind
	Number  int      // number among several of a kind, from 1; 0 if there is only one
	Artists []string // names of some of its artists
	Covers  []string // some picture hashes
	Tracks  []string // IDs, in order
}
