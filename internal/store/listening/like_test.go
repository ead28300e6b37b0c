package listening_test

import (
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

func likes(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("1", "1"), storetest.Song("2", "2"), storetest.Song("3", "3"))
	all := f.TracksByTitle(ana)
	like := func(v music.Viewer, title string, at time.Time, want bool) {
		t.Helper()
		if changed := storetest.Get(f.Like(ctx, v, all[title].ID, at))(t); changed != want {
			t.Errorf("liking %s changed: %v", title, changed)
		}
	}
	like(ana, "3", storetest.Now, true)
	like(ana, "1", storetest.Now.Add(time.Second), true)
	like(ana, "1", storetest.Now.Add(time.Hour), false)
	like(ben, "2", storetest.Now, true)
	liked := func(v music.Viewer) []string {
		l := storetest.Get(f.Tracks(ctx, v, music.TrackFilter{Liked: true}, music.Page{}))(t)
		if l.Total != len(l.Items) {
			t.Errorf("total %d of %d", l.Total, len(l.Items))
		}
		return storetest.Titles(l.Items)
	}
	storetest.Same(t, "liked", liked(ana), []string{"1", "3"})
	storetest.Same(t, "liked by ben", liked(ben), []string{"2"})
	storetest.Same(t, "liked by a visitor", liked(music.Viewer{}), []string{})
	for title, want := range map[string]bool{"1": true, "2": false, "3": true} {
		if got := f.TracksByTitle(ana)[title].Liked; got != want {
			t.Errorf("%s is liked: %v", title, got)
		}
	}

	// A like is kept when the file is missing.
	storetest.Get(f.MarkMissing(ctx, []string{all["3"].ID}, storetest.Now))(t)
	l := storetest.Get(f.Tracks(ctx, ana, music.TrackFilter{Liked: true}, music.Page{}))(t)
	storetest.Same(t, "liked with a missing one", storetest.Titles(l.Items), []string{"1", "3"})
	if !l.Items[1].MissingAt.Equal(storetest.Now) || !l.Items[0].MissingAt.IsZero() {
		t.Errorf("missing since %v and %v", l.Items[0].MissingAt, l.Items[1].MissingAt)
	}

	if changed := storetest.Get(f.Unlike(ctx, ana, all["1"].ID, storetest.Now))(t); !changed {
		t.Error("did not unlike")
	}
	if changed := storetest.Get(f.Unlike(ctx, ana, all["1"].ID, storetest.Now))(t); changed {
		t.Error("unliked twice")
	}
	_, err := f.Like(ctx, ana, "nothing", storetest.Now)
	f.Code(err, music.NotFound)
	_, err = f.Unlike(ctx, ana, "nothing", storetest.Now)
	f.Code(err, music.NotFound)
	_, err = f.Like(ctx, music.Viewer{}, all["1"].ID, storetest.Now)
	f.Code(err, music.NotFound)
}
