package record

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/blob"
	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/station"
)

// left creates a recording as a killed server leaves it behind.
func (f *fixture) left(accountID string) *station.Recording {
	f.t.Helper()
	r := &station.Recording{StationID: f.station.ID, AccountID: accountID, DJ: "Ana", Title: "Ana", BeganAt: f.now, Format: "MP3"}
	if err := f.db.CreateRecording(f.t.Context(), r); err != nil {
		f.t.Fatal(err)
	}
	var b []byte
	for _, one := range f.frames[:1000] {
		b = append(b, one.Data...)
	}
	if err := errors.Join(os.MkdirAll(f.Folder, 0o700), os.WriteFile(f.sound(r.ID), b, 0o600)); err != nil {
		f.t.Fatal(err)
	}
	return r
}

// TestMixIsMadeOnce simulates a server that was killed after it made the mix and
// before it stored that in the recording.
func TestMixIsMadeOnce(t *testing.T) {
	f := newFixture(t)
	r := f.left("")
	if _, err := f.makeMix(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if err := f.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	mixes, err := f.db.MixTable(t.Context(), djmix.Table{}, music.Page{})
	if err != nil || mixes.Total != 1 {
		t.Errorf("%d mixes, %v", mixes.Total, err)
	}
	if kept := <-f.kept; kept.State != station.RecordingReady || kept.MixID != mixes.Items[0].ID {
		t.Errorf("%+v", kept)
	}
}

// TestWithdrawnMixIsMadeAgain deletes the mix of a published recording, as its owner
// or an operator does. The recording can be changed and published again.
func TestWithdrawnMixIsMadeAgain(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	f.left("")
	if err := f.Recover(ctx); err != nil {
		t.Fatal(err)
	}
	edit := func(id string, e Edit) *music.Mix {
		t.Helper()
		r, mix, err := f.Edit(ctx, system, id, e)
		if err != nil {
			t.Fatal(err)
		}
		if r.MixID != mix.ID {
			t.Errorf("the mix %s belongs to %+v", mix.ID, r)
		}
		return mix
	}
	withdrawn := func(id string) *station.Recording {
		t.Helper()
		if err := f.db.DeleteMix(ctx, id); err != nil {
			t.Fatal(err)
		}
		r, err := f.db.Recording(ctx, system, id)
		if err != nil || r.MixID != "" {
			t.Fatalf("%+v, %v", r, err)
		}
		return r
	}
	id := (<-f.kept).ID
	edit(id, Edit{IsPublished: new(true), Description: new("Live")})
	withdrawn(id)
	if mix := edit(id, Edit{Title: new("Better"), From: new(10 * time.Second)}); mix.Title != "Better" || mix.IsActive || mix.Duration > 17*time.Second {
		t.Errorf("renamed and trimmed: %+v", mix)
	}
	if mix := edit(id, Edit{IsPublished: new(true)}); !mix.IsActive || mix.Title != "Better" {
		t.Errorf("published: %+v", mix)
	}
	before := withdrawn(id)
	if mix := edit(id, Edit{IsPublished: new(true)}); !mix.IsActive || mix.Title != "Better" {
		t.Errorf("published at once: %+v", mix)
	}
	if err := f.Delete(ctx, before); err != nil { // read before the mix was made
		t.Fatal(err)
	}
	if _, err := f.mixAgain(ctx, before); music.CodeOf(err) != music.NotFound { // edited while it was deleted
		t.Error(err)
	}
	if mixes, err := f.db.MixTable(ctx, djmix.Table{}, music.Page{}); err != nil || mixes.Total != 0 {
		t.Errorf("%d mixes are left, %v", mixes.Total, err)
	}
}

// TestStorageIsDown checks that a recording that cannot be uploaded is kept and
// uploaded later.
func TestStorageIsDown(t *testing.T) {
	f := newFixture(t)
	place := f.Blobs.String()
	if err := os.WriteFile(place, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f.left("")
	if err := f.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept := <-f.kept
	hears := func() {
		t.Helper()
		sound, err := f.Open(t.Context(), kept)
		if err != nil {
			t.Fatal(err)
		}
		defer sound.Close()
		if b, err := io.ReadAll(sound); err != nil || int64(len(b)) != kept.Size {
			t.Errorf("%d bytes, %v", len(b), err)
		}
	}
	hears()
	if err := f.tidy(t.Context()); !errors.Is(err, blob.ErrUnavailable) {
		t.Error(err)
	}
	if err := errors.Join(os.Remove(place), f.tidy(t.Context())); err != nil {
		t.Fatal(err)
	}
	if files := f.files(); len(files) > 0 {
		t.Errorf("%q are left", files)
	}
	hears()
}

// TestRecordingOfDeletedDJIsDeleted deletes an account as the command line does,
// which does not delete files.
func TestRecordingOfDeletedDJIsDeleted(t *testing.T) {
	f := newFixture(t)
	ana, boss := &music.Account{Email: "ana@example.com", Role: music.Creator}, &music.Account{Email: "boss@example.com", Role: music.Admin}
	if err := errors.Join(f.db.CreateAccount(t.Context(), boss), f.db.CreateAccount(t.Context(), ana)); err != nil {
		t.Fatal(err)
	}
	r := f.left(ana.ID)
	if err := f.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-f.kept
	if err := errors.Join(f.tidy(t.Context()), f.db.DeleteAccount(t.Context(), ana.ID), f.tidy(t.Context())); err != nil {
		t.Fatal(err)
	}
	if path := f.Blobs.LocalPath(keyOf(r.ID)); path != "" {
		t.Errorf("%s is left", path)
	}
	if gone, err := f.db.RecordingsGone(t.Context(), 10); err != nil || len(gone) > 0 {
		t.Errorf("%q, %v", gone, err)
	}
}

// TestSoundWithoutRecordingIsKept loses the row of a recording, and gets it back
// as from a backup.
func TestSoundWithoutRecordingIsKept(t *testing.T) {
	f := newFixture(t)
	r := f.left("")
	lost := filepath.Join(f.Folder, asideFolder, r.ID+".mp3")
	if err := errors.Join(f.db.DeleteRecording(t.Context(), r.ID), os.WriteFile(f.titles(r.ID), []byte(`{"seconds":2,"artist":"A","title":"T"}`+"\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	f.now = time.Now().Add(48 * time.Hour) // however old it is
	for range 2 {
		if err := f.tidy(t.Context()); err != nil {
			t.Fatal(err)
		}
		if list, err := Aside(f.Folder); err != nil || len(list) != 1 || list[0] != lost {
			t.Fatalf("%q, %v", list, err)
		}
	}
	if err := errors.Join(f.db.CreateRecording(t.Context(), r), f.tidy(t.Context())); err != nil {
		t.Fatal(err)
	}
	if kept := <-f.kept; kept.ID != r.ID || kept.State != station.RecordingReady || len(kept.Tracklist) != 1 {
		t.Errorf("%+v", kept)
	}
	if list, err := Aside(f.Folder); err != nil || len(list) > 0 {
		t.Errorf("%q, %v", list, err)
	}
}
