package music

import "time"

// Album groups tracks that carry one album title and album artist.
type Album struct {
	Seq         int64
	ID          string
	Title       string
	Artist      string // display
	ArtistID    string
	Year        int
	Genre       string // the most frequent
	Compilation bool
	Cover       string
	TrackCount  int
	DiscCount   int
	Duration    time.Duration
	AddedAt     time.Time
}

// AlbumSort orders a list of albums.
type AlbumSort string

const (
	AlbumsNewest   AlbumSort = "newest"
	AlbumsByTitle  AlbumSort = "title"
	AlbumsByArtist AlbumSort = "artist" // then year
	AlbumsByYear   AlbumSort = "year"   // latest first

	AlbumsByTitleDown  AlbumSort = "-title"
	AlbumsByArtistDown AlbumSort = "-artist"
	AlbumsByYearUp     AlbumSort = "-year" // oldest first
	AlbumsByAdded      AlbumSort = "added"
	AlbumsByAddedDown  AlbumSort = "-added"
)

// AlbumFilter narrows a list of albums; empty fields do not filter.
type AlbumFilter struct {
	Sort     AlbumSort
	ArtistID string // albums by, or with a track of, this artist
	Genre    string

	YearFrom, YearTo int // both included; 0 is no limit
}

// Artist is a person or band that is credited on a track or an album.
type Artist struct {
	Seq           int64
	ID            string
	Name          string
	SortName      string // folded, without a leading article
	MusicBrainzID string
	AlbumCount    int
	TrackCount    int
	Cover         string // of the newest album
}

// Genre is a genre as the tags write it, most frequent spelling first.
type Genre struct {
	Name       string
	TrackCount int
}
