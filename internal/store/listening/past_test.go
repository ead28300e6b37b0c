package listening_test

import (
	"testing"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

// imports add plays of the past, which can be taken back.
func imports(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, bo := f.Member("ana", music.Admin), f.Member("bo", music.Listener)
	f.Scan(storetest.Song("1", "1"), storetest.Song("2", "2"))
	all := f.TracksByTitle(ana)
	storetest.Listen(f, ana, all["1"].ID, storetest.Now, time.Minute)
	first := history.Import{ID: "first", At: storetest.Now, Files: []string{"a.zip", "b \"c\".csv"}}
	f.Must(f.BeginImport(ctx, ana, &first))
	f.Must(f.BeginImport(ctx, ana, &history.Import{ID: "second", At: storetest.Now.Add(time.Hour), Files: []string{"c"}}))
	at := func(minutes int) time.Time { return storetest.Now.Add(time.Duration(minutes) * time.Minute) }
	past := []history.Past{{TrackID: all["1"].ID, At: at(-100), Listened: time.Minute}, {TrackID: all["2"].ID, At: at(-90), Listened: time.Minute}, {TrackID: "none", At: at(-80)}}
	f.Must(f.AddPast(ctx, ana, "first", 0, past))
	f.Must(f.AddPast(ctx, ana, "first", 0, past)) // again
	f.Must(f.AddPast(ctx, ana, "second", 0, past[:1]))
	f.Code(f.AddPast(ctx, bo, "first", 0, past), music.NotFound)
	f.Must(f.NoteMade(ctx, ana, "first", history.MadeLike, []string{all["1"].ID, all["2"].ID}))
	f.Must(f.NoteMade(ctx, ana, "first", history.MadePlaylist, []string{"p"}))
	f.Code(f.NoteMade(ctx, bo, "first", history.MadeLike, []string{"x"}), music.NotFound)

	f.Must(f.LikeSince(ctx, bo, []string{all["1"].ID}, map[string]time.Time{all["1"].ID: at(-500)}))
	f.Must(f.LikeSince(ctx, bo, []string{all["1"].ID, all["2"].ID, "none"}, map[string]time.Time{all["1"].ID: at(0), all["2"].ID: at(-600), "none": at(0)}))
	likes := storetest.Get(f.LikeHistory(ctx, bo, people.HistoryEntry{}, 10))(t)
	if len(likes) != 2 || likes[0].TrackID != all["2"].ID || !likes[0].At.Equal(at(-600)) || !likes[1].At.Equal(at(-500)) {
		t.Errorf("likes: %+v", likes)
	}

	list := storetest.Get(f.Imports(ctx, ana))(t)
	if len(list) != 2 || list[0].ID != "second" || list[1].Plays != 2 || list[1].Likes != 2 || list[1].Playlists != 1 || len(list[1].Files) != 2 || list[1].Files[1] != first.Files[1] || !list[1].At.Equal(first.At) {
		t.Errorf("%+v", list)
	}
	if others := storetest.Get(f.Imports(ctx, bo))(t); len(others) != 0 {
		t.Errorf("imports of somebody else: %+v", others)
	}
	if times := storetest.Get(f.PlayTimes(ctx, ana))(t); len(times[all["1"].ID]) != 3 || !times[all["1"].ID][0].Equal(at(-100)) || len(times[all["2"].ID]) != 1 {
		t.Errorf("times: %v", times)
	}
	made := storetest.Get(f.MadeBy(ctx, ana, "first"))(t)
	storetest.Same(t, "playlists", made[history.MadePlaylist], []string{"p"})
	if len(made[history.MadeLike]) != 2 {
		t.Errorf("made: %v", made)
	}
	_, err := f.MadeBy(ctx, bo, "first")
	f.Code(err, music.NotFound)

	counted := func(title string) int64 { return storetest.Get(f.Track(ctx, ana, all[title].ID))(t).Plays }
	f.Code(f.ForgetImport(ctx, bo, "first"), music.NotFound)
	f.Must(f.ForgetImport(ctx, ana, "first"))
	f.Code(f.ForgetImport(ctx, ana, "first"), music.NotFound)
	storetest.Get(f.RollUpPlays(ctx))(t)
	if counted("1") != 2 || counted("2") != 0 {
		t.Errorf("counted %d and %d", counted("1"), counted("2"))
	}
	f.Must(f.RaisePlays(ctx, map[string]int{all["1"].ID: 1, all["2"].ID: 7, "none": 3}))
	if counted("1") != 2 || counted("2") != 7 {
		t.Errorf("raised to %d and %d", counted("1"), counted("2"))
	}
	storetest.Get(f.Like(ctx, ana, all["2"].ID, storetest.Now))(t)
	liked := storetest.Get(f.LikedOf(ctx, ana, []string{all["1"].ID, all["2"].ID}))(t)
	if liked[all["1"].ID] || !liked[all["2"].ID] {
		t.Errorf("liked %v", liked)
	}
}
