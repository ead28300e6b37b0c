package people

import "time"

// FollowKind is a kind of thing that people can follow.
type FollowKind string

// The kinds of follows.
const (
	FollowArtist  FollowKind = "artist"
	FollowPerson  FollowKind = "person"
	FollowStation FollowKind = "station"
	FollowDJ      FollowKind = "dj" // by name
)

// FollowKinds lists every kind.
var FollowKinds = []FollowKind{FollowArtist, FollowPerson, FollowStation, FollowDJ}

// Follow is something that a person follows, with its current name and picture.
type Follow struct {
	Kind       FollowKind
	Item       string // its ID, or the name of a DJ
	Name       string
	ImageURL   string // or ""
	FollowedAt time.Time
}

// FollowState is a viewer's relation to something that can be followed.
type FollowState struct {
	Following bool
	Followers int
}

// FollowRecord is a follow in a person's data export.
type FollowRecord struct {
	Kind FollowKind
	Item string
	At   time.Time
}
