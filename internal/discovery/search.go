// Package discovery is the domain of lists that mix several kinds of things:
// search results and recent additions.
package discovery

import (
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
)

// Query is a search.
type Query struct {
	Text  string
	Limit int // maximum number of results of each kind
	// Genre and the years restrict the search; their zero values do not.
	Genre            string
	YearFrom, YearTo int
	MusicOnly        bool      // only tracks, albums and artists
	Now              time.Time // current time, for scheduled episodes
}

// HasYears reports whether the query is restricted to some years.
func (q Query) HasYears() bool { return q.YearFrom > 0 || q.YearTo > 0 }

// Results holds the best matches of a query, best first.
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
	// Corrected is the corrected spelling that was also searched for, because
	// nothing playable contains Text. It is "" if no correction was needed or
	// none found anything.
	Corrected string
}

// HasMusic reports whether the results contain anything playable.
func (r *Results) HasMusic() bool {
	return len(r.Tracks)+len(r.Albums)+len(r.Artists)+len(r.Stations)+len(r.Mixes)+len(r.Podcasts)+len(r.Episodes) > 0
}

// Person is a person in a list. Other people may see their profile.
type Person struct {
	ID, Name, ImageURL string
}
