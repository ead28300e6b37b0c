package playlists

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/stock"
	"sonora/internal/store/kernel"
	"sonora/internal/store/table"
)

// tableColumns are the expressions by which the operator's list sorts.
var tableColumns = map[stock.PlaylistSort]string{
	stock.PlaylistsByCreated: "p.seq",
	stock.PlaylistsByName:    "p.folded",
	stock.PlaylistsBySongs:   "p.entries",
	stock.PlaylistsByStatus:  "p.is_public",
}

// PlaylistTable returns a page of everybody's playlists that match a table. Pages start at
// a position. It returns Forbidden unless the viewer is an operator, and Invalid for an
// unknown order.
func (s *Store) PlaylistTable(ctx context.Context, v music.Viewer, t stock.PlaylistTable, p music.Page) (music.List[music.Playlist], error) {
	var none music.List[music.Playlist]
	if !v.IsAdmin() {
		return none, music.ErrForbidden
	}
	by, isDown, err := table.Column(tableColumns, t.Sort, "-"+stock.PlaylistsByCreated, p)
	if err != nil {
		return none, err
	}
	list, err := table.Page(ctx, s.db.Read, &OwnRow{}, kernel.Listing{
		Columns: OwnColumns, From: "playlist p", Joins: WithJoined(v.AccountID), Where: s.tableWhere(t),
		Order: kernel.Order{Key: by, Seq: "p.seq", Desc: isDown},
	}, p)
	if err != nil {
		return none, fmt.Errorf("list playlists for the operator: %w", err)
	}
	return list, nil
}

func (s *Store) tableWhere(t stock.PlaylistTable) *kernel.Query {
	q := (&kernel.Query{}).Add("true")
	words := strings.Fields(kernel.Fold(t.Text))
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		if kernel.HasNUL(word) {
			continue
		}
		pattern := "%" + kernel.LikeText(word) + "%"
		q.Add(` and (p.folded like ? escape '\' or p.seq in (select e.playlist from playlist_entry e join track_genre tg on tg.track = e.track
			join genre g on g.seq = tg.genre where `+fmt.Sprintf(s.db.Dialect.Folded, "g.name")+` like ? escape '\'))`, pattern, pattern)
	}
	if t.IsPublic != nil {
		q.Add(" and p.is_public = ?", *t.IsPublic)
	}
	if t.Kind != "" {
		q.Add(" and p.kind = ?", string(t.Kind))
	}
	return q
}

// Totals sum up the entries of a playlist.
type Totals struct {
	Duration time.Duration
	Genre    string // the most frequent; "" for none
}

// PlaylistTotals sums up playlists by their ID. Smart playlists have none, because
// their tracks depend on the viewer.
func (s *Store) PlaylistTotals(ctx context.Context, list []music.Playlist) (map[string]Totals, error) {
	totals := map[string]Totals{}
	if len(list) == 0 {
		return totals, nil
	}
	lengths, err := s.PlaylistLengths(ctx, list)
	if err != nil {
		return nil, err
	}
	for id, length := range lengths {
		totals[id] = Totals{Duration: length}
	}
	within, seqs := s.entriesOf(list)
	genres, err := kernel.Collect(ctx, s.db.Read, &sumRow{}, "select p.id, g.name, count(*) from playlist_entry e join playlist p on p.seq = e.playlist"+
		" join track_genre tg on tg.track = e.track join genre g on g.seq = tg.genre"+within+" group by p.id, g.name order by count(*) desc, g.name", seqs)
	if err != nil {
		return nil, fmt.Errorf("find genres of playlists: %w", err)
	}
	for _, genre := range genres {
		if t := totals[genre.id]; t.Genre == "" {
			t.Genre = genre.name
			totals[genre.id] = t
		}
	}
	return totals, nil
}

// PlaylistLengths returns how long playlists are, by their ID. Smart playlists have
// no length of their own.
func (s *Store) PlaylistLengths(ctx context.Context, list []music.Playlist) (map[string]time.Duration, error) {
	within, seqs := s.entriesOf(list)
	sums, err := kernel.Collect(ctx, s.db.Read, &sumRow{}, "select p.id, '', sum(t.duration) from playlist_entry e join playlist p on p.seq = e.playlist join track t on t.seq = e.track"+
		within+" group by p.id", seqs)
	if err != nil {
		return nil, fmt.Errorf("sum up playlists: %w", err)
	}
	lengths := make(map[string]time.Duration, len(sums))
	for _, sum := range sums {
		lengths[sum.id] = kernel.Length(sum.n)
	}
	return lengths, nil
}

// entriesOf returns the condition for the entries of playlists p, and its value.
func (s *Store) entriesOf(list []music.Playlist) (condition, seqs string) {
	numbers := make([]int64, len(list))
	for i := range list {
		numbers[i] = list[i].Seq
	}
	return " where p.seq in " + s.db.Dialect.Ints, kernel.Array(numbers)
}

// sumRow is a number for a playlist, or for a name in it.
type sumRow struct {
	id, name string
	n        int64
}

// Dest implements kernel.Row.
func (r *sumRow) Dest() []any { return []any{&r.id, &r.name, &r.n} }

// Value implements kernel.Row.
func (r *sumRow) Value() sumRow { return *r }
