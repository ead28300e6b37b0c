package station

import "strings"

// Sort is an order of a list of stations.
type Sort string

// Orders of stations; "" is SortNewest.
const (
	SortNewest   Sort = "newest"
	SortName     Sort = "name"
	SortPopular  Sort = "popular"  // by listening of the last 90 days
	SortTrending Sort = "trending" // by listeners now and listening of the last 7 days
)

// Filter says which stations a list has and in what order. The zero
// value is all of them, newest first.
type Filter struct {
	Text     string // words of the name, the genre or the description
	Country  string
	Genre    string
	Language string
	Mode     Mode
	OwnerID  string
	Sort     Sort

	// Listeners is how many listen to a station now; nil for nobody.
	Listeners func(id string) int
}

// Group is a genre or a country and how many stations are of it.
type Group struct {
	Name     string
	Stations int
}

// countries are other names of those that people choose from.
var countries = map[string]string{
	"us": "USA", "u.s.": "USA", "u.s.a.": "USA", "usa": "USA", "united states": "USA", "united states of america": "USA", "the united states of america": "USA",
	"uk": "UK", "u.k.": "UK", "gb": "UK", "great britain": "UK", "united kingdom": "UK", "the united kingdom": "UK",
	"the united kingdom of great britain and northern ireland": "UK", "united kingdom of great britain and northern ireland": "UK",
	"ca": "Canada", "de": "Germany", "deutschland": "Germany", "fr": "France", "es": "Spain", "españa": "Spain", "br": "Brazil", "brasil": "Brazil",
	"jp": "Japan", "mx": "Mexico", "méxico": "Mexico", "au": "Australia",
}

// CountryName is what a country is called in the list of them, whatever
// people or directories call it.
func CountryName(name string) string {
	name = strings.TrimSpace(name)
	if known, ok := countries[strings.ToLower(name)]; ok {
		return known
	}
	return name
}
