package mixes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const likesOfMix = "(select count(*) from mix_like l where l.mix = m.seq)"

var mixOrders = map[djmix.Sort]kernel.Order{
	djmix.SortNewest:  {Name: "m.newest", Seq: "m.seq", Desc: true},
	djmix.SortLikes:   {Name: "m.likes", Key: likesOfMix, Numeric: true, Seq: "m.seq", Desc: true},
	djmix.SortLongest: {Name: "m.longest", Key: "m.duration", Numeric: true, Seq: "m.seq", Desc: true},
}

// FindMixes returns a page of the mixes in the viewer's lists that match the filter.
func (s *Store) FindMixes(ctx context.Context, v music.Viewer, f djmix.Filter, p music.Page) (music.List[music.Mix], error) {
	list, err := kernel.Page(ctx, s.db, &MixRow{}, kernel.Listing{
		Columns: MixColumns, From: "mix m", Where: mixWhere(v, f), Order: mixOrders[cmp.Or(f.Sort, djmix.SortNewest)], Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("find mixes: %w", err)
	}
	return list, nil
}

// mixWhere returns the conditions of a filter on the mix m. Its folded lines are the
// title, the DJ's name and the genre.
func mixWhere(v music.Viewer, f djmix.Filter) *kernel.Query {
	q := (&kernel.Query{}).CanFindMix(v)
	words := strings.Fields(kernel.Fold(f.Text))
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		addFolded(q, "%", word, "%\n%")
	}
	if f.Genre != "" {
		addFolded(q, "%\n", kernel.Fold(f.Genre), "")
	}
	if f.OwnerID != "" {
		q.Add(" and m.owner = "+kernel.AccountSeq, f.OwnerID)
	}
	return q
}

// addFolded adds the condition that the folded lines have a text between two patterns.
func addFolded(q *kernel.Query, before, text, after string) {
	if !kernel.HasNUL(text) {
		q.Add(` and m.folded like ? escape '\'`, before+kernel.LikeText(text)+after)
	}
}

// MixGenres returns the genres of the mixes in the viewer's lists, by name. Spellings
// that differ in case or accents are one genre, under the most frequent spelling.
func (s *Store) MixGenres(ctx context.Context, v music.Viewer) ([]djmix.Genre, error) {
	q := (&kernel.Query{}).Add("select m.genre, count(*) from mix m where m.genre <> '' and ").CanFindMix(v).
		Add(" group by m.genre order by count(*) desc, m.genre limit ? + 0", maxTexts)
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int]{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list genres of mixes: %w", err)
	}
	genres, at := []djmix.Genre{}, map[string]int{}
	for _, r := range rows {
		key := kernel.Fold(r.A)
		i, isKnown := at[key]
		if !isKnown {
			i, at[key] = len(genres), len(genres)
			genres = append(genres, djmix.Genre{Name: r.A})
		}
		genres[i].Mixes += r.B
	}
	slices.SortFunc(genres, func(a, b djmix.Genre) int {
		return cmp.Or(cmp.Compare(kernel.Fold(a.Name), kernel.Fold(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return genres, nil
}
