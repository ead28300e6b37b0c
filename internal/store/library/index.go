package library

import (
	"context"
	"fmt"
	"strings"

	"sonora/internal/store/kernel"
)

// indexed are the search tables, with statements that select the texts of up to
// indexBatch rows after a seq, one text per row.
var indexed = []struct{ table, texts string }{
	{"artist_search", "select seq, name from artist where seq > ? and seq <= ? order by seq"},
	{"album_search", `select seq, text from (
		select seq, 0 as n, title as text from album union all select seq, 1, artist from album) t where seq > ? and seq <= ? order by seq, n`},
	{"track_search", `select seq, text from (
		select seq, 0 as n, title as text from track union all select seq, 1, artist from track union all select seq, 2, album_title from track
		union all select c.track, 3, a.name from track_artist c join artist a on a.seq = c.artist where c.role < 2
		union all select g.track, 4, genre.name from track_genre g join genre on genre.seq = g.genre) t where seq > ? and seq <= ? order by seq, n, text`},
}

// indexBatch is how far the seqs of one transaction reach.
const indexBatch = 2000

// Index fills the search tables of a database that was restored without them.
func (s *Store) Index(ctx context.Context) error {
	for _, kind := range indexed {
		if err := s.indexTable(ctx, kind.table, kind.texts); err != nil {
			return fmt.Errorf("fill %s: %w", kind.table, err)
		}
	}
	s.db.Tally.Forget()
	return s.db.SettleDown(ctx)
}

func (s *Store) indexTable(ctx context.Context, table, texts string) error {
	base := strings.TrimSuffix(table, "_search")
	last, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, "select coalesce(max(seq), 0) from "+base)
	if err != nil {
		return err
	}
	for from := int64(0); from < last; from += indexBatch {
		err := s.db.Update(ctx, "index", func(tx *kernel.Tx) error { return indexRange(ctx, s.db, tx, table, texts, from) })
		if err != nil {
			return err
		}
	}
	return nil
}

func indexRange(ctx context.Context, db *kernel.DB, tx *kernel.Tx, table, texts string, from int64) error {
	found, err := kernel.Collect(ctx, tx, &kernel.Pair[int64, string]{}, texts, from, from+indexBatch)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "delete from "+table+" where rowid > ? and rowid <= ?", from, from+indexBatch); err != nil {
		return err
	}
	words := tx.Insert(table, "rowid, words")
	words.Row = db.Dialect.Words
	for i := 0; i < len(found); {
		var of []string
		first := i
		for ; i < len(found) && found[i].A == found[first].A; i++ {
			of = append(of, found[i].B)
		}
		if err := words.Add(ctx, found[first].A, strings.Join(kernel.SearchWords(of...), " ")); err != nil {
			return err
		}
	}
	return words.Flush(ctx)
}
