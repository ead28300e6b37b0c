package search

import (
	"sonora/internal/discovery"
	"sonora/internal/store/kernel"
)

const ofGenre = "in (select seq from genre where key = ?)"

// years adds the condition that a column is in the years of a search.
func years(q *kernel.Query, column string, f discovery.Query) {
	if !f.HasYears() {
		return
	}
	q.Add(" and "+column+" >= ?", max(f.YearFrom, 1))
	if f.YearTo > 0 {
		q.Add(" and "+column+" <= ?", f.YearTo)
	}
}

func filterTracks(q *kernel.Query, f discovery.Query) {
	if f.Genre != "" {
		q.Add(" and exists (select 1 from track_genre g where g.track = t.seq and g.genre "+ofGenre+")", kernel.GenreKey(f.Genre))
	}
	years(q, "t.year", f)
}

func filterAlbums(q *kernel.Query, f discovery.Query) {
	if f.Genre != "" {
		q.Add(" and exists (select 1 from track o join track_genre g on g.track = o.seq where o.album = al.seq and g.genre "+ofGenre+")", kernel.GenreKey(f.Genre))
	}
	years(q, "al.year", f)
}

// filterArtists keeps artists with a track that matches all filters.
func filterArtists(q *kernel.Query, f discovery.Query) {
	if f.Genre == "" && !f.HasYears() {
		return
	}
	q.Add(" and exists (select 1 from track_artist a join track t on t.seq = a.track where a.artist = ar.seq and a.role < 2 and t.missing_at = 0")
	filterTracks(q, f)
	q.Add(")")
}
