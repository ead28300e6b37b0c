// Package stock is what operators see of the tracks of a server: their table, the
// playlists that they are in, and the files that hold the same recording.
package stock

// Sort is an order of the table of tracks: a column, or a minus and a column for
// the other direction.
type Sort string

// Columns that the table is sorted by; "" is latest first. Tracks with equal values
// are in the order in which they were added.
const (
	ByTitle    Sort = "title"
	ByArtist   Sort = "artist" // then album, disc, number
	ByAlbum    Sort = "album"  // then disc, number
	ByGenre    Sort = "genre"
	ByYear     Sort = "year"
	ByDuration Sort = "duration"
	ByFormat   Sort = "format"
	ByBitrate  Sort = "bitrate"
	BySize     Sort = "size"
	ByPlays    Sort = "plays"
	ByStatus   Sort = "status" // for members only first
	ByAdded    Sort = "added"
	ByMissing  Sort = "missing" // by when its file was missed
)

// Lack is something that a track does not have.
type Lack string

// What a track may lack.
const (
	LacksCover  Lack = "cover"
	LacksArtist Lack = "artist"
	LacksAlbum  Lack = "album"
	LacksGenre  Lack = "genre"
	LacksYear   Lack = "year"
	LacksTags   Lack = "tags" // any of artist, album, genre and year
)

// Table selects and orders what operators see of the tracks. The zero value
// selects all that have a file, latest first.
type Table struct {
	Text   string   // words of the title, artist, album or genre, or the name of a playlist with the track
	IDs    []string // only these; nil for all
	Genre  string   // compared after folding
	Format string
	Lacks  Lack
	Sort   Sort

	IsMissing      bool // those without a file instead
	IsPublic, IsAI *bool
	IsUpload       *bool // whether a person uploaded it; otherwise it is in a folder of the library
}
