package store

import (
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/music"
)

type planRow struct {
	id, parent, unused int
	detail             string
}

func (r *planRow) dest() []any   { return []any{&r.id, &r.parent, &r.unused, &r.detail} }
func (r *planRow) value() string { return r.detail }

// A page of a list in any order comes from an index: nothing is sorted.
func TestListsAreIndexed(t *testing.T) {
	s, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "plan.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for sort, o := range trackOrders {
		q := (&query{}).add("explain query plan select " + trackColumns + ", " + o.keyColumn() + ", " + o.seq + " from track t").
			append(withLiked(music.Viewer{})).add(" where ").canList(music.Viewer{Role: music.Admin})
		o.after(q, cursor{Key: "1", Seq: 1})
		q.add(o.by() + " limit 500")
		plan, err := collect(t.Context(), s.read, &planRow{}, q.text.String(), q.args...)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(plan, "; ")
		if strings.Contains(text, "TEMP B-TREE") || strings.Contains(text, "SCAN t ") {
			t.Errorf("by %s: %s", sort, text)
		}
	}
}
