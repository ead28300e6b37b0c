package generation

// TableSort is an order of the operator's table of generations: a column, or a minus
// and a column for the other direction.
type TableSort string

// Orders of the table; "" is newest first. Generations with equal values are in the
// order in which they were asked for.
const (
	TableByCreated  TableSort = "created"
	TableByTitle    TableSort = "title"
	TableByUser     TableSort = "user"
	TableByProvider TableSort = "provider"
	TableByQuality  TableSort = "quality"
	TableByDuration TableSort = "duration"
	TableByPlays    TableSort = "plays"
	TableByLikes    TableSort = "likes"
	TableByReviewed TableSort = "reviewed" // by when it was decided last
)

// Table selects and orders what operators see of the generations that became a track.
// The zero value selects all of them, newest first.
type Table struct {
	Text     string // words of the title, the prompt or the owner's name
	Verdict  Verdict
	Provider string
	Sort     TableSort
}

// LogSort is an order of the operator's table of the log, like TableSort.
type LogSort string

// Orders of the log; "" is newest first.
const (
	LogByTime     LogSort = "time"
	LogByUser     LogSort = "user"
	LogByProvider LogSort = "provider"
	LogByStatus   LogSort = "status"
	LogByCost     LogSort = "cost"
)

// LogTable selects and orders what operators see of the log. The zero value selects all
// of it, newest first.
type LogTable struct {
	Text     string // words of the prompt or the person's name
	Provider string
	Status   string
	Sort     LogSort
}
