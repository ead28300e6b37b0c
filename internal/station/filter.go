package station

import "strings"

// Sort is an order of a list of stations.
type Sort string

// Orders of stations; "" is SortNewest.
const (
	SortNewest   Sort = "newest"
	SortName     Sort = "name"
	SortPopular  Sort = "popular"  // by listening time in the last 90 days
	SortTrending Sort = "trending" // by current listeners and listening time in the last 7 days
)

// Filter selects and orders a list of stations. The zero value selects all of
// them, newest first.
type Filter struct {
	Text     string // words of the name, genre or description
	Country  string
	Genre    string
	Language string
	Mode     Mode
	OwnerID  string
	Sort     Sort

	// Listeners returns how many people listen to a station now; nil for none.
	Listeners func(id string) int
}

// Group is a genre or country and its number of stations.
type Group struct {
	Name     string
	Stations int
}

// countries maps other names to those that people choose from.
var countries = map[string]string{
	"us": "USA", "u.s.": "USA", "u.s.a.": "USA", "usa": "USA", "united states": "USA", "united states of america": "USA", "the united states of america": "USA",
	"uk": "UK", "u.k.": "UK", "gb": "UK", "great britain": "UK", "united kingdom": "UK", "the united kingdom": "UK",
	"the united kingdom of great britain and northern ireland": "UK", "united kingdom of great britain and northern ireland": "UK",
	"ca": "Canada", "de": "Germany", "deutschland": "Germany", "fr": "France", "es": "Spain", "españa": "Spain", "br": "Brazil", "brasil": "Brazil",
	"jp": "Japan", "mx": "Mexico", "méxico": "Mexico", "au": "Australia",
}

// CountryName returns the name of a country in the list, whatever people or
// directories call it.
func CountryName(name string) string {
	name = strings.TrimSpace(name)
	if known, ok := countries[strings.ToLower(name)]; ok {
		return known
	}
	return name
}
