package kernel

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

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
	db, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "test.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	ctx, leave := context.WithCancel(t.Context())
	row := &leaving{leave: leave}
	for _, want := range []int{1, 1} {
		_, err := Collect(ctx, db.Read, row, "with recursive n(i) as (select 1 union all select i + 1 from n limit 100) select i from n")
		if !errors.Is(err, context.Canceled) || row.read != want {
			t.Errorf("%d rows were read, %v; want %d", row.read, err, want)
		}
	}
}
