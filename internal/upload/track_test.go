package upload

import (
	"bytes"
	"io"
	"os"
	"testing"
	"time"

	"sonora/internal/music"
)

func TestKeep(t *testing.T) {
	f := newFixture(t)
	ctx, file := t.Context(), song(1)
	id := f.send("Dawn.mp3", file)
	track := f.keepIt(id, func(t *Track) { t.Title, t.Artist, t.IsPublic, t.IsAIGenerated = " Dusk ", "Nina", false, true })
	if track.Title != "Dusk" || track.Artist != "Nina" || track.Album != "Days" || track.OwnerID != f.ana.AccountID || track.IsPublic || !track.IsAIGenerated || track.Size != int64(len(file)) || track.Cover == "" {
		t.Errorf("%+v", track)
	}
	if again := f.keepIt(id); again.ID != track.ID || again.Title != "Dusk" {
		t.Errorf("again: %+v", again)
	}
	if names := f.names("receiving"); len(names) != 0 {
		t.Errorf("left: %v", names)
	}
	place, err := f.store.TrackFile(ctx, f.ana, track.ID)
	f.must(err)
	got, err := os.ReadFile(f.blobs.LocalPath(place.Path))
	if err != nil || !bytes.Equal(got, file) {
		t.Errorf("the bytes: %v", err)
	}
	if u, object, err := f.Open(ctx, music.Viewer{}, id); err != nil || object != nil || u.TrackID != track.ID {
		t.Errorf("the upload is the track: %+v, %v", u, err)
	}
	if use, _, err := f.Use(ctx, f.ana); err != nil || use.Bytes != int64(len(file)) || use.Files != 1 {
		t.Errorf("%+v, %v", use, err)
	}
	// The same sound again: its owner learns about the duplicate, others do
	// not.
	r, err := f.Result(ctx, f.ana, f.send("Other name.mp3", file))
	if err != nil || len(r.Duplicates) != 1 || r.Duplicates[0].ID != track.ID {
		t.Errorf("duplicates: %+v, %v", r, err)
	}
	whole, err := f.Whole(ctx, f.ben, "b.mp3", f.line(bytes.NewReader(file)))
	if err != nil || len(whole.Duplicates) != 0 {
		t.Errorf("duplicates of somebody else: %+v, %v", whole, err)
	}
}

func TestKeepWrong(t *testing.T) {
	f := newFixture(t)
	ctx, file := t.Context(), song(1)
	waiting := f.begin("x.mp3", 100)
	ready := f.send("Dawn.mp3", file)
	for name, c := range map[string]struct {
		Track
		field string
	}{
		"no title":      {Track{UploadID: ready, Title: " "}, "title"},
		"long":          {Track{UploadID: ready, Title: "x", Genre: string(make([]byte, 101))}, "genre"},
		"nothing":       {Track{Title: "x"}, "audioUrl"},
		"incomplete":    {Track{UploadID: waiting, Title: "x"}, "audioUrl"},
		"somebody's":    {Track{UploadID: ready, Title: "x", Replaces: "nobody"}, "replaces"},
		"unknown":       {Track{UploadID: "unknown", Title: "x"}, "audioUrl"},
		"a path for id": {Track{UploadID: "../../etc/passwd", Title: "x"}, "audioUrl"},
	} {
		_, err := f.Keep(ctx, f.ana, c.Track)
		f.code(err, music.Invalid)
		if known, ok := err.(*music.Error); !ok || len(known.Fields[c.field]) == 0 { //nolint:errorlint // the error itself, not a wrapped one
			t.Errorf("%s: %#v", name, err)
		}
	}
	f.keepIt(ready) // none of the attempts did harm
	lost := f.send("Lost.mp3", song(2))
	f.must(os.Remove(f.staging.path(lost)))
	_, err := f.Keep(ctx, f.ana, Track{UploadID: lost, Title: "x"})
	f.code(err, music.Conflict)
}

// TestKeepCopies uses a store that cannot take files over, and one that failed
// half-way.
func TestKeepCopies(t *testing.T) {
	f := newFixture(t)
	file := song(1)
	id := f.send("Dawn.mp3", file)
	f.blobs = copying{f.blobs}
	u, err := f.store.Upload(t.Context(), id)
	f.must(err)
	f.must(second(f.move(t.Context(), u)))
	f.must(f.staging.remove(id)) // as if the server had stopped here
	_, object, err := f.Open(t.Context(), f.ana, id)
	f.must(err)
	got, err := io.ReadAll(object)
	f.must(object.Close())
	if err != nil || !bytes.Equal(got, file) {
		t.Errorf("moved: %v", err)
	}
	if track := f.keepIt(id); track.Size != int64(len(file)) {
		t.Errorf("%+v", track)
	}
	f.keepIt(f.send("Dusk.mp3", song(2)))
	if names := f.names("receiving"); len(names) != 0 {
		t.Errorf("left: %v", names)
	}
}

