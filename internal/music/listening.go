package music

import "time"

// Heard is a listen in a person's history.
type Heard struct {
	ID       string // of the play
	At       time.Time
	Listened time.Duration
	Track    Track
}

// HeardFilter narrows a history; empty fields do not filter.
type HeardFilter struct {
	Text string // words of titles, artists, albums and genres, as a search finds them
}

// Span is a stretch of time, from its beginning to before its end.
type Span struct{ From, To time.Time }

// Slice is how much was listened to in a short stretch of time.
type Slice struct {
	At       time.Time // its beginning
	Listened time.Duration
	Plays    int
}

// Top is something with how much it was listened to.
type Top struct {
	ID       string // "" for a genre
	Name     string
	Artist   string // of a track or an album
	ArtistID string
	Cover    string // hash of a picture, "" for none
	Listened time.Duration
	Plays    int
}

// Tops are what was listened to most, most first.
type Tops struct {
	Tracks, Artists, Albums, Genres []Top
}

// ListeningDay is how much was listened to on a day.
type ListeningDay struct {
	Date     string // YYYY-MM-DD
	Listened time.Duration
	Plays    int
}

// Listening are the figures of what a person listened to on some days of
// their own calendar.
type Listening struct {
	From, To string // the first and the last day
	Listened time.Duration
	Plays    int
	Days     []ListeningDay    // every one, also those without a sound
	Hours    [24]time.Duration // of the day
	Tops
}

// HeardTrack is how much a person made of a track.
type HeardTrack struct {
	Seq       int64
	ID        string
	Artist    string
	ArtistID  string
	Genre     string
	Plays     int // those that count
	Recent    int // of them, the latest ones
	FirstAt   time.Time
	LastAt    time.Time
	Liked     bool
	IsMissing bool
}

// DailyKind says what a mix made for a person holds.
type DailyKind string

// The kinds of mixes made for a person.
const (
	DailyMix       DailyKind = "daily"     // in the manner of what was heard lately
	DailyOnRepeat  DailyKind = "on-repeat" // heard again and again
	DailyForgotten DailyKind = "forgotten" // once loved, long not heard
	DailyNewForYou DailyKind = "new"       // new in the library, by artists and in genres one hears
	MaxDailyMixes            = 3
	MaxDailyTracks           = 50
)

// MadeForYou is a mix made for one person for one day.
type MadeForYou struct {
	ID      string // daily-1, on-repeat, …
	Kind    DailyKind
	Number  int      // of several of a kind, from 1; 0 when there is one
	Artists []string // names of a few in it
	Covers  []string // hashes of a few of their pictures
	Tracks  []string // ids, in order
}
