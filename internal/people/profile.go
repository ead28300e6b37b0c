package people

import (
	"time"

	"sonora/internal/music"
)

// ProfileChange is a change of a person's profile; nil fields stay unchanged.
type ProfileChange struct {
	FirstName, LastName, Bio, Location, Website, PhoneNumber *string
	DateOfBirth                                              *string // YYYY-MM-DD, "" removes it
	IsPrivate, EmailNotifications, PushNotifications         *bool
}

// ListenerStats are a person's own statistics.
type ListenerStats struct {
	LikedSongs int
	Playlists  int
	Listened   time.Duration // since the requested time
}

// ActivityKind is a kind of activity.
type ActivityKind string

// The kinds of activities.
const (
	ActivityPlayed ActivityKind = "played"
	ActivityLiked  ActivityKind = "liked"
	ActivityJoined ActivityKind = "joined"
)

// Activity is something that a person did.
type Activity struct {
	Kind  ActivityKind
	At    time.Time
	Track *music.Track // nil for ActivityJoined
}

// HistoryEntry is a like or a play in a person's data export.
type HistoryEntry struct {
	ID       string // of the play; "" for a like
	At       time.Time
	Listened time.Duration
	TrackID  string
	Title    string // like Artist and Album, "" if the person may no longer see the track
	Artist   string
	Album    string
}

// RatingRecord is a rating in a person's data export.
type RatingRecord struct {
	HistoryEntry
	Stars int
}
