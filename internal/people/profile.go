package people

import (
	"time"

	"sonora/internal/music"
)

// ProfileChange is what a person changes about themselves; nil leaves a field as it is.
type ProfileChange struct {
	FirstName, LastName, Bio, Location, Website, PhoneNumber *string
	DateOfBirth                                              *string // YYYY-MM-DD, "" takes it away
	IsPrivate, EmailNotifications, PushNotifications         *bool
}

// ListenerStats are a person's own figures.
type ListenerStats struct {
	LikedSongs int
	Playlists  int
	Listened   time.Duration // since the time asked for
}

// ActivityKind says what a person did.
type ActivityKind string

// What a person does.
const (
	ActivityPlayed ActivityKind = "played"
	ActivityLiked  ActivityKind = "liked"
	ActivityJoined ActivityKind = "joined"
)

// Activity is something a person did.
type Activity struct {
	Kind  ActivityKind
	At    time.Time
	Track *music.Track // nil for ActivityJoined
}

// HistoryEntry is a like or a play in the copy of what Sonora holds about a person.
type HistoryEntry struct {
	ID       string // of the play; "" for a like
	At       time.Time
	Listened time.Duration
	TrackID  string
	Title    string // "" as Artist and Album when the person may not see the track any more
	Artist   string
	Album    string
}

// RatingRecord is a rating of a person's as they get to keep it.
type RatingRecord struct {
	HistoryEntry
	Stars int
}
