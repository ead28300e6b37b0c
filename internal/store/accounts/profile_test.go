package accounts_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func profiles(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	want := storetest.Get(f.AccountByID(ctx, ana.AccountID))(t)
	text := func(s string) *string { return &s }
	yes, no := true, false
	f.Must(f.UpdateProfile(ctx, ana.AccountID, people.ProfileChange{}))
	if diff := cmp.Diff(want, storetest.Get(f.AccountByID(ctx, ana.AccountID))(t)); diff != "" {
		t.Errorf("changed by nothing: %s", diff)
	}
	f.Must(f.UpdateProfile(ctx, ana.AccountID, people.ProfileChange{
		FirstName: text("Ána"), LastName: text("Ø"), Bio: text("b\nc"), Location: text("l"), Website: text("https://a.example"),
		PhoneNumber: text("+1"), DateOfBirth: text("1990-02-28"), IsPrivate: &yes, EmailNotifications: &yes, PushNotifications: &yes,
	}))
	want.FirstName, want.LastName, want.Bio, want.Location, want.Website = "Ána", "Ø", "b\nc", "l", "https://a.example"
	want.PhoneNumber, want.DateOfBirth, want.IsPrivate, want.EmailNotifications, want.PushNotifications = "+1", "1990-02-28", true, true, true
	if diff := cmp.Diff(want, storetest.Get(f.AccountByID(ctx, ana.AccountID))(t)); diff != "" {
		t.Error(diff)
	}
	f.Must(f.UpdateProfile(ctx, ana.AccountID, people.ProfileChange{Bio: text(""), DateOfBirth: text(""), IsPrivate: &no}))
	want.Bio, want.DateOfBirth, want.IsPrivate = "", "", false
	f.Must(f.SetLanguage(ctx, ana.AccountID, "es"))
	f.Must(f.SetProfileImage(ctx, ana.AccountID, "/api/avatars/a.jpg"))
	want.Language, want.ProfileImageURL = "es", "/api/avatars/a.jpg"
	if diff := cmp.Diff(want, storetest.Get(f.AccountByID(ctx, ana.AccountID))(t)); diff != "" {
		t.Error(diff)
	}
	if other := storetest.Get(f.AccountByID(ctx, ben.AccountID))(t); other.FirstName != "ben" || other.Language != "" || other.ProfileImageURL != "" {
		t.Errorf("somebody else changed: %+v", other)
	}
	storetest.Same(t, "pictures", storetest.Get(f.ProfileImages(ctx))(t), []string{"/api/avatars/a.jpg"})
	f.Code(f.UpdateProfile(ctx, "nobody", people.ProfileChange{}), music.NotFound)
	f.Code(f.SetLanguage(ctx, "nobody", "es"), music.NotFound)
	f.Code(f.SetProfileImage(ctx, "nobody", ""), music.NotFound)
}

func activity(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("admin", music.Admin)
	ana, ben := f.Member("ana", music.Listener), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("a.flac", "A"), storetest.Song("b.flac", "B"), storetest.Song("c.flac", "C"))
	all := f.TracksByTitle(ana)
	at := func(minutes int) time.Time { return storetest.Now.Add(time.Duration(minutes) * time.Minute) }
	play := func(v music.Viewer, title string, minutes int, listened time.Duration) {
		t.Helper()
		storetest.Get(f.AddPlay(ctx, v, music.Play{ID: title + strconv.Itoa(minutes), TrackID: all[title].ID, StartedAt: at(minutes), Listened: listened}, 0))(t)
	}
	if list := storetest.Get(f.Activity(ctx, ana, 10))(t); len(list) != 0 {
		t.Errorf("activity of nobody yet: %v", list)
	}
	storetest.Get(f.Like(ctx, ana, all["A"].ID, at(1)))(t)
	play(ana, "B", 2, time.Minute)
	play(ana, "C", 3, time.Second) // skipped
	storetest.Get(f.Like(ctx, ana, all["C"].ID, at(4)))(t)
	play(ben, "A", 5, time.Minute)
	var got []string
	for _, a := range storetest.Get(f.Activity(ctx, ana, 10))(t) {
		got = append(got, string(a.Kind)+" "+a.Track.Title+" "+a.At.Sub(storetest.Now).String())
		if a.Track.Liked != (a.Kind == people.ActivityLiked) {
			t.Errorf("%s is liked: %v", a.Track.Title, a.Track.Liked)
		}
	}
	storetest.Same(t, "activity", got, []string{"liked C 4m0s", "played B 2m0s", "liked A 1m0s"})
	if list := storetest.Get(f.Activity(ctx, ana, 2))(t); len(list) != 2 {
		t.Errorf("%d entries, want 2", len(list))
	}
	if list := storetest.Get(f.Activity(ctx, music.Viewer{}, 2))(t); len(list) != 0 {
		t.Errorf("activity of a visitor: %v", list)
	}

	stats := storetest.Get(f.ListenerStats(ctx, ana, at(0)))(t)
	if want := (people.ListenerStats{LikedSongs: 2, Listened: time.Minute + time.Second}); stats != want {
		t.Errorf("stats %v, want %v", stats, want)
	}
	if late := storetest.Get(f.ListenerStats(ctx, ana, at(3)))(t); late.Listened != time.Second {
		t.Errorf("listened %v since the third minute", late.Listened)
	}
	if none := storetest.Get(f.ListenerStats(ctx, ben, at(6)))(t); none != (people.ListenerStats{}) {
		t.Errorf("stats of somebody else: %v", none)
	}

	storetest.Same(t, "liked by ana", storetest.Titles(storetest.Get(f.LikedBy(ctx, ben, ana.AccountID, 6))(t)), []string{"C", "A"})
	storetest.Same(t, "one of them", storetest.Titles(storetest.Get(f.LikedBy(ctx, ben, ana.AccountID, 1))(t)), []string{"C"})
	storetest.Same(t, "as a visitor sees it", storetest.Titles(storetest.Get(f.LikedBy(ctx, music.Viewer{}, ana.AccountID, 6))(t)), nil)
	storetest.Same(t, "liked by nobody", storetest.Titles(storetest.Get(f.LikedBy(ctx, ben, "nobody", 6))(t)), nil)
	if list := storetest.Get(f.LikedBy(ctx, ben, ana.AccountID, 6))(t); list[0].Liked {
		t.Error("what ana likes is liked by ben")
	}
}

