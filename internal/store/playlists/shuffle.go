package playlists

import (
	"context"
	"fmt"
	"strconv"

	"sonora/internal/music"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// ShuffledEntries returns a part of a playlist of the kind list in random
// order, which is the same for the same seed and version.
func (s *Store) ShuffledEntries(ctx context.Context, v music.Viewer, p *music.Playlist, seed int64, page music.Page) (music.EntryList, error) {
	result := music.EntryList{Version: p.Version}
	all := (&kernel.Query{}).Add(s.db.Dialect.Joined + " from (select e.seq from playlist_entry e join track t on t.seq = e.track").Append(visibleEntries(v, p)).Add(") as t")
	seqs, err := kernel.Remember(s.db.Tally, kernel.TallyKey(all)+strconv.FormatInt(p.Version, 10)+" "+strconv.FormatInt(seed, 10), func() ([]int64, error) {
		seqs, err := s.db.Seqs(ctx, all)
		return catalogue.Shuffled(seqs, seed), err
	})
	if err != nil {
		return result, fmt.Errorf("shuffle playlist: %w", err)
	}
	from := min(page.At, len(seqs))
	part := seqs[from:min(from+kernel.LimitOf(page), len(seqs))]
	q := (&kernel.Query{}).Add("select "+entryColumns+", e.place, e.seq from playlist_entry e join track t on t.seq = e.track left join account a on a.seq = e.account").Append(catalogue.WithLiked(v)).
		Append(visibleEntries(v, p)).Add(" and e.seq in "+s.db.Dialect.Ints, kernel.Array(part))
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Keyed[music.Entry]{Row: &entryRow{}}, q.Text.String(), q.Args...)
	if err != nil {
		return result, fmt.Errorf("read shuffled playlist: %w", err)
	}
	x, err := s.extentOf(ctx, v, p)
	if err != nil {
		return result, fmt.Errorf("measure playlist: %w", err)
	}
	for _, row := range kernel.InOrder(rows, part, func(r kernel.Placed[music.Entry]) int64 { return r.Seq }) {
		result.Items = append(result.Items, row.Item)
	}
	result.Total, result.Duration = x.Items, kernel.Length(x.duration)
	return result, nil
}
