package mixes_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

// aMix adds an active mix of an hour.
func aMix(f *storetest.Fixture, owner music.Viewer, public bool) *music.Mix {
	m := music.NewMix()
	m.OwnerID, m.Title, m.AudioURL, m.CreatedAt = owner.AccountID, "Set", "/media/audio/none.mp3", storetest.Now
	m.Duration, m.IsPublic = time.Hour, public
	f.Must(f.CreateMix(f.T.Context(), &m))
	return &m
}

func mixPage(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ana, ben := f.Member("boss", music.Admin), f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	m := aMix(f, ana, false)
	_, err := f.MixDetail(ctx, music.Viewer{}, m.ID)
	f.Code(err, music.NotFound)
	for v, manages := range map[music.Viewer]bool{boss: true, ana: true, ben: false} {
		d := storetest.Get(f.MixDetail(ctx, v, m.ID))(t)
		if d.CanManage != manages || d.IsLiked || len(d.Tracklist) != 0 || d.Tracklist == nil || d.MayDownload {
			t.Errorf("%+v", d)
		}
	}

	list := []djmix.Entry{{Seconds: 0, Artist: "Cafe\u0301", Title: "One"}, {Seconds: 61.25, Title: "Two", TrackID: "t2"}}
	f.Must(f.SetMixTracklist(ctx, m.ID, list))
	f.Code(f.SetMixTracklist(ctx, "none", list), music.NotFound)
	want := []djmix.Entry{{Artist: "Café", Title: "One"}, {Seconds: 61.25, Title: "Two", TrackID: "t2"}}
	if diff := cmp.Diff(want, storetest.Get(f.MixDetail(ctx, ben, m.ID))(t).Tracklist); diff != "" {
		t.Errorf("tracklist: %s", diff)
	}

	for _, x := range []struct {
		who   music.Viewer
		liked bool
		likes int64
	}{{ben, true, 1}, {ben, true, 1}, {ana, true, 2}, {ben, false, 1}, {ben, false, 1}, {ben, true, 2}} {
		if n := storetest.Get(f.LikeMix(ctx, x.who, m.ID, x.liked, storetest.Now))(t); n != x.likes {
			t.Errorf("%d likes, want %d", n, x.likes)
		}
	}
	_, err = f.LikeMix(ctx, ben, "none", true, storetest.Now)
	f.Code(err, music.NotFound)
	f.Must(f.AddMixPlay(ctx, ben, m.ID, origin.Origin{}, storetest.Now))
	f.Must(f.AddMixPlay(ctx, ben, m.ID, origin.Origin{}, storetest.Now))
	f.Code(f.AddMixPlay(ctx, ben, "none", origin.Origin{}, storetest.Now), music.NotFound)
	if d := storetest.Get(f.MixDetail(ctx, ben, m.ID))(t); !d.IsLiked || d.Likes != 2 || d.Plays != 2 {
		t.Errorf("%+v", d)
	}
	if liked := storetest.Get(f.LikedMixes(ctx, ben.AccountID, 0, 9))(t); len(liked) != 1 || liked[0].MixID != m.ID || !liked[0].At.Equal(storetest.Now) {
		t.Errorf("%+v", liked)
	}
	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	if d := storetest.Get(f.MixDetail(ctx, ana, m.ID))(t); d.Likes != 1 {
		t.Errorf("%d likes without the account that is gone", d.Likes)
	}
	_, err = f.TrackOfMix(ctx, m)
	f.Code(err, music.NotFound)
	f.Must(f.DeleteMix(ctx, m.ID))
}

func mixComments(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	m, other := aMix(f, ana, true), aMix(f, ana, false)
	at := storetest.Now
	write := func(v music.Viewer, mixID, text string, moment time.Duration) (*djmix.Comment, error) {
		c := djmix.Comment{MixID: mixID, Text: text, At: moment, CreatedAt: at}
		err := f.AddMixComment(ctx, v, &c)
		return &c, err
	}
	first := storetest.Get(write(ben, m.ID, "  <b>What a drop</b> ", 90*time.Second))(t)
	if first.ID == "" || first.Text != "<b>What a drop</b>" || first.ByName == "" || first.AccountID != ben.AccountID || first.At != 90*time.Second || !first.CreatedAt.Equal(at) {
		t.Errorf("%+v", first)
	}
	for _, c := range []struct {
		text   string
		moment time.Duration
	}{{" ", 0}, {"\u200b", 0}, {"late", time.Hour + time.Second}, {"early", -time.Second}, {"two\nlines", 0}} {
		_, err := write(ben, m.ID, c.text, c.moment)
		f.Code(err, music.Invalid)
	}
	_, err := write(ben, "none", "x", 0)
	f.Code(err, music.NotFound)

	private := true
	f.Must(f.UpdateProfile(ctx, ben.AccountID, people.ProfileChange{IsPrivate: &private}))
	names := func(v music.Viewer) (names []string) {
		for _, c := range storetest.Get(f.MixComments(ctx, v, m.ID, music.Page{}))(t).Items {
			names = append(names, c.ByName)
		}
		return names
	}
	if got := names(music.Viewer{}); len(got) != 1 || got[0] != "" {
		t.Errorf("a private person is shown as %q", got)
	}
	if got := names(ben); len(got) != 1 || got[0] == "" {
		t.Errorf("to themselves as %q", got)
	}
	if list := storetest.Get(f.MixComments(ctx, music.Viewer{}, other.ID, music.Page{}))(t); list.Total != 0 {
		t.Errorf("%+v", list)
	}

	for range djmix.MaxCommentsPerMinute - 1 {
		storetest.Get(write(ben, m.ID, "again", time.Minute))(t)
	}
	_, err = write(ben, m.ID, "too much", 0)
	f.Code(err, music.TooMany)
	page := storetest.Get(f.MixComments(ctx, ana, m.ID, music.Page{Limit: 2}))(t)
	if page.Total != djmix.MaxCommentsPerMinute || len(page.Items) != 2 || page.Next == "" || page.Items[0].Text != "again" {
		t.Errorf("%+v", page)
	}
	if written := storetest.Get(f.WrittenMixComments(ctx, ben.AccountID, 0, 2))(t); len(written) != 2 || written[0].Text != first.Text || written[0].Mix != "Set" {
		t.Errorf("%+v", written)
	}

	f.Code(f.RemoveMixComment(ctx, ana, m.ID, first.ID, false, at), music.NotFound)
	f.Code(f.RemoveMixComment(ctx, ana, other.ID, first.ID, true, at), music.NotFound)
	f.Must(f.RemoveMixComment(ctx, ana, m.ID, first.ID, true, at))
	f.Code(f.RemoveMixComment(ctx, ben, m.ID, first.ID, false, at), music.NotFound)
	_, err = write(ben, m.ID, "removed ones count", 0)
	f.Code(err, music.TooMany)
	at = at.Add(time.Minute)
	own := storetest.Get(write(ben, m.ID, "a minute later", 0))(t)
	f.Must(f.RemoveMixComment(ctx, ben, m.ID, own.ID, false, at))
	f.Must(f.DeleteAccount(ctx, ben.AccountID))
	if list := storetest.Get(f.MixComments(ctx, ana, m.ID, music.Page{}))(t); list.Total != 0 {
		t.Errorf("%d comments of an account that is gone", list.Total)
	}
}
