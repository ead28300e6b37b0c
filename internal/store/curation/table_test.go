package curation_test

import (
	"testing"
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/stock"
	"sonora/internal/store/storetest"
)

// file changes what a scan found out about a file.
func file(format music.AudioFormat, seconds, bitrate int, size int64) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) {
		f.Size, f.Audio.Format, f.Audio.Bitrate, f.Audio.Duration = size, format, bitrate, time.Duration(seconds)*time.Second
	}
}

// trackTable checks the search, the filters, the orders and the pages of the
// operator's table.
func trackTable(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Public = true
	f.Scan(
		storetest.Song("a/1.flac", "Zoë", storetest.By("Nina"), storetest.Genre("Jazz"), file(music.FLAC, 300, 900, 9_000)),
		storetest.Song("a/2.mp3", "alpha", storetest.By("Otis"), storetest.Genre("Soul", "Funk"), storetest.On("Nights"), file(music.MP3, 200, 320, 3_000)),
		storetest.Song("a/3.mp3", "Bare", file(music.MP3, 100, 128, 1_000), storetest.Tags(func(tags *music.Tags) { *tags = music.Tags{Title: "Bare"} })),
	)
	member := f.Member("mia", music.Creator)
	upload := f.Keep(f.AddUpload(member, "Upload", true), storetest.Private, func(u *intake.File) { u.IsAI = true })
	f.Scan(storetest.Song("a/4.flac", "Lost"))
	of := f.TracksByTitle(storetest.Admin)
	storetest.Get(f.MarkMissing(ctx, []string{of["Lost"].ID}, storetest.Now))(t)
	list := music.Playlist{Name: "Éarly Mornings", OwnerID: member.AccountID, CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylist(ctx, &list))
	storetest.Get(f.AddEntries(ctx, member, list.ID, music.Insertion{TrackIDs: []string{of["Zoë"].ID}}, storetest.Now))(t)

	read := func(table stock.Table, p music.Page) music.List[music.Track] {
		t.Helper()
		return storetest.Get(f.TrackTable(ctx, storetest.Admin, table, p))(t)
	}
	yes, no := true, false
	for name, c := range map[string]struct {
		table stock.Table
		want  []string
	}{
		"latest first":            {stock.Table{}, []string{"Upload", "Bare", "alpha", "Zoë"}},
		"first added":             {stock.Table{Sort: "added"}, []string{"Zoë", "alpha", "Bare", "Upload"}},
		"by title":                {stock.Table{Sort: "title"}, []string{"alpha", "Bare", "Upload", "Zoë"}},
		"by title, down":          {stock.Table{Sort: "-title"}, []string{"Zoë", "Upload", "Bare", "alpha"}},
		"by genre, then age":      {stock.Table{Sort: "genre"}, []string{"Bare", "Zoë", "Upload", "alpha"}},
		"by duration":             {stock.Table{Sort: "-duration", Text: "a"}, []string{"alpha"}},
		"by size":                 {stock.Table{Sort: "size", IsUpload: &no}, []string{"Bare", "alpha", "Zoë"}},
		"by bitrate":              {stock.Table{Sort: "-bitrate", IsUpload: &no}, []string{"Zoë", "alpha", "Bare"}},
		"by format":               {stock.Table{Sort: "format"}, []string{"Zoë", "Upload", "alpha", "Bare"}},
		"by status":               {stock.Table{Sort: "status"}, []string{"Upload", "Zoë", "alpha", "Bare"}},
		"by plays":                {stock.Table{Sort: "-plays", Format: "mp3"}, []string{"Bare", "alpha"}},
		"by year":                 {stock.Table{Sort: "year", Format: "mp3"}, []string{"Bare", "alpha"}},
		"by artist":               {stock.Table{Sort: "artist", Format: "flac", IsUpload: &no}, []string{"Zoë"}},
		"by album":                {stock.Table{Sort: "album", Format: "mp3", Genre: "soul"}, []string{"alpha"}},
		"a title":                 {stock.Table{Text: "ZOE"}, []string{"Zoë"}},
		"an artist":               {stock.Table{Text: "oti"}, []string{"alpha"}},
		"a genre":                 {stock.Table{Text: "funk"}, []string{"alpha"}},
		"an album":                {stock.Table{Text: "nigh otis"}, []string{"alpha"}},
		"a playlist":              {stock.Table{Text: "mornings EARLY"}, []string{"Zoë"}},
		"words of two things":     {stock.Table{Text: "mornings otis"}, []string{}},
		"words that are no SQL":   {stock.Table{Text: "'; drop table track --\x00"}, []string{}},
		"signs of like":           {stock.Table{Text: "100%_\\"}, []string{}},
		"spaces":                  {stock.Table{Text: "  "}, []string{"Upload", "Bare", "alpha", "Zoë"}},
		"one genre of two":        {stock.Table{Genre: "FUNK"}, []string{"alpha"}},
		"a format":                {stock.Table{Format: "mp3"}, []string{"Bare", "alpha"}},
		"for members only":        {stock.Table{IsPublic: &no}, []string{"Upload"}},
		"for everyone":            {stock.Table{IsPublic: &yes, Format: "flac"}, []string{"Zoë"}},
		"by AI":                   {stock.Table{IsAI: &yes}, []string{"Upload"}},
		"by people":               {stock.Table{IsAI: &no}, []string{"Bare", "alpha", "Zoë"}},
		"uploads":                 {stock.Table{IsUpload: &yes}, []string{"Upload"}},
		"without a cover":         {stock.Table{Lacks: stock.LacksCover, Format: "mp3"}, []string{"Bare", "alpha"}},
		"without an artist":       {stock.Table{Lacks: stock.LacksArtist}, []string{"Bare"}},
		"without an album":        {stock.Table{Lacks: stock.LacksAlbum, IsUpload: &no}, []string{"Bare"}},
		"without a genre":         {stock.Table{Lacks: stock.LacksGenre}, []string{"Bare"}},
		"without a year":          {stock.Table{Lacks: stock.LacksYear}, []string{"Bare"}},
		"without one of the tags": {stock.Table{Lacks: stock.LacksTags, IsUpload: &no}, []string{"Bare"}},
		"these":                   {stock.Table{IDs: []string{upload, of["Zoë"].ID, "nobody's"}}, []string{"Upload", "Zoë"}},
		"none of a list":          {stock.Table{IDs: []string{}}, []string{}},
	} {
		list := read(c.table, music.Page{})
		storetest.Same(t, name, storetest.Titles(list.Items), c.want)
		if list.Total != len(c.want) {
			t.Errorf("%s: total %d of %d", name, list.Total, len(c.want))
		}
	}
	part := read(stock.Table{Sort: "-title"}, music.Page{At: 1, Limit: 2})
	storetest.Same(t, "a page", storetest.Titles(part.Items), []string{"Upload", "Bare"})
	if part.Total != 4 {
		t.Errorf("a page: total %d", part.Total)
	}
	if beyond := read(stock.Table{}, music.Page{At: 99}); len(beyond.Items) != 0 || beyond.Total != 4 {
		t.Errorf("beyond the end: %+v", beyond)
	}
	for _, sort := range []stock.Sort{"nope", "-", "--title", "title; drop table track", "t.seq"} {
		_, err := f.TrackTable(ctx, storetest.Admin, stock.Table{Sort: sort}, music.Page{})
		f.Code(err, music.Invalid)
	}
	_, err := f.TrackTable(ctx, storetest.Admin, stock.Table{Lacks: "soul"}, music.Page{})
	f.Code(err, music.Invalid)
	_, err = f.TrackTable(ctx, storetest.Admin, stock.Table{}, music.Page{After: "1eyJ"})
	f.Code(err, music.Invalid)
}

