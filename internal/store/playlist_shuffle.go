package store

import (
	"context"
	"fmt"
	"strconv"

	"sonora/internal/music"
)

// ShuffledEntries returns a part of a playlist that is a list, in an order of
// chance that is the same for the same seed and version.
func (s *Store) ShuffledEntries(ctx context.Context, v music.Viewer, p *music.Playlist, seed int64, page music.Page) (music.EntryList, error) {
	result := music.EntryList{Version: p.Version}
	all := (&query{}).add(s.d.joined + " from (select e.seq from playlist_entry e join track t on t.seq = e.track").append(visibleEntries(v, p)).add(") as t")
	seqs, err := remember(s.tally, tallyKey(all)+strconv.FormatInt(p.Version, 10)+" "+strconv.FormatInt(seed, 10), func() ([]int64, error) {
		seqs, err := s.seqs(ctx, all)
		return shuffled(seqs, seed), err
	})
	if err != nil {
		return result, fmt.Errorf("shuffle playlist: %w", err)
	}
	from := min(page.At, len(seqs))
	part := seqs[from:min(from+limitOf(page), len(seqs))]
	q := (&query{}).add("select "+entryColumns+", e.place, e.seq from playlist_entry e join track t on t.seq = e.track left join account a on a.seq = e.account").append(withLiked(v)).
		append(visibleEntries(v, p)).add(" and e.seq in "+s.d.ints, list(part))
	rows, err := collect(ctx, s.read, &keyed[music.Entry]{row: &entryRow{}}, q.text.String(), q.args...)
	if err != nil {
		return result, fmt.Errorf("read shuffled playlist: %w", err)
	}
	x, err := s.extentOf(ctx, v, p)
	if err != nil {
		return result, fmt.Errorf("measure playlist: %w", err)
	}
	for _, row := range inOrder(rows, part, func(r placed[music.Entry]) int64 { return r.seq }) {
		result.Items = append(result.Items, row.item)
	}
	result.Total, result.Duration = x.items, length(x.duration)
	return result, nil
}
