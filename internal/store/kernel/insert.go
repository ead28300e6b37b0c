package kernel

import (
	"context"
	"fmt"
	"strings"
)

// Inserter inserts rows with as few statements as possible.
type Inserter struct {
	tx    *Tx
	Head  string // insert into t (a, b) values
	Row   string // (?, ?)
	Tail  string // on conflict …
	batch int    // rows per statement
	args  []any
	n     int
}

// Insert prepares inserting into a table. columns are separated by commas.
func (t *Tx) Insert(table, columns string) *Inserter {
	n := strings.Count(columns, ",") + 1
	return &Inserter{
		tx: t, Head: fmt.Sprintf("insert into %s (%s) values ", table, columns),
		Row: "(" + strings.Repeat("?, ", n-1) + "?)", batch: max(1, 512/n),
	}
}

// Add adds a row. It writes rows in batches; Flush writes the rest.
func (i *Inserter) Add(ctx context.Context, values ...any) error {
	i.args = append(i.args, values...)
	if i.n++; i.n == i.batch {
		return i.write(ctx, i.n)
	}
	return nil
}

// Flush writes the remaining rows.
func (i *Inserter) Flush(ctx context.Context) error {
	// Powers of two limit the number of different statements.
	for n := i.batch; i.n > 0; n /= 2 {
		for i.n >= max(n, 1) {
			if err := i.write(ctx, max(n, 1)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (i *Inserter) write(ctx context.Context, n int) error {
	per := len(i.args) / i.n
	_, err := i.tx.Exec(ctx, i.Head+strings.Repeat(i.Row+", ", n-1)+i.Row+" "+i.Tail, i.args[:n*per]...)
	i.args = append(i.args[:0], i.args[n*per:]...)
	i.n -= n
	return err
}
