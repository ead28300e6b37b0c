package mixes_test

import (
	"testing"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/store/storetest"
)

// mixTable checks the search, the filters, the orders and the pages of the
// operator's table of mixes, and its figures.
func mixTable(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ben := f.Member("boss", music.Admin), f.Member("ben", music.Listener)
	add := func(title, dj, genre, category string, more func(*music.Mix)) string {
		t.Helper()
		m := music.NewMix()
		m.OwnerID, m.Title, m.DJName, m.Genre, m.Category, m.AudioURL, m.CreatedAt = boss.AccountID, title, dj, genre, category, "https://a.example/m.mp3", storetest.Now
		more(&m)
		f.Must(f.CreateMix(ctx, &m))
		return m.ID
	}
	zoe := add("Zoe", "DJ Ana", "House", "Éclair", func(m *music.Mix) { m.BPM, m.Size = 124, 300 })
	add("alpha", "Ben", "Techno", "club", func(m *music.Mix) { m.IsActive, m.Duration = false, time.Hour })
	echo := add("Écho", "DJ Sol", "House", "Club", func(m *music.Mix) { m.IsPublic, m.Duration = false, 2*time.Hour })
	add("Middle 100%", "", "", "", func(m *music.Mix) { m.BPM, m.Size = 90, 200 })
	storetest.Get(f.LikeMix(ctx, ben, echo, true, storetest.Now))(t)
	for range 3 {
		f.Must(f.AddMixPlay(ctx, boss, zoe, origin.Origin{}, storetest.Now))
	}
	titles := func(table djmix.Table, p music.Page) ([]string, int) {
		t.Helper()
		list := storetest.Get(f.MixTable(ctx, table, p))(t)
		return storetest.IDs(list.Items, func(m music.Mix) string { return m.Title }), list.Total
	}
	yes, no := true, false
	for name, c := range map[string]struct {
		table djmix.Table
		want  []string
	}{
		"newest first":           {djmix.Table{}, []string{"Middle 100%", "Écho", "alpha", "Zoe"}},
		"oldest first":           {djmix.Table{Sort: "created"}, []string{"Zoe", "alpha", "Écho", "Middle 100%"}},
		"by title":               {djmix.Table{Sort: "title"}, []string{"alpha", "Écho", "Middle 100%", "Zoe"}},
		"by category, then age":  {djmix.Table{Sort: "category"}, []string{"Middle 100%", "alpha", "Écho", "Zoe"}},
		"by category, down":      {djmix.Table{Sort: "-category"}, []string{"Zoe", "Écho", "alpha", "Middle 100%"}},
		"by tempo":               {djmix.Table{Sort: "-bpm"}, []string{"Zoe", "Middle 100%", "Écho", "alpha"}},
		"by duration":            {djmix.Table{Sort: "-duration"}, []string{"Écho", "alpha", "Middle 100%", "Zoe"}},
		"by size":                {djmix.Table{Sort: "size"}, []string{"alpha", "Écho", "Middle 100%", "Zoe"}},
		"by plays":               {djmix.Table{Sort: "-plays"}, []string{"Zoe", "Middle 100%", "Écho", "alpha"}},
		"by likes":               {djmix.Table{Sort: "-likes"}, []string{"Écho", "Middle 100%", "alpha", "Zoe"}},
		"by status":              {djmix.Table{Sort: "status"}, []string{"alpha", "Écho", "Zoe", "Middle 100%"}},
		"a title":                {djmix.Table{Text: "ECHO"}, []string{"Écho"}},
		"a DJ":                   {djmix.Table{Text: "ana dj"}, []string{"Zoe"}},
		"a genre's word":         {djmix.Table{Text: "hous"}, []string{"Écho", "Zoe"}},
		"a sign of like":         {djmix.Table{Text: "100%"}, []string{"Middle 100%"}},
		"words that are no SQL":  {djmix.Table{Text: "'; drop table mix --\x00"}, []string{}},
		"a genre":                {djmix.Table{Genre: "House"}, []string{"Écho", "Zoe"}},
		"a genre that is no SQL": {djmix.Table{Genre: "House' or '1'='1\x00"}, []string{}},
		"a category":             {djmix.Table{Category: "Club"}, []string{"Écho"}},
		"active":                 {djmix.Table{IsActive: &yes, Genre: "House"}, []string{"Écho", "Zoe"}},
		"inactive":               {djmix.Table{IsActive: &no}, []string{"alpha"}},
		"for members only":       {djmix.Table{IsPublic: &no}, []string{"Écho"}},
	} {
		got, total := titles(c.table, music.Page{})
		storetest.Same(t, name, got, c.want)
		if total != len(c.want) {
			t.Errorf("%s: total %d of %d", name, total, len(c.want))
		}
	}
	if part, total := titles(djmix.Table{Sort: "title"}, music.Page{At: 1, Limit: 2}); total != 4 {
		t.Errorf("a page: total %d", total)
	} else {
		storetest.Same(t, "a page", part, []string{"Écho", "Middle 100%"})
	}
	if beyond, total := titles(djmix.Table{}, music.Page{At: 99}); len(beyond) != 0 || total != 4 {
		t.Errorf("beyond the end: %q of %d", beyond, total)
	}
	for _, sort := range []djmix.TableSort{"nope", "-", "--title", "title; drop table mix", "folded"} {
		_, err := f.MixTable(ctx, djmix.Table{Sort: sort}, music.Page{})
		f.Code(err, music.Invalid)
	}
	_, err := f.MixTable(ctx, djmix.Table{}, music.Page{After: "1eyJ"})
	f.Code(err, music.Invalid)

	sum := storetest.Get(f.MixSummary(ctx))(t)
	if sum.Total != 4 || sum.Active != 3 || sum.Plays != 3 || sum.Bytes != 500 {
		t.Errorf("summary: %+v", sum)
	}
	storetest.Same(t, "genres", sum.Genres, []string{"House", "Techno"})
	storetest.Same(t, "categories", sum.Categories, []string{"Club", "club", "Éclair"})
}
