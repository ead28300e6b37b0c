package listening_test

import (
	"testing"

	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

func ratings(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin), f.Member("ben", music.Listener)
	f.Scan(storetest.Song("1", "One"), storetest.Song("2", "Two"), storetest.Song("3", "Three"))
	all := f.TracksByTitle(ana)
	rate := func(v music.Viewer, title string, stars int) bool {
		return storetest.Get(f.Rate(ctx, v, all[title].ID, stars, storetest.Now))(t)
	}
	if !rate(ana, "One", 5) || !rate(ana, "Two", 2) || rate(ana, "Two", 2) || rate(ana, "Three", 0) || !rate(ben, "Three", 4) {
		t.Error("what changed is told wrong")
	}
	if r := f.TracksByTitle(ana)["One"].Rating; r != 5 {
		t.Errorf("rating %d", r)
	}
	if r := f.TracksByTitle(ben)["One"].Rating; r != 0 {
		t.Errorf("somebody else's rating %d", r)
	}
	list := func(filter music.TrackFilter) []string {
		l := storetest.Get(f.Tracks(ctx, ana, filter, music.Page{}))(t)
		if l.Total != len(l.Items) {
			t.Errorf("total %d of %d", l.Total, len(l.Items))
		}
		return storetest.Titles(l.Items)
	}
	storetest.Same(t, "best first", list(music.TrackFilter{Sort: music.TracksByRatingDown}), []string{"One", "Two", "Three"})
	storetest.Same(t, "worst first", list(music.TrackFilter{Sort: music.TracksByRating}), []string{"Two", "One", "Three"})
	storetest.Same(t, "good ones", list(music.TrackFilter{RatingMin: 3}), []string{"One"})
	storetest.Get(f.Like(ctx, ana, all["One"].ID, storetest.Now))(t)
	if l := storetest.Get(f.Tracks(ctx, ana, music.TrackFilter{Liked: true}, music.Page{}))(t).Items; len(l) != 1 || l[0].Rating != 5 {
		t.Errorf("liked: %+v", l)
	}
	if !rate(ana, "One", 0) || f.TracksByTitle(ana)["One"].Rating != 0 {
		t.Error("not taken back")
	}
	for _, id := range []string{"none"} {
		_, err := f.Rate(ctx, ana, id, 3, storetest.Now)
		f.Code(err, music.NotFound)
	}
	_, err := f.Rate(ctx, music.Viewer{}, all["One"].ID, 3, storetest.Now)
	f.Code(err, music.NotFound)
	_, err = f.Rate(ctx, ana, all["One"].ID, 6, storetest.Now)
	f.Code(err, music.Invalid)
	f.Must(f.DeleteAccount(ctx, ben.AccountID)) // and the ratings with it
}
