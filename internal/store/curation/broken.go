package curation

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"sonora/internal/music"
	"sonora/internal/stock"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
	"sonora/internal/store/table"
)

type brokenRow struct {
	b    stock.Broken
	seq  int64
	seen int64
}

func (r *brokenRow) Dest() []any {
	b := &r.b
	return []any{&r.seq, &b.Root, &b.Path, &b.Kind, kernel.IntoMessage(&b.Reason), &b.Size, &r.seen}
}

func (r *brokenRow) Value() stock.Broken {
	b := r.b
	b.ID, b.Root, b.Path, b.SeenAt = strconv.FormatInt(r.seq, 10), kernel.TextPath(b.Root), kernel.TextPath(b.Path), kernel.Moment(r.seen)
	return b
}

const (
	brokenColumns = "p.seq, r.path, p.path, p.kind, p.reason, p.size, p.seen_at"
	brokenFrom    = "problem p join root r on r.seq = p.root"
)

// brokenOrders are the expressions by which the table of broken files is sorted.
var brokenOrders = map[stock.BrokenSort]string{
	stock.BrokenByPath:   "p.key",
	stock.BrokenByReason: "p.kind",
	stock.BrokenBySize:   "p.size",
	stock.BrokenBySeen:   "p.seen_at",
}

// BrokenTable returns a page of the files and folders that scans could not add and that
// match a table. Pages start at a position. It returns Invalid for an unknown order.
func (s *Store) BrokenTable(ctx context.Context, t stock.BrokenTable, p music.Page) (music.List[stock.Broken], error) {
	by, isDown, err := table.Column(brokenOrders, t.Sort, stock.BrokenByPath, p)
	if err != nil {
		return music.List[stock.Broken]{}, err
	}
	where := (&kernel.Query{}).Add("true")
	if t.Kind != "" {
		where.Add(" and p.kind = ?", string(t.Kind))
	}
	words := strings.Fields(kernel.Fold(t.Text))
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		if !kernel.HasNUL(word) {
			where.Add(" and "+fmt.Sprintf(s.db.Dialect.Folded, "p.path")+` like ? escape '\'`, "%"+kernel.LikeText(word)+"%")
		}
	}
	list, err := table.Page(ctx, s.db.Read, &brokenRow{}, kernel.Listing{
		Columns: brokenColumns, From: brokenFrom, Where: where, Order: kernel.Order{Key: by, Seq: "p.seq", Desc: isDown},
	}, p)
	if err != nil {
		return list, fmt.Errorf("list broken files: %w", err)
	}
	return list, nil
}

// BrokenByID returns the broken files with these IDs, by ID. It leaves out those that are
// no longer listed.
func (s *Store) BrokenByID(ctx context.Context, ids []string) (map[string]stock.Broken, error) {
	seqs := make([]int64, 0, len(ids))
	for _, id := range ids {
		if seq, err := strconv.ParseInt(id, 10, 64); err == nil {
			seqs = append(seqs, seq)
		}
	}
	found, err := kernel.Collect(ctx, s.db.Read, &brokenRow{}, "select "+brokenColumns+" from "+brokenFrom+" where p.seq in "+s.db.Dialect.Ints, kernel.Array(seqs))
	if err != nil {
		return nil, fmt.Errorf("read broken files: %w", err)
	}
	byID := make(map[string]stock.Broken, len(found))
	for i := range found {
		byID[found[i].ID] = found[i]
	}
	return byID, nil
}

// ForgetBroken takes a broken file off the list, because it was deleted. It returns
// NotFound if it is not there.
func (s *Store) ForgetBroken(ctx context.Context, b *stock.Broken) error {
	seq, err := strconv.ParseInt(b.ID, 10, 64)
	if err != nil {
		return music.ErrNotFound
	}
	return s.db.UpdateCatalogue(ctx, "forget broken file", func(tx *kernel.Tx) error {
		return kernel.Found(tx.Exec(ctx, "delete from problem where seq = ?", seq))
	})
}

// MissingFiles returns where the files of these tracks were, by the IDs of the tracks. It
// leaves out tracks whose file is there.
func (s *Store) MissingFiles(ctx context.Context, ids []string) (map[string]stock.Place, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &placeRow{}, `select t.id, r.path, f.path, t.name
		from track t join folder f on f.seq = t.folder join root r on r.seq = f.root where t.missing_at > 0 and t.id in `+s.db.Dialect.Texts, kernel.Array(ids))
	if err != nil {
		return nil, fmt.Errorf("read missing files: %w", err)
	}
	places := make(map[string]stock.Place, len(rows))
	for _, r := range rows {
		places[r.id] = r.Place
	}
	return places, nil
}

type placeRow struct {
	stock.Place

	id, root, folder, name string
}

func (r *placeRow) Dest() []any { return []any{&r.id, &r.root, &r.folder, &r.name} }

func (r *placeRow) Value() placeRow {
	at := fileRow{root: r.root, folder: r.folder, name: r.name}
	f := at.Value()
	return placeRow{Place: stock.Place{Root: f.Root, Path: f.Path}, id: r.id}
}

// Successors returns tracks that may be what a missing one was, best first: their sound is
// the same byte by byte, or MusicBrainz calls them the same recording, or they have the same
// title and artist, or else the same title, and are equally long.
func (s *Store) Successors(ctx context.Context, v music.Viewer, id string, limit int) ([]stock.Copy, error) {
	apart := stock.MaxApart.Milliseconds()
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+", "+fileColumns+`
		from track m join track t on t.missing_at = 0 and (t.audio_key = m.audio_key or (m.recording_id <> '' and t.recording_id = m.recording_id)
			or (m.title_sort <> '' and t.title_sort = m.title_sort)) join folder f on f.seq = t.folder join root r on r.seq = f.root`).
		Append(catalogue.WithLiked(v)).
		Add(` where m.id = ? and m.missing_at > 0 and (t.audio_key = m.audio_key or abs(t.duration - m.duration) <= ? + 0)
			order by case when t.audio_key = m.audio_key then 0 when m.recording_id <> '' and t.recording_id = m.recording_id then 1
				when t.artist_id = m.artist_id then 2 else 3 end, abs(t.duration - m.duration), t.seq limit ? + 0`, id, apart, limit)
	copies, err := kernel.Collect(ctx, s.db.Read, &copyRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("look for what a missing file became: %w", err)
	}
	return copies, nil
}
