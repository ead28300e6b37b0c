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
	"sonora/internal/store/table"
)

// tableColumns returns the expressions by which the columns of the operator's table sort.
func (s *Store) tableColumns() map[djmix.TableSort]string {
	return map[djmix.TableSort]string{
		djmix.TableByCreated:  "m.seq",
		djmix.TableByTitle:    "m.folded",
		djmix.TableByCategory: fmt.Sprintf(s.db.Dialect.Folded, "m.category"),
		djmix.TableByBPM:      "m.bpm",
		djmix.TableByDuration: "m.duration",
		djmix.TableBySize:     "m.size",
		djmix.TableByPlays:    "m.plays",
		djmix.TableByLikes:    likesOfMix,
		djmix.TableByStatus:   "case when m.is_active then 2 else 0 end + case when m.is_public then 1 else 0 end",
	}
}

// MixTable returns a page of all mixes that match a table, including recordings
// that are not published. Pages start at a position. It returns Invalid for an
// unknown order.
func (s *Store) MixTable(ctx context.Context, t djmix.Table, p music.Page) (music.List[music.Mix], error) {
	by, isDown, err := table.Column(s.tableColumns(), t.Sort, "-"+djmix.TableByCreated, p)
	if err != nil {
		return music.List[music.Mix]{}, err
	}
	list, err := table.Page(ctx, s.db.Read, &MixRow{}, kernel.Listing{
		Columns: MixColumns, From: "mix m", Where: mixTableWhere(t),
		Order: kernel.Order{Key: by, Seq: "m.seq", Desc: isDown},
	}, p)
	if err != nil {
		return list, fmt.Errorf("list mixes for the operator: %w", err)
	}
	return list, nil
}

// maxTexts is the maximum number of different genres or categories to filter by.
const maxTexts = 20_000

func mixTableWhere(t djmix.Table) *kernel.Query {
	q := (&kernel.Query{}).Add("true")
	words := strings.Fields(kernel.Fold(t.Text))
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		addFolded(q, "%", word, "%")
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
