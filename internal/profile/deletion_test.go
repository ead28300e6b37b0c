package profile

import (
	"context"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
	"sonora/internal/station"
)

func TestAccountIsDeletedWhenDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		ctx := t.Context()
		at, err := f.Delete(music.WithLanguage(ctx, "es"), f.member)
		f.must(err)
		if got := time.Until(at); got < Grace-time.Second || got > Grace {
			t.Errorf("in %v", got)
		}
		if again, err := f.Delete(ctx, f.member); err != nil || !again.Equal(at) {
			t.Errorf("asked again: %v %v", again, err)
		}
		if mails := f.calls.sent(); len(mails) != 1 || mails[0].Kind != mail.Deletion || !mails[0].Expires.Equal(at) || mails[0].Language != "es" || mails[0].Link != "https://music.example/settings" {
			t.Errorf("mails: %+v", mails)
		}
		if len(f.calls.ended) != 1 || f.calls.ended[0] != f.member {
			t.Errorf("sessions ended of %v", f.calls.ended)
		}
		if _, err := f.Page(ctx, f.operator, f.member.AccountID); music.CodeOf(err) != music.NotFound {
			t.Errorf("public page of the account to be deleted: %v", err)
		}
		_, err = f.SetAvatar(ctx, f.member, colouredPNG(t, color.White))
		f.must(err)
		f.prepare(f.member)
		f.dated(f.avatars, f.exports)
		f.calls.sent()
		defer f.run(f.Run)()

		<-time.After(Grace - time.Hour)
		if _, err := f.account(ctx, f.member); err != nil || len(f.calls.events()) > 0 {
			t.Fatalf("gone too early: %v, told %v", err, f.calls.events())
		}
		<-time.After(2 * time.Hour)
		synctest.Wait()
		if _, err := f.account(ctx, f.member); music.CodeOf(err) != music.NotFound {
			t.Fatalf("still there: %v", err)
		}
		if diff := cmp.Diff([]music.Event{{Type: music.EventLibrary}, {Type: music.EventMix}, {Type: music.EventStations, Data: station.Change{IsPublic: true}}, {Type: premium.Changed}}, f.calls.events()); diff != "" {
			t.Errorf("told of the music that went with the account: %s", diff)
		}
		if mails := f.calls.sent(); len(mails) != 1 || mails[0].Kind != mail.Deleted || mails[0].To != "ana@example.com" || mails[0].AccountID != "" {
			t.Errorf("mails: %+v", mails)
		}
		events, err := f.store.SecurityEvents(ctx, "", music.Page{Limit: 1})
		if f.must(err); events.Items[0].Kind != people.AccountDeleted || events.Items[0].Detail != f.member.AccountID {
			t.Errorf("the log ends with %+v", events.Items[0])
		}
		<-time.After(tidyAge)
		synctest.Wait()
		if left := append(f.files(f.avatars), f.files(f.exports)...); len(left) != 0 {
			t.Errorf("files left: %v", left)
		}
	})
}

func TestDeletionCanBeCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		ctx := t.Context()
		f.must(f.Keep(ctx, f.member)) // no deletion was requested
		_, err := f.Delete(ctx, f.member)
		f.must(err)
		f.must(f.Keep(ctx, f.member))
		defer f.run(f.Run)()
		<-time.After(2 * Grace)
		synctest.Wait()
		if a, err := f.account(ctx, f.member); err != nil || !a.DeleteAt.IsZero() {
			t.Errorf("%+v %v", a, err)
		}
		if _, err := f.Page(ctx, f.operator, f.member.AccountID); err != nil {
			t.Errorf("the page: %v", err)
		}
		events, err := f.store.SecurityEvents(ctx, f.member.AccountID, music.Page{})
		f.must(err)
		var kinds []string
		for _, e := range events.Items {
			kinds = append(kinds, string(e.Kind))
		}
		if got := strings.Join(kinds, " "); got != "deletion_cancelled deletion_asked" {
			t.Errorf("the log: %s", got)
		}
		if diff := cmp.Diff([]string{"ends later", "goes on"}, f.calls.paid); diff != "" {
			t.Errorf("the subscription: %s", diff)
		}
	})
}

