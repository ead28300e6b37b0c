package music

import "time"

// Album groups tracks with the same album title and album artist.
type Album struct {
	Seq         int64
	ID          string
	Title       string
	Artist      string // display form
	ArtistID    string
	Year        int
	Genre       string // the most frequent one
	Compilation bool
	Cover       string
	TrackCount  int
	DiscCount   int
	Duration    time.Duration
	AddedAt     time.Time
}

// AlbumSort is the order of a list of albums.
type AlbumSort string

const (
	AlbumsNewest   AlbumSort = "newest"
	AlbumsByTitle  AlbumSort = "title"
	AlbumsByArtist AlbumSort = "artist" // then year
	AlbumsByYear   AlbumSort = "year"   // newest first

	AlbumsByTitleDown  AlbumSort = "-title"
	AlbumsByArtistDown AlbumSort = "-artist"
	AlbumsByYearUp     AlbumSort = "-year" // oldest first
	AlbumsByAdded      AlbumSort = "added"
	AlbumsByAddedDown  AlbumSort = "-added"
)

// AlbumFilter narrows a list of albums; empty fields do not filter.
type AlbumFilter struct {
	Sort     AlbumSort
	ArtistID string // albums by this artist, or with a track by them
	Genre    string
	Folder   *FolderRef // with a track in this folder or below it

	YearFrom, YearTo int // inclusive; 0 for no limit
}

// Artist is a person or band credited on a track or album.
type Artist struct {
	Seq           int64
	ID            string
	Name          string
	SortName      string // folded, without leading article
	MusicBrainzID string
	AlbumCount    int
	TrackCount    int
	Cover         string // of the newest album
}

// Genre is a genre in its most frequent spelling.
type Genre struct {
	Name       string
	TrackCount int
	AlbumCount int // only where it says so
}
