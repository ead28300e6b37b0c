// Package link is the domain of links with which people without an account can
// hear one thing.
package link

import (
	"time"

	"sonora/internal/music"
)

// Link is a link with which people without an account can hear one thing. A
// person who may hear it creates the link.
type Link struct {
	ID          string // unguessable part of the link
	AccountID   string
	Kind        Kind
	ItemID      string
	CreatedAt   time.Time
	ExpiresAt   time.Time // zero for never
	Visits      int
	LastVisitAt time.Time
}

// Kind is the kind of thing that a link shares.
type Kind string

// Kinds of links.
const (
	Track    Kind = "track"
	Album    Kind = "album"
	Playlist Kind = "playlist"
	Station  Kind = "station"
	Mix      Kind = "mix"
)

// Limits of links.
const (
	MaxLinks  = 1000 // links per account
	MaxTracks = 500  // tracks per link
)

// Over reports whether the link has expired.
func (l *Link) Over(now time.Time) bool { return !l.ExpiresAt.IsZero() && !now.Before(l.ExpiresAt) }

// Shared is what people see when they follow a link.
type Shared struct {
	Link     *Link
	SharedBy string // person's name
	Title    string
	Subtitle string // artist, owner or genre
	Cover    string // picture hash, or ""
	Tracks   []music.Track
	Mix      *music.Mix // nil for links to anything else

	EarlyUntil time.Time // until when the mix cannot be played through the link; zero if it can
}