// TestRemovedAccountIsDeletedWhenDue deletes an account as operators do. A restart of
// the server changes nothing.
func TestRemovedAccountIsDeletedWhenDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		ctx := t.Context()
		soon := time.Now().Add(time.Hour)
		if own := f.RemovalEnd(soon); !own.Equal(soon) {
			t.Errorf("its owner wants it deleted at %v, not at %v", soon, own)
		}
		end := f.RemovalEnd(time.Time{})
		for range 2 {
			_, err := f.Remove(ctx, f.operator.AccountID, f.member.AccountID)
			f.must(err)
			f.must(f.Restore(ctx, f.operator.AccountID, f.member.AccountID))
		}
		_, err := f.Remove(ctx, f.operator.AccountID, f.member.AccountID)
		f.must(err)
		if a, err := f.account(ctx, f.member); err != nil || !a.DeleteAt.Equal(end) {
			t.Errorf("deleted at %v, announced for %v: %v", a.DeleteAt, end, err)
		}
		stop := f.run(f.Run)
		<-time.After(RemovalGrace - 2*time.Hour)
		stop()
		if a, err := f.account(ctx, f.member); err != nil || a.DisabledAt.IsZero() {
			t.Fatalf("%+v %v", a, err)
		}
		if _, err := f.Page(ctx, f.operator, f.member.AccountID); music.CodeOf(err) != music.NotFound {
			t.Errorf("public page of the removed account: %v", err)
		}
		defer f.run(f.Run)()
		<-time.After(4 * time.Hour)
		synctest.Wait()
		if _, err := f.account(ctx, f.member); music.CodeOf(err) != music.NotFound {
			t.Errorf("still there: %v", err)
		}
		if mails := f.calls.sent(); len(mails) != 1 || mails[0].Kind != mail.Deleted {
			t.Errorf("mails: %+v", mails)
		}
		if diff := cmp.Diff([]string{"ends later", "goes on", "ends later", "goes on", "ends later", "ends now"}, f.calls.paid); diff != "" {
			t.Errorf("the subscription: %s", diff)
		}
		if _, err := f.Remove(ctx, "", f.operator.AccountID); music.CodeOf(err) != music.Conflict {
			t.Errorf("the last operator: %v", err)
		}
	})
}

func TestLastOperatorStays(t *testing.T) {
	f := newFixture(t)
	if _, err := f.Delete(t.Context(), f.operator); music.CodeOf(err) != music.Conflict {
		t.Errorf("%v", err)
	}
	if err := f.Erase(t.Context(), "", f.operator.AccountID); music.CodeOf(err) != music.Conflict {
		t.Errorf("%v", err)
	}
	if mails := f.calls.sent(); len(mails) != 0 || len(f.calls.ended) != 0 || len(f.calls.events()) != 0 {
		t.Errorf("mails %v, sessions ended of %v, told %v", mails, f.calls.ended, f.calls.events())
	}
}

// TestTidyKeepsUsedFiles has files in use and files that are not.
func TestTidyKeepsUsedFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		ctx := t.Context()
		a, err := f.SetAvatar(ctx, f.member, colouredPNG(t, color.Black))
		f.must(err)
		used := strings.TrimPrefix(a.ProfileImageURL, AvatarPath)
		for _, name := range []string{temporary + "1", strings.Repeat("0", avatarDigits) + ".jpg"} {
			f.must(os.WriteFile(filepath.Join(f.avatars, name), nil, 0o600))
		}
		f.must(os.Mkdir(filepath.Join(f.avatars, "folder"), 0o700))
		f.must(os.MkdirAll(f.exports, 0o700))
		f.must(os.WriteFile(f.exportFile("lost"), nil, 0o600))
		f.dated(f.avatars, f.exports)
		f.must(f.Tidy(ctx))
		if got := len(f.files(f.avatars)) + len(f.files(f.exports)); got != 5 {
			t.Errorf("%d files are left of 5 young ones", got)
		}
		<-time.After(tidyAge)
		f.must(f.Tidy(ctx))
		if got := strings.Join(f.files(f.avatars), " "); got != used+" folder" && got != "folder "+used {
			t.Errorf("pictures: %s", got)
		}
		if got := f.files(f.exports); len(got) != 0 {
			t.Errorf("exports: %v", got)
		}
	})
}

func TestPicturesWaitForTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		f.must(f.pictures.Acquire(t.Context(), 1))
		began := time.Now()
		if _, err := f.SetAvatar(t.Context(), f.member, colouredPNG(t, color.Black)); music.CodeOf(err) != music.Unavailable || time.Since(began) != avatarWait {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := f.SetAvatar(gone, f.member, colouredPNG(t, color.Black)); err == nil {
			t.Error("work continued after the request was cancelled")
		}
		f.pictures.Release(1)
		if _, err := f.SetAvatar(t.Context(), f.member, colouredPNG(t, color.Black)); err != nil {
			t.Error(err)
		}
		if got := f.files(f.avatars); len(got) != 1 {
			t.Errorf("files: %v", got)
		}
	})
}

// TestUnwritableFolderLeavesNoPicture sets a picture although it cannot be
// stored.
func TestUnwritableFolderLeavesNoPicture(t *testing.T) {
	f := newFixture(t)
	f.must(os.MkdirAll(filepath.Dir(f.avatars), 0o700))
	f.must(os.WriteFile(f.avatars, nil, 0o600)) // a file where the folder should be
	if _, err := f.SetAvatar(t.Context(), f.member, colouredPNG(t, color.Black)); err == nil {
		t.Error("no error although the picture could not be stored")
	}
	if a, err := f.account(t.Context(), f.member); err != nil || a.ProfileImageURL != "" {
		t.Errorf("%+v %v", a, err)
	}
}
