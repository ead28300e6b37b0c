package music

import "time"

// Share is a link with which people without an account can hear one thing. A
// person who may hear it creates the link.
type Share struct {
	ID          string // unguessable part of the link
	AccountID   string
	Kind        ShareKind
	ItemID      string
	CreatedAt   time.Time
	ExpiresAt   time.Time // zero for never
	Visits      int
	LastVisitAt time.Time
}

// ShareKind is the kind of thing that a link shares.
type ShareKind string

// The kinds of shares.
const (
	ShareTrack    ShareKind = "track"
	ShareAlbum    ShareKind = "album"
	SharePlaylist ShareKind = "playlist"
	ShareStation  ShareKind = "station"
	ShareMix      ShareKind = "mix"
)

// Limits of shares.
const (
	MaxShares       = 1000 // links per account
	MaxSharedTracks = 500  // tracks per link
)

// Over reports whether the link has expired.
func (s *Share) Over(now time.Time) bool { return !s.ExpiresAt.IsZero() && !now.Before(s.ExpiresAt) }

// Shared is what people see when they follow a link.
type Shared struct {
	Share    *Share
	SharedBy string // person's name
	Title    string
	Subtitle string // artist, owner or genre
	Cover    string // picture hash, or ""
	Tracks   []Track
}
