package kernel

import (
	"context"
	"fmt"
	"strings"
)

// FoldedLines returns the form of texts that searches compare, one line per
// text. Pictographs of the first text that are not among its words follow after
// a tab.
func FoldedLines(texts ...string) string {
	lines := make([]string, len(texts))
	for i, text := range texts {
		lines[i] = Fold(text)
	}
	if signs := signsOf(texts[0]); len(signs) > 0 && len(OnlySigns(texts[0])) == 0 {
		lines[0] += "\t" + strings.Join(signs, "")
	}
	return strings.Join(lines, "\n")
}

// foldedTables are the tables with a column "folded" of these texts.
var foldedTables = []struct {
	table string
	texts []string
}{
	{"account", []string{"first_name || ' ' || last_name"}},
	{"playlist", []string{"name"}},
	{"station", []string{"name", "genre", "description"}},
	{"mix", []string{"title", "dj_name", "genre"}},
}

// maxUnfolded is the number of rows that foldNames changes per transaction.
const maxUnfolded = 500

type unfoldedRow struct {
	seq   int64
	texts []string
}

func (r *unfoldedRow) Dest() []any {
	dest := []any{&r.seq}
	for i := range r.texts {
		dest = append(dest, &r.texts[i])
	}
	return dest
}

func (r *unfoldedRow) Value() unfoldedRow {
	return unfoldedRow{r.seq, append([]string{}, r.texts...)}
}

// foldNames fills in the folded columns of rows from older versions.
func (db *DB) foldNames(ctx context.Context) error {
	for _, t := range foldedTables {
		name := t.texts[0]
		text := fmt.Sprintf("select seq, %s from %s where folded = '' and trim(%s) <> '' order by seq limit ? + 0", strings.Join(t.texts, ", "), t.table, name)
		for n := maxUnfolded; n == maxUnfolded; {
			rows, err := Collect(ctx, db.Read, &unfoldedRow{texts: make([]string, len(t.texts))}, text, maxUnfolded)
			if err != nil {
				return fmt.Errorf("read the names of each %s: %w", t.table, err)
			}
			n = len(rows)
			if err := db.foldRows(ctx, t.table, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// foldRows writes the folded columns of some rows. A name that folds to nothing
// becomes a space, so that it is not processed again.
func (db *DB) foldRows(ctx context.Context, table string, rows []unfoldedRow) error {
	if len(rows) == 0 {
		return nil
	}
	return db.Update(ctx, "fold names", func(tx *Tx) error {
		for _, r := range rows {
			folded := FoldedLines(r.texts...)
			if folded == "" {
				folded = " "
			}
			if _, err := tx.Exec(ctx, "update "+table+" set folded = ? where seq = ?", folded, r.seq); err != nil {
				return err
			}
		}
		return nil
	})
}
