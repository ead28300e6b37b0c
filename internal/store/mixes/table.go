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

// mixTableOrder returns the expression by which a column of the operator's table
// sorts; "" for an unknown column.
func (s *Store) mixTableOrder(column djmix.TableSort) string {
	return map[djmix.TableSort]string{
		djmix.TableByCreated:  "m.seq",
		djmix.TableByTitle:    "m.folded",
		djmix.TableByCategory: fmt.Sprintf(s.db.Dialect.Folded, "m.category"),
		djmix.TableByBPM:      "m.bpm",
		djmix.TableByDuration: "m.duration",
		djmix.TableBySize:     "m.size",
		djmix.TableByPlays:    "m.plays",
		djmix.TableByLikes:    "(select count(*) from mix_like l where l.mix = m.seq)",
		djmix.TableByStatus:   "case when m.is_active then 2 else 0 end + case when m.is_public then 1 else 0 end",
	}[column]
}

// MixTable returns a page of all mixes that match a table, including recordings
// that are not published. Pages start at a position. It returns Invalid for an
// unknown order.
func (s *Store) MixTable(ctx context.Context, t djmix.Table, p music.Page) (music.List[music.Mix], error) {
	var none music.List[music.Mix]
	if p.After != "" {
		_, err := kernel.ParseCursor(p.After, kernel.Order{})
		return none, err
	}
	column, down := strings.CutPrefix(string(cmp.Or(t.Sort, "-"+djmix.TableByCreated)), "-")
	by := s.mixTableOrder(djmix.TableSort(column))
	if by == "" {
		return none, music.FieldError(music.Invalid, "sort", music.Say("Unknown sort order."))
	}
	direction := ""
	if down {
		direction = " desc"
	}
	where := mixTableWhere(t)
	q := (&kernel.Query{}).Add("select "+MixColumns+" from mix m where ").Append(where).
		Add(" order by "+by+direction+", m.seq"+direction+" limit ? + 0 offset ? + 0", kernel.LimitOf(p), p.At)
	items, err := kernel.Collect(ctx, s.db.Read, &MixRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return none, fmt.Errorf("list mixes for the operator: %w", err)
	}
	n := (&kernel.Query{}).Add("select count(*) from mix m where ").Append(where)
	total, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, n.Text.String(), n.Args...)
	if err != nil {
		return none, fmt.Errorf("count mixes for the operator: %w", err)
	}
	return music.List[music.Mix]{Items: items, Total: total}, nil
}

const (
	maxWords = 8      // of a search
	maxTexts = 20_000 // different genres or categories
)

func mixTableWhere(t djmix.Table) *kernel.Query {
	q := (&kernel.Query{}).Add("true")
	words := strings.Fields(kernel.Fold(t.Text))
	for _, word := range words[:min(len(words), maxWords)] {
		if !kernel.HasNUL(word) {
			q.Add(` and m.folded like ? escape '\'`, "%"+kernel.LikeText(word)+"%")
		}
	}
	for column, want := range map[string]string{"genre": t.Genre, "category": t.Category} {
		if want != "" {
			q.Add(" and m."+column+" = ?", strings.ReplaceAll(want, "\x00", ""))
		}
	}
	if t.IsActive != nil {
		q.Add(" and m.is_active = ?", *t.IsActive)
	}
	if t.IsPublic != nil {
		q.Add(" and m.is_public = ?", *t.IsPublic)
	}
	return q
}

type mixSummaryRow struct{ s djmix.Summary }

func (r *mixSummaryRow) Dest() []any {
	return []any{&r.s.Total, &r.s.Active, &r.s.Plays, &r.s.Bytes}
}

func (r *mixSummaryRow) Value() djmix.Summary { return r.s }

// MixSummary returns the figures of all mixes, and what the operator's table can be
// filtered by.
func (s *Store) MixSummary(ctx context.Context) (*djmix.Summary, error) {
	sum, err := kernel.One(ctx, s.db.Read, &mixSummaryRow{}, `select count(*), coalesce(sum(case when m.is_active then 1 else 0 end), 0),
		coalesce(sum(m.plays), 0), coalesce(sum(m.size), 0) from mix m`)
	if err != nil {
		return nil, fmt.Errorf("sum up mixes: %w", err)
	}
	for column, texts := range map[string]*[]string{"genre": &sum.Genres, "category": &sum.Categories} {
		all, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select distinct m."+column+" from mix m where m."+column+" <> '' limit ? + 0", maxTexts)
		if err != nil {
			return nil, fmt.Errorf("list what mixes say of their %s: %w", column, err)
		}
		slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(kernel.Fold(a), kernel.Fold(b)), cmp.Compare(a, b)) })
		*texts = all
	}
	return &sum, nil
}
