package people

import "time"

// Liked is the kind of a thing that people like and rate in their music apps. Tracks
// have likes and ratings of their own.
type Liked string

// The kinds of favourites.
const (
	LikedAlbum  Liked = "album"
	LikedArtist Liked = "artist"
)

// Favourite is what a person thinks of an album or an artist.
type Favourite struct {
	LikedAt time.Time // zero if they do not like it
	Stars   int       // 1 to 5; 0 for no rating
}
