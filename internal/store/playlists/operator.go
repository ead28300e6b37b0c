package playlists

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// AllPlaylists returns a page of everybody's playlists whose names contain all of the
// words, newest first. It returns Forbidden unless the viewer is an operator.
func (s *Store) AllPlaylists(ctx context.Context, v music.Viewer, words []string, p music.Page) (music.List[music.Playlist], error) {
	if !v.IsAdmin() {
		return music.List[music.Playlist]{}, music.ErrForbidden
	}
	q := (&kernel.Query{}).Add("true")
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		q.Add(` and p.folded like ? escape '\'`, "%"+kernel.LikeText(kernel.Fold(word))+"%")
	}
	return s.playlists(ctx, v.AccountID, q, p)
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
	seqs := make([]any, len(list))
	for i := range list {
		seqs[i] = list[i].Seq
	}
	const entries = " from playlist_entry e join playlist p on p.seq = e.playlist"
	within := " where p.seq in (" + kernel.Marks(len(seqs)) + ")"
	sums, err := kernel.Collect(ctx, s.db.Read, &sumRow{}, "select p.id, '', sum(t.duration)"+entries+" join track t on t.seq = e.track"+within+" group by p.id", seqs...)
	if err != nil {
		return nil, fmt.Errorf("sum up playlists: %w", err)
	}
	for _, sum := range sums {
		totals[sum.id] = Totals{Duration: kernel.Length(sum.n)}
	}
	genres, err := kernel.Collect(ctx, s.db.Read, &sumRow{}, "select p.id, g.name, count(*)"+entries+
		" join track_genre tg on tg.track = e.track join genre g on g.seq = tg.genre"+within+" group by p.id, g.name order by count(*) desc, g.name", seqs...)
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

// sumRow is a number for a playlist, or for a name in it.
type sumRow struct {
	id, name string
	n        int64
}

// Dest implements kernel.Row.
func (r *sumRow) Dest() []any { return []any{&r.id, &r.name, &r.n} }

// Value implements kernel.Row.
func (r *sumRow) Value() sumRow { return *r }
