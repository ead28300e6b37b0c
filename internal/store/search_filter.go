package store

import (
	"strings"

	"sonora/internal/discovery"
)

const ofGenre = "in (select seq from genre where key = ?)"

// years adds that a column is in the years of a search.
func (q *query) years(column string, f discovery.Query) {
	if !f.HasYears() {
		return
	}
	q.add(" and "+column+" >= ?", max(f.YearFrom, 1))
	if f.YearTo > 0 {
		q.add(" and "+column+" <= ?", f.YearTo)
	}
}

func filterTracks(q *query, f discovery.Query) {
	if f.Genre != "" {
		q.add(" and exists (select 1 from track_genre g where g.track = t.seq and g.genre "+ofGenre+")", genreKey(f.Genre))
	}
	q.years("t.year", f)
}

func filterAlbums(q *query, f discovery.Query) {
	if f.Genre != "" {
		q.add(" and exists (select 1 from track o join track_genre g on g.track = o.seq where o.album = al.seq and g.genre "+ofGenre+")", genreKey(f.Genre))
	}
	q.years("al.year", f)
}

// filterArtists keeps those with a track that has everything wanted.
func filterArtists(q *query, f discovery.Query) {
	if f.Genre == "" && !f.HasYears() {
		return
	}
	q.add(" and exists (select 1 from track_artist a join track t on t.seq = a.track where a.artist = ar.seq and a.role < 2 and t.missing_at = 0")
	filterTracks(q, f)
	q.add(")")
}

var likeSpecial = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// likeText escapes a text for «like … escape '\'».
func likeText(text string) string { return likeSpecial.Replace(text) }
