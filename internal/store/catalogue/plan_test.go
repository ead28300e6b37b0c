package catalogue

import (
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

type planRow struct {
	id, parent, unused int
	detail             string
}

func (r *planRow) Dest() []any { return []any{&r.id, &r.parent, &r.unused, &r.detail} }

func (r *planRow) Value() string { return r.detail }

// A page of a list in any order is read from an index without sorting.
func TestListsAreIndexed(t *testing.T) {
	s, err := kernel.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "plan.db"), kernel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for sort, o := range TrackOrders {
		q := (&kernel.Query{}).Add("explain query plan select " + TrackColumns + ", " + o.KeyColumn() + ", " + o.Seq + " from track t").
			Append(WithLiked(music.Viewer{})).Add(" where ").CanList(music.Viewer{Role: music.Admin})
		o.After(q, kernel.Cursor{Key: "1", Seq: 1})
		q.Add(o.By() + " limit 500")
		plan, err := kernel.Collect(t.Context(), s.Read, &planRow{}, q.Text.String(), q.Args...)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(plan, "; ")
		if strings.Contains(text, "TEMP B-TREE") || strings.Contains(text, "SCAN t ") {
			t.Errorf("by %s: %s", sort, text)
		}
	}
}