// stockFile checks what the operator is told about a file, and that only tracks of the
// library are forgotten with it.
func stockFile(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a b/1.flac", "One"), storetest.Song("a b/2.flac", "Two"))
	member := f.Member("mia", music.Creator)
	upload := f.Keep(f.AddUpload(member, "Upload", true))
	one := f.TracksByTitle(storetest.Admin)["One"].ID
	list := music.Playlist{Name: "L", OwnerID: member.AccountID, CreatedAt: storetest.Now}
	f.Must(f.CreatePlaylist(ctx, &list))
	storetest.Get(f.AddEntries(ctx, member, list.ID, music.Insertion{TrackIDs: []string{one, one}}, storetest.Now))(t)
	got := storetest.Get(f.StockFile(ctx, one))(t)
	if got.Root != "/music" || got.Folder() != "/music" || got.Path != "a b/1.flac" || got.Size != 4_000_000 || !got.ModTime.Equal(storetest.Now) || got.Playlists != 1 || got.Likes != 0 {
		t.Errorf("%+v", got)
	}
	if file := storetest.Get(f.StockFile(ctx, upload))(t); file.Root != intake.Root || file.Folder() != "" {
		t.Errorf("an upload: %+v", file)
	}
	_, err := f.StockFile(ctx, "nobody's")
	f.Code(err, music.NotFound)
	f.Must(f.CheckUnused(ctx, one))

	f.Must(f.ForgetFile(ctx, one))
	f.Code(f.ForgetFile(ctx, one), music.NotFound)
	f.Code(f.ForgetFile(ctx, upload), music.NotFound)
	storetest.Same(t, "left", storetest.Titles(storetest.Get(f.TrackTable(ctx, storetest.Admin, stock.Table{Sort: "title"}, music.Page{}))(t).Items), []string{"Two", "Upload"})
	if p := storetest.Get(f.Playlist(ctx, member, list.ID))(t); p.Entries != 0 {
		t.Errorf("the playlist has %d entries", p.Entries)
	}
}
