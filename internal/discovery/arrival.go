package discovery

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// ArrivalKind is the kind of an Arrival.
type ArrivalKind string

// The kinds of arrivals.
const (
	ArrivedTrack    ArrivalKind = "track"
	ArrivedAlbum    ArrivalKind = "album"
	ArrivedStation  ArrivalKind = "station"
	ArrivedMix      ArrivalKind = "mix"
	ArrivedPlaylist ArrivalKind = "playlist"
)

// Arrival is a recent addition. Only the field of its Kind is set.
type Arrival struct {
	Kind     ArrivalKind
	At       time.Time
	Track    *music.Track
	Album    *music.Album
	Station  *station.Station
	Mix      *music.Mix
	Playlist *ListedPlaylist
}

// ListedPlaylist is a public playlist in a list of mixed kinds.
type ListedPlaylist struct {
	ID, Name, Description string
	Owner                 string // first and last name; "" if the owner gave none
	OwnerHidden           bool   // the owner's profile is private
	Version               int64  // of its entries, and therefore of its cover
}
