package station

// TableSort is an order of the operator's table of stations: a column, or a minus
// and a column for the other direction.
type TableSort string

// Orders of the table; "" is newest first. Stations with equal values are in the
// order in which they were made.
const (
	TableByCreated   TableSort = "created"
	TableByName      TableSort = "name"
	TableByGenre     TableSort = "genre"
	TableByStatus    TableSort = "status" // off the air first
	TableByListeners TableSort = "listeners"
	TableByType      TableSort = "type"    // mode, then the protocol of a relay's server
	TableByQuality   TableSort = "quality" // kbit/s
)

// Table selects and orders what operators see of the stations. The zero value
// selects all of them, newest first.
type Table struct {
	Text     string // words of the name, genre or description
	Genre    string
	Mode     Mode
	IsPublic *bool
	IsOnAir  *bool
	Sort     TableSort

	// Now returns whether a station is on air, and how many people listen to it.
	Now func(id string) (isOnAir bool, listeners int)
}
