package catalogue_test

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/storetest"
)

// copyOf keeps a copy of a viewer's tracks, or liked tracks.
func copyOf(t *testing.T, f *storetest.Fixture, v music.Viewer, liked bool) *storetest.Copy[music.Track] {
	t.Helper()
	return storetest.NewCopy(t, func() (music.List[music.Track], string, error) {
		token, err := f.TracksToken(t.Context(), v, liked)
		f.Must(err)
		list, err := f.Tracks(t.Context(), v, music.TrackFilter{Liked: liked}, music.Page{})
		return list, token, err
	}, func(since string, limit int) (music.Delta[music.Track], error) {
		return f.TrackChanges(t.Context(), v, liked, since, limit)
	}, func(t *music.Track) string { return t.ID })
}

// copies are those of several viewers. Each has to follow the library, whatever
// happens.
type copies map[string]*storetest.Copy[music.Track]

func (c copies) update(t *testing.T, what string) {
	t.Helper()
	for who, one := range c {
		one.Update(t, what+", "+who, 3)
	}
}

// removed fails the test unless exactly these viewers were told that an item is
// gone.
func (c copies) removed(t *testing.T, what, id string, who ...string) {
	t.Helper()
	for name, one := range c {
		if told := slices.Contains(one.Removed, id); told != slices.Contains(who, name) {
			t.Errorf("%s: %s was told so: %v", what, name, told)
		}
	}
}

func trackChanges(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben, cat := f.Member("ana", music.Admin), f.Member("ben", music.Creator), f.Member("cat", music.Listener)
	f.Public = true
	f.Scan(storetest.Song("1", "1"), storetest.Song("2", "2"), storetest.Song("3", "3"), storetest.Song("4", "4"))
	id := func(title string) string { return f.TracksByTitle(ana)[title].ID }
	all := copies{"ana": copyOf(t, f, ana, false), "ben": copyOf(t, f, ben, false), "cat": copyOf(t, f, cat, false), "visitor": copyOf(t, f, music.Viewer{}, false)}
	one := id("1")

	f.Scan(storetest.Song("5", "5"), storetest.Song("6", "6"), storetest.Song("7", "7"), storetest.Song("8", "8"), storetest.Song("9", "9"))
	all.update(t, "new files")
	f.Scan(storetest.Song("1", "One"), storetest.Song("2", "2", storetest.By("Ella")))
	all.update(t, "changed tags")
	f.Must(f.SetTrackPublic(ctx, one, false))
	all.update(t, "not for visitors")
	all.removed(t, "not for visitors", one, "visitor")
	f.Must(f.SetTrackPublic(ctx, one, true))
	all.update(t, "for visitors again")
	storetest.Get(f.PublishScanned(ctx, false))(t)
	all.update(t, "the library is for members")
	storetest.Get(f.PublishScanned(ctx, true))(t)
	all.update(t, "and for everybody")

	storetest.Get(f.MarkMissing(ctx, []string{one}, storetest.Now))(t)
	all.update(t, "missing")
	all.removed(t, "missing", one, "ana", "ben", "cat", "visitor")
	storetest.Get(f.MarkPresent(ctx, []string{one}))(t)
	all.update(t, "back")
	storetest.Get(f.MarkMissing(ctx, []string{one}, storetest.Now))(t)
	storetest.Get(f.MarkPresent(ctx, []string{one}))(t)
	all.update(t, "missing and back")
	all.removed(t, "missing and back", one)

	storetest.Get(f.Like(ctx, cat, id("3"), storetest.Now))(t)
	storetest.Get(f.Rate(ctx, cat, id("4"), 4, storetest.Now))(t)
	all.update(t, "liked and rated")
	storetest.Get(f.Rate(ctx, cat, id("4"), 5, storetest.Now))(t)
	all.update(t, "rated again")
	storetest.Get(f.Unlike(ctx, cat, id("3"), storetest.Now))(t)
	storetest.Get(f.Rate(ctx, cat, id("4"), 0, storetest.Now))(t)
	all.update(t, "neither")
	f.Analyse(map[string]*sound.Analysis{"7": storetest.Measured(128, 3, -9, 0.5)})
	all.update(t, "analysed")

	mine := f.Keep(f.AddUpload(ben, "mine.flac", true), storetest.Private)
	all.update(t, "a private upload")
	if _, ok := all["cat"].Items[mine]; ok {
		t.Error("cat sees it")
	}
	all.removed(t, "a private upload", mine)
	f.Must(f.DeleteUploaded(ctx, mine))
	all.update(t, "it is deleted")
	all.removed(t, "it is deleted", mine, "ana", "ben")
	shown := f.Keep(f.AddUpload(ben, "shown.flac", true))
	all.update(t, "a public upload")
	f.Must(f.SetTrackPublic(ctx, shown, false))
	all.update(t, "it is private now")
	all.removed(t, "it is private now", shown, "cat", "visitor")
	f.Must(f.DeleteUploaded(ctx, shown))
	all.update(t, "and gone")
	all.removed(t, "and gone", shown, "ana", "ben")
	left := f.Keep(f.AddUpload(ben, "left.flac", true))
	all.update(t, "another upload")
	delete(all, "ben")
	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	all.update(t, "its owner left")
	all.removed(t, "its owner left", left, "ana", "cat", "visitor")
}