func history(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("admin", music.Admin)
	ana, ben := f.Member("ana", music.Listener), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("a.flac", "A"), storetest.Song("b.flac", "B"), storetest.Song("c.flac", "C"))
	all := f.TracksByTitle(ana)
	for i, title := range []string{"A", "B", "C"} {
		storetest.Get(f.Like(ctx, ana, all[title].ID, storetest.Now))(t) // all at once
		storetest.Get(f.AddPlay(ctx, ana, music.Play{ID: strconv.Itoa(i), TrackID: all[title].ID, StartedAt: storetest.Now.Add(-time.Duration(i) * time.Hour), Listened: time.Second}, 0))(t)
		storetest.Get(f.AddPlay(ctx, ben, music.Play{ID: strconv.Itoa(i), TrackID: all[title].ID, StartedAt: storetest.Now, Listened: time.Second}, 0))(t)
	}
	walk := func(next func(people.HistoryEntry) ([]people.HistoryEntry, error)) []string {
		t.Helper()
		var seen []string
		for after := (people.HistoryEntry{}); len(seen) < 10; {
			part := storetest.Get(next(after))(t)
			if len(part) == 0 {
				break
			}
			after = part[len(part)-1]
			for _, e := range part {
				seen = append(seen, e.Title)
			}
		}
		return seen
	}
	plays := walk(func(after people.HistoryEntry) ([]people.HistoryEntry, error) {
		return f.PlayHistory(ctx, ana, after, 2)
	})
	storetest.Same(t, "plays", plays, []string{"C", "B", "A"})
	likes := walk(func(after people.HistoryEntry) ([]people.HistoryEntry, error) {
		return f.LikeHistory(ctx, ana, after, 2)
	})
	storetest.Same(t, "likes", storetest.Sorted(likes), []string{"A", "B", "C"})
	for i, title := range []string{"A", "B"} {
		storetest.Get(f.Rate(ctx, ana, all[title].ID, i+1, storetest.Now.Add(time.Duration(i)*time.Minute)))(t)
	}
	first := storetest.Get(f.RatingHistory(ctx, ana, people.HistoryEntry{}, 1))(t)
	rest := storetest.Get(f.RatingHistory(ctx, ana, first[0].HistoryEntry, 10))(t)
	if len(rest) != 1 || first[0].Title != "A" || first[0].Stars != 1 || rest[0].Stars != 2 || rest[0].TrackID != all["B"].ID {
		t.Errorf("ratings: %+v %+v", first, rest)
	}
	if own := storetest.Get(f.OwnTracks(ctx, ana, 0, 10))(t); len(own) != 0 {
		t.Errorf("the library's tracks are ana's: %v", own)
	}
}

func deletion(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana := f.Member("boss", music.Admin), f.Member("ana", music.Admin)
	later := storetest.Now.Add(time.Hour)
	f.Must(f.SetDeleteAt(ctx, ana.AccountID, later))
	f.Code(f.SetDeleteAt(ctx, boss.AccountID, later), music.Conflict) // the other operator is being deleted
	f.Code(f.SetRole(ctx, boss.AccountID, music.Listener), music.Conflict)
	if due := storetest.Get(f.AccountsToDelete(ctx, storetest.Now))(t); len(due) != 0 {
		t.Errorf("to delete before their time: %v", due)
	}
	if due := storetest.Get(f.AccountsToDelete(ctx, later))(t); len(due) != 1 || due[0].ID != ana.AccountID || !due[0].DeleteAt.Equal(later) {
		t.Errorf("to delete: %v", due)
	}
	f.Must(f.SetDeleteAt(ctx, ana.AccountID, time.Time{}))
	if due := storetest.Get(f.AccountsToDelete(ctx, later))(t); len(due) != 0 {
		t.Errorf("to delete though they stay: %v", due)
	}
	f.Must(f.SetDeleteAt(ctx, boss.AccountID, later))
	f.Code(f.SetDeleteAt(ctx, "nobody", later), music.NotFound)
	f.Code(f.SetDeleteAt(ctx, "nobody", time.Time{}), music.NotFound)
}
