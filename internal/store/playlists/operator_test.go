package playlists_test

import (
	"testing"

	"sonora/internal/music"
	"sonora/internal/stock"
	"sonora/internal/store/storetest"
)

// playlistTable checks the search, the filters, the orders and the pages of the operator's
// list of playlists.
func playlistTable(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana := f.Member("boss", music.Admin), f.Member("ana", music.Listener)
	f.Scan(storetest.Song("a/1.mp3", "one", storetest.Genre("Électro")))
	add := func(owner music.Viewer, name string, isPublic bool, kind music.PlaylistKind) string {
		t.Helper()
		p := &music.Playlist{OwnerID: owner.AccountID, Name: name, IsPublic: isPublic, Kind: kind, CreatedAt: storetest.Now}
		if kind == music.PlaylistSmart {
			p.Rules = &music.SmartRules{Match: "all"}
		}
		f.Must(f.CreatePlaylist(ctx, p))
		return p.ID
	}
	tape := add(ana, "Zoe's tape", false, music.PlaylistList)
	add(boss, "alpha", true, music.PlaylistSmart)
	add(ana, "Écho 100%", true, music.PlaylistList)
	storetest.Get(f.AddEntries(ctx, ana, tape, music.Insertion{TrackIDs: []string{f.TracksByTitle(ana)["one"].ID}}, storetest.Now))(t)
	yes, no := true, false
	names := func(p music.Playlist) string { return p.Name }
	for name, c := range map[string]struct {
		table stock.PlaylistTable
		want  []string
	}{
		"newest first":          {stock.PlaylistTable{}, []string{"Écho 100%", "alpha", "Zoe's tape"}},
		"oldest first":          {stock.PlaylistTable{Sort: "created"}, []string{"Zoe's tape", "alpha", "Écho 100%"}},
		"by name":               {stock.PlaylistTable{Sort: "name"}, []string{"alpha", "Écho 100%", "Zoe's tape"}},
		"by songs":              {stock.PlaylistTable{Sort: "-songs"}, []string{"Zoe's tape", "Écho 100%", "alpha"}},
		"by status":             {stock.PlaylistTable{Sort: "status"}, []string{"Zoe's tape", "alpha", "Écho 100%"}},
		"public":                {stock.PlaylistTable{IsPublic: &yes}, []string{"Écho 100%", "alpha"}},
		"private":               {stock.PlaylistTable{IsPublic: &no}, []string{"Zoe's tape"}},
		"smart":                 {stock.PlaylistTable{Kind: music.PlaylistSmart}, []string{"alpha"}},
		"words of a name":       {stock.PlaylistTable{Text: "TAPE zoe"}, []string{"Zoe's tape"}},
		"a genre and a name":    {stock.PlaylistTable{Text: "electro tape"}, []string{"Zoe's tape"}},
		"a sign of like":        {stock.PlaylistTable{Text: "100%"}, []string{"Écho 100%"}},
		"words that are no SQL": {stock.PlaylistTable{Text: "'; drop table playlist --\x00"}, []string{}},
	} {
		list := storetest.Get(f.PlaylistTable(ctx, boss, c.table, music.Page{}))(t)
		storetest.Same(t, name, storetest.IDs(list.Items, names), c.want)
		if list.Total != len(c.want) {
			t.Errorf("%s: total %d of %d", name, list.Total, len(c.want))
		}
	}
	page := storetest.Get(f.PlaylistTable(ctx, boss, stock.PlaylistTable{Sort: "name"}, music.Page{At: 1, Limit: 1}))(t)
	storetest.Same(t, "a page", storetest.IDs(page.Items, names), []string{"Écho 100%"})
	_, err := f.PlaylistTable(ctx, boss, stock.PlaylistTable{Sort: "colour"}, music.Page{})
	f.Code(err, music.Invalid)
	_, err = f.PlaylistTable(ctx, ana, stock.PlaylistTable{}, music.Page{})
	f.Code(err, music.Forbidden)
}
