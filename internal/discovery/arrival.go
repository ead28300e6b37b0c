package discovery

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// ArrivalKind says what something new is.
type ArrivalKind string

// The kinds of what is new.
const (
	ArrivedTrack    ArrivalKind = "track"
	ArrivedAlbum    ArrivalKind = "album"
	ArrivedStation  ArrivalKind = "station"
	ArrivedMix      ArrivalKind = "mix"
	ArrivedPlaylist ArrivalKind = "playlist"
)

// Arrival is something that came lately; the one field of its Kind is set.
type Arrival struct {
	Kind     ArrivalKind
	At       time.Time
	Track    *music.Track
	Album    *music.Album
	Station  *station.Station
	Mix      *music.Mix
	Playlist *ListedPlaylist
}

// ListedPlaylist is a public playlist as a list of many kinds of things shows it.
type ListedPlaylist struct {
	ID, Name, Description string
	Owner                 string // first and last name, "" when they gave none
	OwnerHidden           bool   // the owner wants to stay unseen
	Version               int64  // of its entries, and so of its cover
}
