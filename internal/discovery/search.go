// Package discovery is the domain of lists that hold many kinds of things:
// search results and what arrived lately.
package discovery

import (
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
)

// Query is what somebody looks for.
type Query struct {
	Text  string
	Limit int // most of each kind
	// Genre and the years narrow a search to what has them; the zero values do not.
	Genre            string
	YearFrom, YearTo int
	Now              time.Time // decides whether a scheduled episode is out
}

// HasYears reports whether the query is for some years only.
func (q Query) HasYears() bool { return q.YearFrom > 0 || q.YearTo > 0 }

// Results are the best matches of a text, best first.
type Results struct {
	Tracks    []music.Track
	Albums    []music.Album
	Artists   []music.Artist
	Playlists []music.Playlist
	People    []Person
	Stations  []station.Station
	Mixes     []music.Mix
	Podcasts  []feed.Podcast
	Episodes  []feed.Episode
	// Corrected is what was looked for too, because the text itself is in
	// nothing that plays; "" when nothing was, or that is not found either.
	Corrected string
}

// HasMusic reports whether anything was found that plays.
func (r *Results) HasMusic() bool {
	return len(r.Tracks)+len(r.Albums)+len(r.Artists)+len(r.Stations)+len(r.Mixes)+len(r.Podcasts)+len(r.Episodes) > 0
}

// Person is what a list shows of somebody others may see.
type Person struct {
	ID, Name, ImageURL string
}
