package mixes_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

func findMixes(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	add := func(title, dj, genre string, minutes int, isPublic bool) string {
		t.Helper()
		m := music.NewMix()
		m.OwnerID, m.Title, m.DJName, m.Genre, m.AudioURL, m.CreatedAt = ana.AccountID, title, dj, genre, "/media/audio/m.mp3", storetest.Now
		m.Duration, m.IsPublic = time.Duration(minutes)*time.Minute, isPublic
		f.Must(f.CreateMix(ctx, &m))
		return m.ID
	}
	add("Harbour", "Ánxela", "Deep House", 60, true)
	night := add("House 100%", "Luz", "techno", 90, true)
	add("Dawn", "Luz", "Techno", 60, true)
	add("Dusk", "Luz", "Techno", 30, false)
	storetest.Get(f.LikeMix(ctx, ben, night, true, storetest.Now))(t)

	find := func(v music.Viewer, filter djmix.Filter) []string {
		t.Helper()
		var titles []string
		p := music.Page{Limit: 1} // every item is a page
		for {
			list := storetest.Get(f.FindMixes(ctx, v, filter, p))(t)
			for _, m := range list.Items {
				titles = append(titles, m.Title)
			}
			if p.After = list.Next; p.After == "" {
				if list.Total != len(titles) {
					t.Errorf("total %d of %q", list.Total, titles)
				}
				return titles
			}
		}
	}
	for _, c := range []struct {
		name   string
		filter djmix.Filter
		want   []string
	}{
		{"newest", djmix.Filter{}, []string{"Dawn", "House 100%", "Harbour"}},
		{"likes", djmix.Filter{Sort: djmix.SortLikes}, []string{"House 100%", "Dawn", "Harbour"}},
		{"longest", djmix.Filter{Sort: djmix.SortLongest}, []string{"House 100%", "Dawn", "Harbour"}},
		{"title", djmix.Filter{Text: "HARB"}, []string{"Harbour"}},
		{"DJ without accents", djmix.Filter{Text: "anx"}, []string{"Harbour"}},
		{"both", djmix.Filter{Text: "luz dawn"}, []string{"Dawn"}},
		{"no genre", djmix.Filter{Text: "house"}, []string{"House 100%"}},
		{"no wildcard", djmix.Filter{Text: "100%"}, []string{"House 100%"}},
		{"nothing", djmix.Filter{Text: "zzz"}, nil},
		{"genre in any case", djmix.Filter{Genre: "TECHNO"}, []string{"Dawn", "House 100%"}},
		{"part of a genre", djmix.Filter{Genre: "house"}, nil},
		{"genre and words", djmix.Filter{Genre: "techno", Text: "house", Sort: djmix.SortLikes}, []string{"House 100%"}},
		{"with a NUL", djmix.Filter{Genre: "te\x00chno"}, []string{"Dawn", "House 100%"}},
	} {
		storetest.Same(t, c.name, find(music.Viewer{}, c.filter), c.want)
	}
	storetest.Same(t, "own", find(ana, djmix.Filter{OwnerID: ana.AccountID, Genre: "techno"}), []string{"Dusk", "Dawn", "House 100%"})
	storetest.Same(t, "somebody else's", find(ben, djmix.Filter{OwnerID: ben.AccountID}), nil)
	_, err := f.FindMixes(ctx, ben, djmix.Filter{Sort: djmix.SortLikes}, music.Page{After: "1x"})
	f.Code(err, music.Invalid)

	genres := func(v music.Viewer, want ...djmix.Genre) {
		t.Helper()
		if diff := cmp.Diff(want, storetest.Get(f.MixGenres(ctx, v))(t)); diff != "" {
			t.Errorf("genres: %s", diff)
		}
	}
	genres(music.Viewer{}, djmix.Genre{Name: "Deep House", Mixes: 1}, djmix.Genre{Name: "Techno", Mixes: 2})
	genres(ben, djmix.Genre{Name: "Deep House", Mixes: 1}, djmix.Genre{Name: "Techno", Mixes: 3})
}
