package uploads_test

import (
	"testing"

	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

// editOf returns an edit of one track with another title.
func editOf(id, track string, by music.Viewer, inFile bool) *music.TagEdit {
	return &music.TagEdit{
		ID: id, TrackID: track, AccountID: by.AccountID, InFile: inFile, CreatedAt: storetest.Now,
		Before: music.TagState{Fields: map[string][]string{"TITLE": {"Dawn"}}}, After: music.TagState{Fields: map[string][]string{"TITLE": {"Dusk"}}},
	}
}

// duskOverride overrides the title and cover of the file.
func duskOverride() *music.TagOverride {
	return &music.TagOverride{
		Fields: map[string][]string{"TITLE": {"Dusk"}, "DATE": nil}, Tags: music.Tags{Title: "Dusk", Album: "of another"},
		Cover: &music.Picture{Hash: "00112233445566ff", MIME: "image/png", Bytes: 9},
	}
}

// tagOverrides checks that edits override the file's tags through scans and moves
// until they are in the file.
func tagOverrides(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss := f.Member("boss", music.Admin)
	file := storetest.Song("a/Dawn.flac", "Dawn")
	f.Scan(file)
	id := f.TracksByTitle(boss)["Dawn"].ID
	f.Must(f.KeepTagEdit(ctx, editOf("E1", id, boss, false), duskOverride()))
	f.Code(f.KeepTagEdit(ctx, editOf("E1", "nobody", boss, false), duskOverride()), music.NotFound)
	check := func(what, title string, year int, cover string) {
		t.Helper()
		if got := storetest.Get(f.Track(ctx, boss, id))(t); got.Title != title || got.Album != "Days" || got.Year != year || got.Cover != cover {
			t.Errorf("%s: %q on %q of %d with cover %q", what, got.Title, got.Album, got.Year, got.Cover)
		}
	}
	kept := func() *music.TagOverride { return storetest.Get(f.EditableTrack(ctx, boss, id))(t).Override }
	f.Must(f.SaveEdited(ctx, f.Root.ID, file, storetest.Now))
	f.Must(f.FinishEdits(ctx))
	check("kept", "Dusk", 0, "00112233445566ff")
	moved := storetest.Song("b/Dawn.flac", "Dawn")
	moved.MovedFrom = id
	f.Scan(moved)
	check("moved", "Dusk", 0, "00112233445566ff")
	if o := kept(); o == nil || o.Tags.Title != "Dusk" {
		t.Errorf("the override: %+v", o)
	}
	// A write is announced and fails.
	e := editOf("E2", id, boss, true)
	f.Must(f.BeginTagEdit(ctx, e, 5_000_000, 77))
	f.Must(f.CancelTagEdit(ctx, e))
	moved.MovedFrom = ""
	f.Scan(moved)
	check("not written", "Dusk", 0, "00112233445566ff")
	// The file is written and the server dies. The scan finds the new file.
	f.Must(f.BeginTagEdit(ctx, e, 5_000_000, 77))
	written := storetest.Song("b/Dawn.flac", "Noon")
	written.Size, written.ModTime = 5_000_000, 77
	f.Scan(written)
	check("written", "Noon", 1999, "")
	if o := kept(); o != nil {
		t.Errorf("the override is still there: %+v", o)
	}
	written.Size = 5_000_001 // another program changes it
	f.Scan(written)
	check("changed since", "Noon", 1999, "")
	f.Code(f.SaveEdited(ctx, f.Root.ID, storetest.Song("c/New.flac", "New"), storetest.Now), music.NotFound)
	if n := len(f.TracksByTitle(boss)); n != 1 {
		t.Errorf("%d tracks", n)
	}
	f.Must(f.KeepTagEdit(ctx, editOf("E3", id, boss, false), duskOverride()))
	f.Must(f.TagEditWritten(ctx, editOf("E3", id, boss, false)))
	if list := storetest.Get(f.TagEdits(ctx, boss.AccountID, 10))(t); len(list) != 3 || list[0].ID != "E3" || list[0].InFile != 1 || kept() != nil {
		t.Errorf("%+v, %+v", list, kept())
	}
}

// tagEdits undoes edits. Each can be undone once, by the people it concerns.
func tagEdits(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana, ben := f.Member("boss", music.Admin), f.Member("ana", music.Creator), f.Member("ben", music.Creator)
	f.Scan(storetest.Song("Dawn.flac", "Dawn"), storetest.Song("Day.flac", "Day", storetest.Number(1, 2)), storetest.Song("Alone.flac", "Alone", storetest.On("")))
	tracks := f.TracksByTitle(boss)
	for _, title := range []string{"Dawn", "Day"} {
		f.Must(f.BeginTagEdit(ctx, editOf("E1", tracks[title].ID, ana, true), 1, 1))
	}
	f.Code(f.BeginTagEdit(ctx, editOf("E1", "nobody", ana, true), 1, 1), music.NotFound)
	_, err := f.TakeBackTagEdit(ctx, ben, "E1", storetest.Now)
	f.Code(err, music.NotFound)
	_, err = f.TakeBackTagEdit(ctx, ana, "E9", storetest.Now)
	f.Code(err, music.NotFound)
	edits := storetest.Get(f.TakeBackTagEdit(ctx, ana, "E1", storetest.Now))(t)
	if len(edits) != 2 || edits[0].TrackID != tracks["Dawn"].ID || edits[0].Before.Fields["TITLE"][0] != "Dawn" || !edits[0].InFile {
		t.Errorf("%+v", edits)
	}
	_, err = f.TakeBackTagEdit(ctx, boss, "E1", storetest.Now)
	f.Code(err, music.Conflict)
	if list := storetest.Get(f.TagEdits(ctx, ana.AccountID, 10))(t); len(list) != 1 || list[0].Tracks != 2 || !list[0].UndoneAt.Equal(storetest.Now) {
		t.Errorf("%+v", list)
	}
	f.Must(f.StandTagEdit(ctx, "E1"))
	if edits = storetest.Get(f.TakeBackTagEdit(ctx, boss, "E1", storetest.Now))(t); len(edits) != 2 {
		t.Errorf("the operator takes back %+v", edits)
	}
	if ids := storetest.Get(f.AlbumOf(ctx, boss, tracks["Day"].ID))(t); len(ids) != 2 || ids[0] != tracks["Dawn"].ID {
		t.Errorf("the album: %v", ids)
	}
	if ids := storetest.Get(f.AlbumOf(ctx, boss, tracks["Alone"].ID))(t); len(ids) != 1 {
		t.Errorf("no album: %v", ids)
	}
	if ids := storetest.Get(f.AlbumOf(ctx, music.Viewer{}, tracks["Day"].ID))(t); len(ids) != 0 {
		t.Errorf("a visitor sees %v", ids)
	}
	_, err = f.EditableTrack(ctx, music.Viewer{}, tracks["Day"].ID)
	f.Code(err, music.NotFound)
	one := storetest.Get(f.EditableTrack(ctx, ben, tracks["Day"].ID))(t)
	if one.Root != "/music" || one.Folder != "" || one.Name != "Day.flac" || one.Size != 4_000_000 || one.OwnerID != "" || one.Shown.Title != "Day" || one.Shown.Artist != "Nina" {
		t.Errorf("%+v", one)
	}
}
