package music

import "time"

// SearchQuery is what somebody looks for.
type SearchQuery struct {
	Text  string
	Limit int // most of each kind
	// Genre and the years narrow a search to what has them; the zero values do not.
	Genre            string
	YearFrom, YearTo int
	Now              time.Time // decides whether a scheduled episode is out
}

// HasYears reports whether the query is for some years only.
func (q SearchQuery) HasYears() bool { return q.YearFrom > 0 || q.YearTo > 0 }

// SearchResults are the best matches of a text, best first.
type SearchResults struct {
	Tracks    []Track
	Albums    []Album
	Artists   []Artist
	Playlists []Playlist
	People    []Person
	Stations  []Station
	Mixes     []Mix
	Podcasts  []Podcast
	Episodes  []Episode
	// Corrected is what was looked for too, because the text itself is in
	// nothing that plays; "" when nothing was, or that is not found either.
	Corrected string
}

// HasMusic reports whether anything was found that plays.
func (r *SearchResults) HasMusic() bool {
	return len(r.Tracks)+len(r.Albums)+len(r.Artists)+len(r.Stations)+len(r.Mixes)+len(r.Podcasts)+len(r.Episodes) > 0
}

// Person is what a list shows of somebody others may see.
type Person struct {
	ID, Name, ImageURL string
}
