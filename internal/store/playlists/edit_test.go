package playlists_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sonora/internal/music"
	store "sonora/internal/store/playlists"
	"sonora/internal/store/storetest"
)

func (p *tape) edit(e store.Edit) (*music.Playlist, int) {
	p.T.Helper()
	list, added, err := p.EditPlaylist(p.T.Context(), p.owner, p.id, e, storetest.Now)
	p.Must(err)
	return list, added
}

func rename(to string) func(*music.Playlist) { return func(p *music.Playlist) { p.Name = to } }

func playlistEdits(t *testing.T, f *storetest.Fixture) {
	p := tapeOf(f, "abc")
	list, added := p.edit(store.Edit{Alter: rename("Day"), RemoveAt: []int{0, 2, 0}, TrackIDs: append(p.ids("dad"), "nobody's")})
	if open := p.open(); added != 3 || open.Name != "Day" || list.Version != open.Version || list.Entries != open.Entries {
		t.Errorf("added %d: %+v, stored %+v", added, list, open)
	}
	p.has("bdad")
	p.edit(store.Edit{Replace: true, TrackIDs: p.ids("cba")})
	p.has("cba")
	p.add("d", &p.at(0)[0]) // the places leave room for others
	p.has("cdba")
	if e := p.entries()[0]; e.AddedBy != p.owner.AccountID || !e.AddedAt.Equal(storetest.Now) {
		t.Errorf("entry: %+v", e)
	}
	p.edit(store.Edit{Alter: rename("Night")})
	p.has("cdba")
	version := p.open().Version
	if list, _ := p.edit(store.Edit{}); list.Version != version {
		t.Error("the version changed although nothing else did")
	}
	p.edit(store.Edit{Replace: true})
	p.has("")
	p.edit(store.Edit{TrackIDs: p.ids("ab")})
	p.failedEdits()
	p.madeOf()
}

// failedEdits checks that an edit with an error changes nothing.
func (p *tape) failedEdits() {
	p.T.Helper()
	ctx, before := p.T.Context(), p.open()
	stranger, tooMany := p.Member("ben", music.Listener), slices.Repeat(p.ids("a"), music.MaxEntries+1)
	for _, c := range []struct {
		who  music.Viewer
		edit store.Edit
		want music.Code
	}{
		{p.owner, store.Edit{Replace: true, TrackIDs: []string{"nobody's"}}, music.NotFound},
		{p.owner, store.Edit{Replace: true, TrackIDs: []string{"x", "a\x00"}}, music.NotFound},
		{p.owner, store.Edit{Replace: true, TrackIDs: tooMany}, music.Conflict},
		{p.owner, store.Edit{Alter: rename("No"), RemoveAt: []int{0}, TrackIDs: []string{"nobody's"}}, music.NotFound},
		{p.owner, store.Edit{Alter: rename("No"), RemoveAt: []int{0, 2}, TrackIDs: p.ids("c")}, music.Invalid},
		{p.owner, store.Edit{Alter: rename("No"), RemoveAt: []int{-1}}, music.Invalid},
		{p.owner, store.Edit{Alter: rename(""), Replace: true, TrackIDs: p.ids("c")}, music.Invalid},
		{stranger, store.Edit{Replace: true, TrackIDs: p.ids("c")}, music.NotFound},
	} {
		_, _, err := p.EditPlaylist(ctx, c.who, p.id, c.edit, storetest.Now)
		p.Code(err, c.want)
		p.has("ab")
		if after := p.open(); after.Name != before.Name || after.Version != before.Version {
			p.T.Errorf("%.100v changed %+v to %+v", c.edit, before, after)
		}
	}
	p.Must(p.changePublic(true))
	for _, edit := range []store.Edit{{Replace: true}, {Alter: rename("No")}} {
		_, _, err := p.EditPlaylist(ctx, stranger, p.id, edit, storetest.Now)
		p.Code(err, music.Forbidden)
	}
	p.has("ab")
}

func (p *tape) changePublic(isPublic bool) error {
	_, err := p.ChangePlaylist(p.T.Context(), p.owner, p.id, storetest.Now, func(p *music.Playlist) { p.IsPublic = isPublic })
	return err
}

// madeOf creates playlists of tracks.
func (p *tape) madeOf() {
	p.T.Helper()
	ctx := p.T.Context()
	count := func() int { return storetest.Get(p.Playlists(ctx, p.owner.AccountID, music.Page{}))(p.T).Total }
	before := count()
	for _, wrong := range [][]string{{"nobody's"}, {"x", "y"}} {
		p.Code(p.CreatePlaylistOfKnown(ctx, p.owner, &music.Playlist{OwnerID: p.owner.AccountID, Name: "None", CreatedAt: storetest.Now}, wrong), music.NotFound)
	}
	tooMany := slices.Repeat(p.ids("a"), music.MaxEntries+1)
	p.Code(p.CreatePlaylistOfKnown(ctx, p.owner, &music.Playlist{OwnerID: p.owner.AccountID, Name: "None", CreatedAt: storetest.Now}, tooMany), music.Conflict)
	if n := count(); n != before {
		p.T.Errorf("%d playlists were created in spite of an error", n-before)
	}
	made := &music.Playlist{OwnerID: p.owner.AccountID, Name: "Made", CreatedAt: storetest.Now}
	p.Must(p.CreatePlaylistOfKnown(ctx, p.owner, made, append(p.ids("cab"), "nobody's")))
	p.id = made.ID
	p.has("cab")
}

// playlistReplacements replaces the entries of a playlist concurrently: one of the
// lists remains.
func playlistReplacements(t *testing.T, f *storetest.Fixture) {
	p := tapeOf(f, "abc")
	lists := []string{strings.Repeat("d", 90), strings.Repeat("e", 80), strings.Repeat("f", 70), strings.Repeat("g", 60)}
	for range 5 {
		var work sync.WaitGroup
		for _, list := range lists {
			work.Go(func() {
				if _, _, err := f.EditPlaylist(t.Context(), p.owner, p.id, store.Edit{Replace: true, TrackIDs: p.ids(list)}, storetest.Now); err != nil {
					t.Error(err)
				}
			})
		}
		work.Wait()
		text := p.text()
		if !slices.Contains(lists, text) {
			t.Errorf("none of the lists: %s", text)
		}
		p.has(text)
	}
}

// hugeReplacement replaces as many songs as other servers' largest playlists have.
func hugeReplacement(t *testing.T, f *storetest.Fixture) {
	p := tapeOf(f, "")
	const size = 40_000
	ids := p.ids(strings.Repeat("abcdefghij", size/10))
	first := fastest(1, func(int) { p.edit(store.Edit{TrackIDs: ids}) })
	again := fastest(3, func(int) { p.edit(store.Edit{Replace: true, TrackIDs: ids}) })
	t.Logf("adding %d: %v, replacing them: %v", size, first, again)
	if again > 5*time.Second { // 0.25 s with SQLite and 1.1 s with PostgreSQL on a quiet machine
		t.Errorf("replacing %d took %v", size, again)
	}
	if open := p.open(); open.Entries != size {
		t.Errorf("%d entries", open.Entries)
	}
	last := storetest.Get(p.Entries(t.Context(), p.owner, p.open(), music.Page{Limit: 10, At: size - 3}))(t)
	if len(last.Items) != 3 || last.Items[0].Track.Title != "h" || last.Items[2].Track.Title != "j" {
		t.Errorf("the last: %+v", last.Items)
	}
}
