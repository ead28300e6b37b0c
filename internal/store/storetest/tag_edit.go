package storetest

import (
	"testing"

	"sonora/internal/music"
)

// editOf is an edit of one track that says another title.
func editOf(id, track string, by music.Viewer, inFile bool) *music.TagEdit {
	return &music.TagEdit{
		ID: id, TrackID: track, AccountID: by.AccountID, InFile: inFile, CreatedAt: now,
		Before: music.TagState{Fields: map[string][]string{"TITLE": {"Dawn"}}}, After: music.TagState{Fields: map[string][]string{"TITLE": {"Dusk"}}},
	}
}

// duskOverride says another title and another cover than the file.
func duskOverride() *music.TagOverride {
	return &music.TagOverride{
		Fields: map[string][]string{"TITLE": {"Dusk"}, "DATE": nil}, Tags: music.Tags{Title: "Dusk", Album: "of another"},
		Cover: &music.Picture{Hash: "00112233445566ff", MIME: "image/png", Bytes: 9},
	}
}

// tagOverrides lets people's words win over a file's through scans and moves,
// until the file says so itself.
func tagOverrides(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss := f.member("boss", music.Admin)
	file := song("a/Dawn.flac", "Dawn")
	f.scan(file)
	id := f.tracks(boss)["Dawn"].ID
	f.must(f.KeepTagEdit(ctx, editOf("E1", id, boss, false), duskOverride()))
	f.code(f.KeepTagEdit(ctx, editOf("E1", "nobody", boss, false), duskOverride()), music.NotFound)
	check := func(what, title string, year int, cover string) {
		t.Helper()
		if got := get(f.Track(ctx, boss, id))(t); got.Title != title || got.Album != "Days" || got.Year != year || got.Cover != cover {
			t.Errorf("%s: %q on %q of %d with cover %q", what, got.Title, got.Album, got.Year, got.Cover)
		}
	}
	kept := func() *music.TagOverride { return get(f.EditableTrack(ctx, boss, id))(t).Override }
	f.must(f.SaveEdited(ctx, f.root.ID, file, now))
	f.must(f.FinishEdits(ctx))
	check("kept", "Dusk", 0, "00112233445566ff")
	moved := song("b/Dawn.flac", "Dawn")
	moved.MovedFrom = id
	f.scan(moved)
	check("moved", "Dusk", 0, "00112233445566ff")
	if o := kept(); o == nil || o.Tags.Title != "Dusk" {
		t.Errorf("the override: %+v", o)
	}
	// A file is to be written, and is not.
	e := editOf("E2", id, boss, true)
	f.must(f.BeginTagEdit(ctx, e, 5_000_000, 77))
	f.must(f.CancelTagEdit(ctx, e))
	moved.MovedFrom = ""
	f.scan(moved)
	check("not written", "Dusk", 0, "00112233445566ff")
	// It is written, and the server dies; the scan meets the new file.
	f.must(f.BeginTagEdit(ctx, e, 5_000_000, 77))
	written := song("b/Dawn.flac", "Noon")
	written.Size, written.ModTime = 5_000_000, 77
	f.scan(written)
	check("written", "Noon", 1999, "")
	if o := kept(); o != nil {
		t.Errorf("the override is still there: %+v", o)
	}
	written.Size = 5_000_001 // another program changes it
	f.scan(written)
	check("changed since", "Noon", 1999, "")
	f.code(f.SaveEdited(ctx, f.root.ID, song("c/New.flac", "New"), now), music.NotFound)
	if n := len(f.tracks(boss)); n != 1 {
		t.Errorf("%d tracks", n)
	}
	f.must(f.KeepTagEdit(ctx, editOf("E3", id, boss, false), duskOverride()))
	f.must(f.TagEditWritten(ctx, editOf("E3", id, boss, false)))
	if list := get(f.TagEdits(ctx, boss.AccountID, 10))(t); len(list) != 3 || list[0].ID != "E3" || list[0].InFile != 1 || kept() != nil {
		t.Errorf("%+v, %+v", list, kept())
	}
}

// tagEdits takes edits back, each once and by whom they concern.
func tagEdits(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss, ana, ben := f.member("boss", music.Admin), f.member("ana", music.Creator), f.member("ben", music.Creator)
	f.scan(song("Dawn.flac", "Dawn"), song("Day.flac", "Day", number(1, 2)), song("Alone.flac", "Alone", on("")))
	tracks := f.tracks(boss)
	for _, title := range []string{"Dawn", "Day"} {
		f.must(f.BeginTagEdit(ctx, editOf("E1", tracks[title].ID, ana, true), 1, 1))
	}
	f.code(f.BeginTagEdit(ctx, editOf("E1", "nobody", ana, true), 1, 1), music.NotFound)
	_, err := f.TakeBackTagEdit(ctx, ben, "E1", now)
	f.code(err, music.NotFound)
	_, err = f.TakeBackTagEdit(ctx, ana, "E9", now)
	f.code(err, music.NotFound)
	edits := get(f.TakeBackTagEdit(ctx, ana, "E1", now))(t)
	if len(edits) != 2 || edits[0].TrackID != tracks["Dawn"].ID || edits[0].Before.Fields["TITLE"][0] != "Dawn" || !edits[0].InFile {
		t.Errorf("%+v", edits)
	}
	_, err = f.TakeBackTagEdit(ctx, boss, "E1", now)
	f.code(err, music.Conflict)
	if list := get(f.TagEdits(ctx, ana.AccountID, 10))(t); len(list) != 1 || list[0].Tracks != 2 || !list[0].UndoneAt.Equal(now) {
		t.Errorf("%+v", list)
	}
	f.must(f.StandTagEdit(ctx, "E1"))
	if edits = get(f.TakeBackTagEdit(ctx, boss, "E1", now))(t); len(edits) != 2 {
		t.Errorf("the operator takes back %+v", edits)
	}
	if ids := get(f.AlbumOf(ctx, boss, tracks["Day"].ID))(t); len(ids) != 2 || ids[0] != tracks["Dawn"].ID {
		t.Errorf("the album: %v", ids)
	}
	if ids := get(f.AlbumOf(ctx, boss, tracks["Alone"].ID))(t); len(ids) != 1 {
		t.Errorf("no album: %v", ids)
	}
	if ids := get(f.AlbumOf(ctx, music.Viewer{}, tracks["Day"].ID))(t); len(ids) != 0 {
		t.Errorf("a visitor sees %v", ids)
	}
	_, err = f.EditableTrack(ctx, music.Viewer{}, tracks["Day"].ID)
	f.code(err, music.NotFound)
	one := get(f.EditableTrack(ctx, ben, tracks["Day"].ID))(t)
	if one.Root != "/music" || one.Folder != "" || one.Name != "Day.flac" || one.Size != 4_000_000 || one.OwnerID != "" || one.Shown.Title != "Day" || one.Shown.Artist != "Nina" {
		t.Errorf("%+v", one)
	}
}
