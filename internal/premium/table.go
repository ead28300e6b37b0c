package premium

import "time"

// Table selects and orders what operators see of memberships. The zero value selects all
// of them, newest first.
type Table struct {
	Words  []string // of the person's name or address
	Status Status   // at the moment Now
	Source Source
	PlanID string
	Sort   TableSort
	Now    time.Time
}

// TableSort is an order of the operator's table: a column, or a minus and a column for
// the other direction.
type TableSort string

// Orders of the table.
const (
	TableByCreated TableSort = "created"
	TableByName    TableSort = "name"
	TableByPlan    TableSort = "plan" // by rank
	TableByEnds    TableSort = "ends" // those without an end last
)

// Entry is a membership in the operator's table.
type Entry struct {
	Membership

	Email, Name string // of the person
	PlanName    string
}

// Figures are what operators see of the whole.
type Figures struct {
	Subscribers int // people whose plan somebody pays
	Trials      int
	PastDue     int
	New, Lost   int     // memberships that people pay, which began and which ended in the last 30 days
	Monthly     []Money // what comes in per month from what people pay regularly, by currency
	Plans       []PlanFigure
	Revenue     []Revenue // of the last 12 months, by month and currency
	Other       []Money   // paid in these months for no plan, by currency; no revenue
	// Unstated counts the payments of these months of which the service did not say the
	// currency, so that they are in no sum.
	Unstated int
}

// PlanFigure is how many people have a plan now.
type PlanFigure struct {
	PlanID, Name string
	People       int
}

// Revenue is what was paid for plans in a calendar month, without what was given back.
type Revenue struct {
	Month time.Time // its beginning
	Money Money
}
