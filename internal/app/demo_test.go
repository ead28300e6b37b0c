package app

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/ai/demo"
	"sonora/internal/diagnostics"
	"sonora/internal/music"
)

func TestDemoFillsAnEmptyServer(t *testing.T) {
	ctx, folder, log := t.Context(), t.TempDir(), diagnostics.NewLog(io.Discard, slog.LevelInfo)
	c := Config{Data: filepath.Join(folder, "data"), Music: []string{filepath.Join(folder, "music")}, MayCreate: true}
	plan := &demo.Library{
		Seconds:   demo.Span{Min: 15, Max: 16},
		Albums:    []demo.Album{{Artist: "Ana", Title: "Days", Tracks: []string{"lo-fi", "solo classical piano"}}},
		Playlists: []demo.Playlist{{Name: "Calm", Genres: []string{"Lo-fi"}}, {Name: "Both", Genres: []string{"Lo-fi", "Classical"}}},
		Stations:  []demo.Station{{Name: "Slow", Mount: "slow", Playlist: "Both"}},
	}
	reported := map[string]string{}
	report := func(what string, done, total int) { reported[what] = fmt.Sprintf("%d of %d", done, total) }

	if _, err := Demo(ctx, c, plan, log, report); err == nil || !strings.Contains(err.Error(), "create an account first") {
		t.Errorf("without an operator: %v", err)
	}
	accounts, err := OpenAccounts(ctx, c, log.Logger())
	if err != nil {
		t.Fatal(err)
	}
	defer accounts.Close()
	operator, err := accounts.Auth.Create(ctx, "ana@example.org", "Ana", "", "correct horse", music.Admin)
	if err != nil {
		t.Fatal(err)
	}
	made, err := Demo(ctx, c, plan, log, report)
	if err != nil || *made != (DemoResult{Tracks: 2, Playlists: 2, Stations: 1}) {
		t.Fatalf("%+v, %v", made, err)
	}
	if want := map[string]string{"composing tracks": "2 of 2", "adding playlists": "2 of 2", "adding stations": "1 of 1"}; !maps.Equal(reported, want) {
		t.Errorf("reported %v", reported)
	}

	v := music.Viewer{AccountID: operator.ID, Role: music.Admin}
	lists, err := accounts.Store.Playlists(ctx, v.AccountID, music.Page{Limit: 10})
	if err != nil || len(lists.Items) != 2 {
		t.Fatalf("%d playlists, %v", len(lists.Items), err)
	}
	for i := range lists.Items {
		if p := &lists.Items[i]; p.Entries != map[string]int{"Calm": 1, "Both": 2}[p.Name] {
			t.Errorf("%s has %d tracks", p.Name, p.Entries)
		}
	}
	if _, err := Demo(ctx, c, plan, log, report); err == nil || !strings.Contains(err.Error(), "2 tracks already") {
		t.Errorf("a second time: %v", err)
	}
}