func likedChanges(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Creator)
	cat := f.Member("cat", music.Listener)
	f.Scan(storetest.Song("1", "1"), storetest.Song("2", "2"), storetest.Song("3", "3"), storetest.Song("4", "4"))
	id := func(title string) string { return f.TracksByTitle(ana)[title].ID }
	like := func(v music.Viewer, id string) { storetest.Get(f.Like(ctx, v, id, storetest.Now))(t) }
	all := copies{"ana": copyOf(t, f, ana, true), "cat": copyOf(t, f, cat, true)}
	one, two := id("1"), id("2")

	for _, title := range []string{"1", "2", "3", "4"} {
		like(cat, id(title))
	}
	like(ana, one)
	all.update(t, "liked")
	f.Scan(storetest.Song("1", "One"), storetest.Song("5", "5"))
	storetest.Get(f.Rate(ctx, cat, one, 3, storetest.Now))(t)
	all.update(t, "changed tags")
	storetest.Get(f.Unlike(ctx, cat, one, storetest.Now))(t)
	all.update(t, "not liked")
	all.removed(t, "not liked", one, "cat")
	storetest.Get(f.MarkMissing(ctx, []string{two}, storetest.Now))(t)
	all.update(t, "missing")
	all.removed(t, "missing", two)
	storetest.Get(f.PurgeMissing(ctx))(t)
	all.update(t, "purged")
	all.removed(t, "purged", two, "cat")

	shown := f.Keep(f.AddUpload(ben, "shown.flac", true))
	all.update(t, "not liked by anybody")
	like(cat, shown)
	all.update(t, "an upload")
	f.Must(f.SetTrackPublic(ctx, shown, false))
	all.update(t, "it is private")
	all.removed(t, "it is private", shown, "cat")
	f.Must(f.SetTrackPublic(ctx, shown, true))
	all.update(t, "it is public")
	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	all.update(t, "its owner left")
	all.removed(t, "its owner left", shown, "cat")
}

// smallDeltas counts what is sent: what nobody sees in a list is no change.
func smallDeltas(t *testing.T, f *storetest.Fixture) {
	if f.Engine() != "sqlite" {
		t.Skip("on PostgreSQL, changes may come twice while other tests write")
	}
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	var files []music.ScannedFile
	for i := range 40 {
		where := string(rune('a'+i/10)) + string(rune('0'+i%10))
		files = append(files, storetest.Song(where, where))
	}
	tracks, liked := copyOf(t, f, ana, false), copyOf(t, f, ana, true)
	expect := func(what string, inTracks, inLiked int) {
		t.Helper()
		if n := tracks.Update(t, what, 1000); n != inTracks {
			t.Errorf("%s: %d tracks were sent, want %d", what, n, inTracks)
		}
		if n := liked.Update(t, what, 1000); n != inLiked {
			t.Errorf("%s: %d liked tracks were sent, want %d", what, n, inLiked)
		}
	}
	f.Scan(files...)
	expect("new", 40, 0)
	f.Scan(files...)
	expect("scanned again", 0, 0)
	id := f.TracksByTitle(ana)["b3"].ID
	storetest.Listen(f, ben, id, storetest.Now, time.Minute)
	storetest.Get(f.RollUpPlays(ctx))(t)
	played := tracks.Items[id]
	played.Plays = 1
	tracks.Items[id] = played
	expect("played", 0, 0)
	storetest.Get(f.Like(ctx, ben, id, storetest.Now))(t)
	expect("liked by somebody else", 0, 0)
	storetest.Get(f.Like(ctx, ana, id, storetest.Now))(t)
	expect("liked", 1, 1)
	storetest.Get(f.Like(ctx, ana, id, storetest.Now))(t)
	expect("liked again", 0, 0)
	f.Scan(storetest.Song("b3", "B 3"))
	expect("renamed", 1, 1)
}
