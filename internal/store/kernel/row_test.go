package kernel

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// openTest opens a new database.
func openTest(t *testing.T) *DB {
	t.Helper()
	db, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "test.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// leaving is a row whose reader disconnects after the first row.
type leaving struct {
	Cell[int]
	leave context.CancelFunc
	read  int
}

func (l *leaving) Value() int {
	l.read++
	l.leave()
	return l.Cell.Value()
}

// TestCollectStops reads many rows for a client that disconnects during the
// read, and again after it has disconnected.
func TestCollectStops(t *testing.T) {
	db := openTest(t)
	ctx, leave := context.WithCancel(t.Context())
	row := &leaving{leave: leave}
	for _, want := range []int{1, 1} {
		_, err := Collect(ctx, db.Read, row, "with recursive n(i) as (select 1 union all select i + 1 from n limit 100) select i from n")
		if !errors.Is(err, context.Canceled) || row.read != want {
			t.Errorf("%d rows were read, %v; want %d", row.read, err, want)
		}
	}
}

// TestIntegers reads numbers as the engines return them.
func TestIntegers(t *testing.T) {
	db := openTest(t)
	for expression, want := range map[string]int{"-7": -7, "9007199254740993": 9007199254740993, "'12'": 12, "cast(3 as real)": 3} {
		if n, err := One(t.Context(), db.Read, &Cell[int]{}, "select "+expression); err != nil || n != want {
			t.Errorf("%s is read as %d, %v; want %d", expression, n, err, want)
		}
	}
	for _, expression := range []string{"null", "'twelve'", "1.5"} {
		if n, err := One(t.Context(), db.Read, &Cell[int]{}, "select "+expression); err == nil {
			t.Errorf("%s is read as %d", expression, n)
		}
	}
}

// TestTransactionsKeepStatements prepares statements for good when a second
// transaction uses them, and not those of failed or single ones.
func TestTransactionsKeepStatements(t *testing.T) {
	db := openTest(t)
	run := func(query string, fails bool) {
		t.Helper()
		err := db.Update(t.Context(), "test", func(tx *Tx) error {
			if _, err := One(t.Context(), tx, &Cell[int]{}, query); err != nil {
				return err
			}
			if fails {
				return errors.ErrUnsupported
			}
			return nil
		})
		if fails != (err != nil) {
			t.Fatalf("%s: %v", query, err)
		}
	}
	kept := func(query string) bool {
		db.Write.mu.RLock()
		defer db.Write.mu.RUnlock()
		return db.Write.stmts[query] != nil
	}
	const often, once, failed = "select 1", "select 2", "select 3"
	run(once, false)
	run(failed, true)
	run(failed, true)
	for i := range 3 {
		run(often, false)
		if want := i > 0; kept(often) != want {
			t.Errorf("after %d transactions, the statement is kept: %v", i+1, !want)
		}
	}
	if kept(once) || kept(failed) {
		t.Error("statements of single or failed transactions are kept")
	}
}
