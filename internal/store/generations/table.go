package generations

import (
	"context"
	"fmt"
	"strings"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/store/table"
)

// Reviewed is a generation in the review, with what listeners made of it.
type Reviewed struct {
	generation.Generation
	Plays int
	Likes int
}

type reviewedRow struct {
	row
	plays, likes int
}

// Dest implements kernel.Row.
func (r *reviewedRow) Dest() []any { return append(r.row.Dest(), &r.plays, &r.likes) }

// Value implements kernel.Row.
func (r *reviewedRow) Value() Reviewed { return Reviewed{r.row.Value(), r.plays, r.likes} }

const (
	plays = "coalesce((select t.plays from track t where t.id = x.track_id), 0)"
	likes = "(select count(*) from liked l join track t on t.seq = l.track where t.id = x.track_id)"
)

// tableColumns returns the expressions by which the columns of the operator's table sort.
func (s *Store) tableColumns() map[generation.TableSort]string {
	return map[generation.TableSort]string{
		generation.TableByCreated:  "x.seq",
		generation.TableByTitle:    fmt.Sprintf(s.db.Dialect.Folded, "x.title"),
		generation.TableByUser:     "a.folded",
		generation.TableByProvider: "x.provider",
		generation.TableByQuality:  "x.score",
		generation.TableByDuration: "x.duration",
		generation.TableByPlays:    plays,
		generation.TableByLikes:    likes,
		generation.TableByReviewed: "x.reviewed_at",
	}
}

// GenerationTable returns a page of all people's generations that match a table and have
// a verdict. Pages start at a position. It returns Invalid for an unknown order.
func (s *Store) GenerationTable(ctx context.Context, t generation.Table, p music.Page) (music.List[Reviewed], error) {
	by, isDown, err := table.Column(s.tableColumns(), t.Sort, "-"+generation.TableByCreated, p)
	if err != nil {
		return music.List[Reviewed]{}, err
	}
	where := (&kernel.Query{}).Add("x.verdict <> ''")
	if t.Verdict != "" {
		where.Add(" and x.verdict = ?", string(t.Verdict))
	}
	addProvider(where, "x.provider", t.Provider)
	for _, word := range wordsOf(t.Text) {
		where.Add(` and (x.folded like ? escape '\' or a.folded like ? escape '\')`, word, word)
	}
	list, err := table.Page(ctx, s.db.Read, &reviewedRow{}, kernel.Listing{
		Columns: columns + ", " + plays + ", " + likes, From: from, Where: where,
		Order: kernel.Order{Key: by, Seq: "x.seq", Desc: isDown},
	}, p)
	if err != nil {
		return list, fmt.Errorf("list generations for the operator: %w", err)
	}
	return list, nil
}

// wordsOf returns the patterns of the words of a search.
func wordsOf(text string) []string {
	var patterns []string
	words := strings.Fields(kernel.Fold(text))
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		if !kernel.HasNUL(word) {
			patterns = append(patterns, "%"+kernel.LikeText(word)+"%")
		}
	}
	return patterns
}

func addProvider(q *kernel.Query, column, want string) {
	if want != "" {
		q.Add(" and "+column+" = ?", strings.ReplaceAll(want, "\x00", ""))
	}
}

type logRow struct {
	l       generation.Log
	created int64
}

func (r *logRow) Dest() []any {
	l := &r.l
	return []any{&l.ID, &l.AccountID, &l.OwnerName, &l.GenerationID, &l.Provider, &l.Prompt, &l.Status, &l.Cost, &r.created}
}

func (r *logRow) Value() generation.Log {
	l := r.l
	l.CreatedAt = kernel.Moment(r.created)
	return l
}

// logColumns are the expressions by which the columns of the log sort.
var logColumns = map[generation.LogSort]string{
	generation.LogByTime:     "l.created_at",
	generation.LogByUser:     "coalesce(a.folded, '')",
	generation.LogByProvider: "l.provider",
	generation.LogByStatus:   "l.status",
	generation.LogByCost:     "l.cost",
}

// GenerationLogs returns a page of the log's entries that match a table. Pages start at a
// position. It returns Invalid for an unknown order.
func (s *Store) GenerationLogs(ctx context.Context, t generation.LogTable, p music.Page) (music.List[generation.Log], error) {
	by, isDown, err := table.Column(logColumns, t.Sort, "-"+generation.LogByTime, p)
	if err != nil {
		return music.List[generation.Log]{}, err
	}
	where := (&kernel.Query{}).Add("true")
	if t.Status != "" {
		where.Add(" and l.status = ?", t.Status)
	}
	addProvider(where, "l.provider", t.Provider)
	for _, word := range wordsOf(t.Text) {
		where.Add(" and ("+fmt.Sprintf(s.db.Dialect.Folded, "l.prompt")+` like ? escape '\' or coalesce(a.folded, '') like ? escape '\')`, word, word)
	}
	list, err := table.Page(ctx, s.db.Read, &logRow{}, kernel.Listing{
		Columns: "l.id, coalesce(a.id, ''), coalesce(" + kernel.PersonName + ", ''), l.generation, l.provider, l.prompt, l.status, l.cost, l.created_at",
		From:    "generation_log l left join account a on a.seq = l.account", Where: where,
		Order: kernel.Order{Key: by, Seq: "l.seq", Desc: isDown},
	}, p)
	if err != nil {
		return list, fmt.Errorf("list the log of generations: %w", err)
	}
	return list, nil
}
