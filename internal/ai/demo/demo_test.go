package demo

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sonora/internal/ai/compose/style"
	"sonora/internal/media/tag"
)

func load(t *testing.T) *Library {
	t.Helper()
	l, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestEveryStyleIsThere keeps the demo complete when styles are added.
func TestEveryStyleIsThere(t *testing.T) {
	tracks := load(t).Tracks(2026)
	if len(tracks) < 60 {
		t.Errorf("%d tracks, fewer than 60", len(tracks))
	}
	used, titles := map[string]bool{}, map[string]bool{}
	for _, x := range tracks {
		if titles[x.Plan.Title] {
			t.Errorf("two tracks are called %q", x.Plan.Title)
		}
		used[x.Plan.Style], titles[x.Plan.Title] = true, true
		if len(x.Plan.Doubts) > 0 {
			t.Errorf("%q is not understood: %+v", x.Plan.Prompt, x.Plan.Doubts)
		}
	}
	for _, s := range style.All() {
		if !used[s.Name] {
			t.Errorf("no track is %s", s.Name)
		}
	}
}

// TestPlaylistsArePlayable checks that names and genres refer to something.
func TestPlaylistsArePlayable(t *testing.T) {
	l := load(t)
	tracks := l.Tracks(2026)
	var names []string
	for _, p := range l.Playlists {
		names = append(names, p.Name)
		for _, genre := range p.Genres {
			if !slices.ContainsFunc(tracks, func(x Track) bool { return style.Named(x.Plan.Style).Label.English == genre }) {
				t.Errorf("%s: no track is %s", p.Name, genre)
			}
		}
	}
	for _, s := range l.Stations {
		if !slices.Contains(names, s.Playlist) {
			t.Errorf("%s plays the unknown playlist %q", s.Name, s.Playlist)
		}
	}
	for _, m := range l.Automixes {
		if !slices.Contains(names, m.Playlist) {
			t.Errorf("%s is mixed from the unknown playlist %q", m.Title, m.Playlist)
		}
	}
}

func TestComposeContinues(t *testing.T) {
	folder := t.TempDir()
	short := Library{Seconds: Span{15, 16}, Albums: []Album{{"Ana", "Days", []string{"solo piano", "solo guitar"}}}}
	tracks := short.Tracks(2026)
	there := filepath.Join(folder, tracks[0].path())
	if err := os.MkdirAll(filepath.Dir(there), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(there, []byte("composed before"), 0o644); err != nil {
		t.Fatal(err)
	}
	var counts []int
	if err := Compose(t.Context(), tracks, folder, 2, func(n int) { counts = append(counts, n) }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(counts, []int{1, 2}) {
		t.Errorf("reported %v", counts)
	}
	if content, err := os.ReadFile(there); err != nil || string(content) != "composed before" {
		t.Errorf("the first track is composed again: %v", err)
	}
	audio, err := tag.Read(filepath.Join(folder, tracks[1].path()))
	if err != nil {
		t.Fatal(err)
	}
	if g := audio.Tags; g.Artists[0] != tracks[1].Label.Artist || g.Album != tracks[1].Label.Album.Title || g.Track != 2 || !g.AIGenerated {
		t.Errorf("tags %+v", g)
	}
}
