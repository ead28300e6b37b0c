package sonora

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	got := parse("# Changes\n\nAbout.\n\n## [1.2.0] - 2026-11-20\r\n\nA `word`\nmore.\n\n### Media\n\n- **Songs** are\n  [here](https://a.example).\n- Others\n\n## 1.1 (2026-01-02)\n\n## First version\n\nText.\n")
	want := []Release{
		{Version: "1.2.0", Date: "2026-11-20", Notes: []Note{{"", "A word more."}, {"Media", "Songs are here."}, {"Media", "Others"}}},
		{Version: "1.1", Date: "2026-01-02"},
		{Version: "First version", Notes: []Note{{"", "Text."}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReleases(t *testing.T) {
	all := Releases()
	if len(all) == 0 {
		t.Fatal("there are no releases")
	}
	for _, r := range all {
		if r.Version == "" || len(r.Notes) == 0 {
			t.Errorf("release %+v", r)
		}
		for _, n := range r.Notes {
			if n.Text == "" {
				t.Errorf("an empty note of %s", r.Version)
			}
		}
	}
}
