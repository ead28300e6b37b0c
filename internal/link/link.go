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

// The kinds of shares.
const (
	Track    Kind = "track"
	Album    Kind = "album"
	Playlist Kind = "playlist"
	Station  Kind = "station"
	Mix      Kind = "mix"
)

// Limits of shares.
const (
	MaxLinks  = 1000 // links per account
	MaxTracks = 500  // tracks per link
)

// Over reports whether the link has expired.
func (s *Link) Over(now time.Time) bool { return !s.ExpiresAt.IsZero() && !now.Before(s.ExpiresAt) }

// Shared is what people see when they follow a link.
type Shared struct {
	Share    *Link
	SharedBy string // person's name
	Title    string
	Subtitle string // artist, owner or genre
	Cover    string // picture hash, or ""
	Tracks   []music.Track
}
