package djmix

// TableSort is an order of the operator's table of mixes: a column, or a minus and
// a column for the other direction.
type TableSort string

// Orders of the table; "" is newest first. Mixes with equal values are in the order
// in which they were added.
const (
	TableByCreated  TableSort = "created"
	TableByTitle    TableSort = "title"
	TableByCategory TableSort = "category"
	TableByBPM      TableSort = "bpm"
	TableByDuration TableSort = "duration"
	TableBySize     TableSort = "size"
	TableByPlays    TableSort = "plays"
	TableByLikes    TableSort = "likes"
	TableByStatus   TableSort = "status" // inactive first, then those for members only
)

// Table selects and orders what operators see of the mixes. The zero value selects
// all of them, newest first.
type Table struct {
	Text     string // words of the title, the DJ's name or the genre
	Genre    string // as it is written
	Category string // as it is written
	IsActive *bool
	IsPublic *bool
	Sort     TableSort
}

// Summary is about all mixes of a server.
type Summary struct {
	Total, Active int
	Plays         int64
	Bytes         int64
	// Genres and Categories are those of the mixes, as they are written, sorted.
	Genres, Categories []string
}