func TestReplace(t *testing.T) {
	f := newFixture(t)
	track := f.keepIt(f.send("Dawn.mp3", song(1)))
	f.must(second(f.store.Like(t.Context(), f.ben, track.ID, time.Now())))
	again := f.keepIt(f.send("Dawn.mp3", song(2)), func(t *Track) { t.Replaces, t.Album = track.ID, "Nights" })
	if again.ID != track.ID || again.Album != "Nights" {
		t.Errorf("%+v", again)
	}
	if seen, err := f.store.Track(t.Context(), f.ben, track.ID); err != nil || !seen.Liked {
		t.Errorf("%+v, %v", seen, err)
	}
	if names := f.names("uploads"); len(names) != 1 {
		t.Errorf("the old bytes stay: %v", names)
	}
	f.code(second(f.Keep(t.Context(), f.ana, Track{UploadID: f.send("x.mp3", song(3)), Title: "x", Replaces: f.scanned()})), music.Invalid)
}

// scanned returns a track of the operator's folders.
func (f *fixture) scanned() string {
	f.t.Helper()
	roots, err := f.store.EnsureRoots(f.t.Context(), []string{"/music"}, time.Now())
	f.must(err)
	audio := &music.AudioFile{Format: music.MP3, SampleRate: 44_100, Channels: 2, Tags: music.Tags{Title: "Scanned"}}
	_, err = f.store.SaveScanned(f.t.Context(), roots[0].ID, []music.ScannedFile{{Name: "a.mp3", Size: 1, Audio: audio}}, time.Now(), true)
	f.must(err)
	list, err := f.store.Tracks(f.t.Context(), f.boss, music.TrackFilter{}, music.Page{})
	f.must(err)
	for _, t := range list.Items {
		if t.Title == "Scanned" {
			return t.ID
		}
	}
	f.t.Fatal("no track")
	return ""
}

func TestOwnTracks(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	track, scanned := f.keepIt(f.send("Dawn.mp3", song(1))), f.scanned()
	f.code(second(f.SetPublic(ctx, f.ben, track.ID, false)), music.Forbidden)
	f.code(second(f.SetPublic(ctx, f.ben, scanned, false)), music.Forbidden)
	if changed, err := f.SetPublic(ctx, f.ana, track.ID, false); err != nil || changed.IsPublic {
		t.Errorf("%+v, %v", changed, err)
	}
	f.code(second(f.SetPublic(ctx, f.ben, track.ID, true)), music.NotFound)
	f.must(second(f.SetPublic(ctx, f.boss, scanned, false)))
	f.code(f.Remove(ctx, f.ben, track.ID), music.NotFound)
	f.code(f.Remove(ctx, f.boss, scanned), music.Forbidden)
	f.must(f.Remove(ctx, f.boss, track.ID))
	f.code(f.Remove(ctx, f.ana, track.ID), music.NotFound)
	if names := f.names("uploads"); len(names) != 0 {
		t.Errorf("the bytes stay: %v", names)
	}
}

func TestTidy(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	f.begin("never sent.mp3", 100)
	kept := f.keepIt(f.send("Dawn.mp3", song(1)))
	f.send("never kept.mp3", song(2))
	f.must(f.staging.create("orphan"))
	f.must(f.staging.hold("orphan", 1))
	f.must(f.Tidy(ctx))
	if names := f.names("receiving"); len(names) != 4 {
		t.Errorf("removed too early: %v", names)
	}
	f.pass(life + time.Minute)
	f.must(f.Tidy(ctx))
	if names := f.names("receiving"); len(names) != 0 {
		t.Errorf("left: %v", names)
	}
	if names := f.names("uploads"); len(names) != 1 {
		t.Errorf("kept: %v", names)
	}
	if list, err := f.List(ctx, f.ana); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	// Deleting the account deletes the bytes, no matter who deletes it.
	f.must(f.store.DeleteAccount(ctx, f.ana.AccountID))
	f.must(f.Tidy(ctx))
	if names := f.names("uploads"); len(names) != 0 {
		t.Errorf("the bytes of %s stay: %v", kept.ID, names)
	}
}
