package curation

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"sonora/internal/music"
	"sonora/internal/stock"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
	"sonora/internal/store/search"
	"sonora/internal/store/table"
)

// tableColumns are the expressions by which the table is sorted.
var tableColumns = map[stock.Sort]string{
	stock.ByTitle:    "t.title_sort",
	stock.ByArtist:   "t.artist_key",
	stock.ByAlbum:    "t.album_key",
	stock.ByGenre:    "lower(t.genre)",
	stock.ByYear:     "t.year",
	stock.ByDuration: "t.duration",
	stock.ByFormat:   "t.format",
	stock.ByBitrate:  "t.bitrate",
	stock.BySize:     "t.size",
	stock.ByPlays:    "t.plays",
	stock.ByStatus:   "t.is_public",
	stock.ByAdded:    "t.added_at",
	stock.ByMissing:  "t.missing_at",
}

// lacking are the conditions that a track t does not have something.
var lacking = map[stock.Lack]string{
	stock.LacksCover:  "t.cover = ''",
	stock.LacksArtist: "t.artist_id = ''",
	stock.LacksAlbum:  "t.album_title = ''",
	stock.LacksGenre:  "t.genre = ''",
	stock.LacksYear:   "t.year = 0",
	stock.LacksTags:   "(t.artist_id = '' or t.album_title = '' or t.genre = '' or t.year = 0)",
}

// TrackTable returns a page of the tracks that match a table, as an
// operator sees them. Pages start at a position. It returns Invalid for an unknown
// order or lack.
func (s *Store) TrackTable(ctx context.Context, v music.Viewer, t stock.Table, p music.Page) (music.List[music.Track], error) {
	key, isDown, err := table.Column(tableColumns, t.Sort, "-"+stock.ByAdded, p)
	if err != nil {
		return music.List[music.Track]{}, err
	}
	where, err := s.tableWhere(t)
	if err != nil {
		return music.List[music.Track]{}, err
	}
	list, err := s.catalogue.TracksAt(ctx, kernel.Listing{
		Columns: catalogue.TrackColumns, From: "track t", Joins: catalogue.WithLiked(v), Where: where,
		Order:    kernel.Order{Key: key, Seq: "t.seq", Desc: isDown},
		Personal: t.Text != "" || t.IDs != nil, // hardly asked for twice
	}, p)
	if err != nil {
		return list, fmt.Errorf("list tracks for the operator: %w", err)
	}
	return list, nil
}

func (s *Store) tableWhere(t stock.Table) (*kernel.Query, error) {
	where := (&kernel.Query{}).Add("t.missing_at = 0")
	if t.IsMissing {
		where = (&kernel.Query{}).Add("t.missing_at > 0")
	}
	if t.Text != "" {
		s.withWords(where, t.Text)
	}
	if t.IDs != nil {
		where.Add(" and t.id in "+s.db.Dialect.Texts, kernel.Array(t.IDs))
	}
	if t.Genre != "" {
		where.Add(" and t.seq in (select track from track_genre where genre in (select seq from genre where key = ?))", kernel.GenreKey(t.Genre))
	}
	if t.Format != "" {
		where.Add(" and t.format = ?", t.Format)
	}
	if t.IsPublic != nil {
		where.Add(" and t.is_public = ?", *t.IsPublic)
	}
	if t.IsAI != nil {
		where.Add(" and t.is_ai_generated = ?", *t.IsAI)
	}
	if t.IsUpload != nil {
		where.Add(" and (t.owner is not null) = ?", *t.IsUpload)
	}
	if t.Lacks != "" {
		condition := lacking[t.Lacks]
		if condition == "" {
			return nil, music.FieldError(music.Invalid, "lacks", music.Say("Tracks cannot be selected by this."))
		}
		where.Add(" and " + condition)
	}
	return where, nil
}

// withWords adds the condition that each word begins a word of the track's title,
// artists, album or genres, or that the words are in the name of a playlist with the
// track. A single letter is looked for at the beginning of titles only.
func (s *Store) withWords(where *kernel.Query, text string) {
	match := search.Parse(s.db, text).Match
	if match == "" {
		begin := kernel.SortKey(text)
		where.Add(" and t.title_sort >= ? and t.title_sort < ?", begin, begin+string(unicode.MaxRune))
		return
	}
	where.Add(" and t.seq in (select rowid from ("+fmt.Sprintf(s.db.Dialect.Candidates, "track_search")+") found", match)
	where.Add(" union select e.track from playlist_entry e join playlist p on p.seq = e.playlist where true")
	words := strings.Fields(kernel.Fold(text))
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		where.Add(` and p.folded like ? escape '\'`, "%"+kernel.LikeText(word)+"%")
	}
	where.Add(")")
}
