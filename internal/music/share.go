package music

import "time"

// Share is a link by which people without an account hear one thing, made by
// somebody who may hear it.
type Share struct {
	ID          string // in the link; nobody guesses it
	AccountID   string
	Kind        ShareKind
	ItemID      string
	CreatedAt   time.Time
	ExpiresAt   time.Time // zero: never
	Visits      int
	LastVisitAt time.Time
}

// ShareKind is what a link leads to.
type ShareKind string

// What can be shared.
const (
	ShareTrack    ShareKind = "track"
	ShareAlbum    ShareKind = "album"
	SharePlaylist ShareKind = "playlist"
	ShareStation  ShareKind = "station"
	ShareMix      ShareKind = "mix"
)

// Limits of shares.
const (
	MaxShares       = 1000 // links of an account
	MaxSharedTracks = 500  // tracks behind one link
)

// Over reports whether the link leads nowhere any more.
func (s *Share) Over(now time.Time) bool { return !s.ExpiresAt.IsZero() && !now.Before(s.ExpiresAt) }

// Shared is what people see who follow a link.
type Shared struct {
	Share    *Share
	SharedBy string // name of the person
	Title    string
	Subtitle string // artist, owner, genre
	Cover    string // picture hash, "" for none
	Tracks   []Track
}
