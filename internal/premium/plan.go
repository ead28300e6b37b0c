package premium

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sonora/internal/music"
)

// IDs of the plans that every server has from its first start.
const (
	FreeID    = "free"
	PremiumID = "premium"
)

// Limits of a plan.
const (
	maxName        = 80  // characters
	maxDescription = 500 // characters
	maxRank        = 1000
	maxTrial       = 730 // days
	maxFamily      = 50  // people beside the one who pays
)

// Interval is for how long a price pays.
type Interval string

// The intervals.
const (
	Month Interval = "month"
	Year  Interval = "year"
)

// Intervals lists every interval.
var Intervals = []Interval{Month, Year}

// After returns when a period that starts at a moment ends. Like calendars do, it ends
// on the last day of a month that is too short: a month after January 31 is February 28.
func (i Interval) After(start time.Time) time.Time {
	return i.Following(start, start.UTC().Day())
}

// Following returns when a period ends that starts where another one ended, if the first
// of them began on a day of the month: after one from January 31 to February 28 comes one
// to March 31.
func (i Interval) Following(start time.Time, day int) time.Time {
	months := 1
	if i == Year {
		months = 12
	}
	y, m, _ := start.UTC().Date()
	last := time.Date(y, m+time.Month(months)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	hour, minute, second := start.UTC().Clock()
	return time.Date(y, m+time.Month(months), min(day, last), hour, minute, second, start.Nanosecond(), time.UTC)
}

// Plan is what an operator offers to people.
type Plan struct {
	ID            string
	Name          string
	Description   string
	Rank          int    // of several plans, a person has the one with the highest rank
	Month, Year   *Money // what it costs for that time; nil if it is not sold so
	TrialDays     int    // before the first payment
	FamilyMembers int    // people who share the plan with the one who pays
	Grants        Grants
	IsOffered     bool      // people can choose it
	ArchivedAt    time.Time // when it was deleted; those who have it keep it. Zero while it exists
	Version       int64     // grows with each change
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// Starters returns the plans of a new server.
func Starters(now time.Time) []Plan {
	free := Plan{ID: FreeID, Name: "Free", IsOffered: true, Grants: Grants{}.Completed(true)}
	paid := Plan{
		ID: PremiumID, Name: "Premium", Rank: 100, TrialDays: 14, Grants: Grants{}.Completed(false),
		Month: &Money{500, "EUR"}, Year: &Money{5000, "EUR"},
	}
	plans := []Plan{free, paid}
	for i := range plans {
		plans[i].Version, plans[i].CreatedAt, plans[i].UpdatedAt = 1, now, now
	}
	return plans
}

// IsFree reports whether the plan is the one of people without another.
func (p *Plan) IsFree() bool { return p.ID == FreeID }

// Price returns what the plan costs for an interval, or nil if it is not sold so.
func (p *Plan) Price(i Interval) *Money {
	switch i {
	case Month:
		return p.Month
	case Year:
		return p.Year
	default:
		return nil
	}
}

// Validate returns an Invalid Error with every field that breaks a rule.
func (p *Plan) Validate() error {
	f := music.FieldErrors{}
	switch {
	case p.Name == "":
		f.Add("name", "This field is required.")
	case utf8.RuneCountInString(p.Name) > maxName:
		f.Add("name", "Enter at most %d characters.", maxName)
	case strings.ContainsFunc(p.Name, unicode.IsControl):
		f.Add("name", "Control characters are not allowed.")
	}
	if utf8.RuneCountInString(p.Description) > maxDescription {
		f.Add("description", "Enter at most %d characters.", maxDescription)
	}
	between(f, "rank", p.Rank, p.lowestRank(), p.highestRank())
	between(f, "trialDays", p.TrialDays, 0, maxTrial)
	between(f, "familyMembers", p.FamilyMembers, 0, maxFamily)
	p.checkPrices(f)
	p.checkGrants(f)
	return f.Err("name", "description", "rank")
}

// The plan Free is below all others, so that a person who has another one has that.
func (p *Plan) lowestRank() int {
	if p.IsFree() {
		return 0
	}
	return 1
}

func (p *Plan) highestRank() int {
	if p.IsFree() {
		return 0
	}
	return maxRank
}

func between(f music.FieldErrors, field string, n, lowest, highest int) {
	if n < lowest || n > highest {
		f.Add(field, "Enter a number from %v to %v.", lowest, highest)
	}
}

func (p *Plan) checkPrices(f music.FieldErrors) {
	for _, i := range Intervals {
		price := p.Price(i)
		switch {
		case price == nil:
		case p.IsFree():
			f.Add("prices", "The plan that everybody has costs nothing.")
		case price.Amount < 1 || price.Amount > MaxAmount:
			f.Add("prices", "Enter an amount from %v to %v.", Money{1, price.Currency}.String(), Money{MaxAmount, price.Currency}.String())
		case !IsKnown(price.Currency):
			f.Add("prices", "There is no currency %s. Enter a code such as EUR.", price.Currency)
		}
	}
}

func (p *Plan) checkGrants(f music.FieldErrors) {
	for _, d := range Entitlements {
		if value, known := p.Grants[d.Name]; known && !d.takes(value) {
			f.Add("grants", "Enter a number from %v to %v for %s.", d.Min, d.Max, string(d.Name))
		}
	}
}
