package search_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

func search(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	f.Scan(
		storetest.Song("1", "Halo", storetest.By("Beyoncé"), storetest.On("I Am… Sasha Fierce"), storetest.Genre("R&B")),
		storetest.Song("2", "Thunderstruck", storetest.By("AC/DC"), storetest.On("The Razors Edge"), storetest.Genre("Hard Rock")),
		storetest.Song("3", "Heart of Hearts", storetest.By("!!!"), storetest.On("Myth Takes")),
		storetest.Song("4", "群青日和", storetest.By("東京事変"), storetest.On("教育")),
		storetest.Song("5", "أغنية حبيبتي", storetest.By("فيروز"), storetest.On("معرفتي فيك")),
		storetest.Song("6", "💔", storetest.By("Emoji Band"), storetest.On("🎉🎉")),
		storetest.Song("7", "Don’t Stop", storetest.By("Straße"), storetest.On("Ægir"), storetest.Genre("Krautrock")),
		storetest.Song("8", "Björn's Łódź Song", storetest.By("Smørgås"), storetest.On("x")),
		storetest.Song("9", "Love", storetest.By("Zed"), storetest.On("z")),
		storetest.Song("10", "Lovely Day", storetest.By("Zed"), storetest.On("z")),
		storetest.Song("11", "My Love", storetest.By("Zed"), storetest.On("z")),
		storetest.Song("12", "The Wall", storetest.By("Zed"), storetest.On("z")),
		storetest.Song("13", "서울의 달", storetest.By("김건모"), storetest.On("k")),
		storetest.Song("14", "Night 🔥️", storetest.By("Aye"), storetest.On("k")),
		storetest.Song("15", "Fire", storetest.By("DJ 🔥"), storetest.On("A 🌈 and more")),
	)
	find := func(text string) *discovery.Results {
		return storetest.Get(f.Search(t.Context(), ana, discovery.Query{Text: text, Limit: 20}))(t)
	}
	for text, want := range map[string][]string{
		"beyonce": {"Halo"}, "BEYONCÉ": {"Halo"}, "beyo": {"Halo"}, "halo sasha": {"Halo"}, "r&b": {"Halo"},
		"acdc": {"Thunderstruck"}, "AC/DC": {"Thunderstruck"}, "ac dc": {"Thunderstruck"}, "hard rock": {"Thunderstruck"},
		"!!!": {"Heart of Hearts"}, "東京": {"群青日和"}, "事変": {"群青日和"}, "群": {"群青日和"}, "東京大学": {},
		"فيروز": {"أغنية حبيبتي"}, "اغنية": {"أغنية حبيبتي"}, "💔": {"💔"}, "🎉": {"💔"}, "🎉🎉": {"💔"}, "🔥": {"Fire", "Night 🔥️"}, "🔥 🌈": {"Fire"}, "night": {"Night 🔥️"}, "⛔": {},
		"dont stop": {"Don’t Stop"}, "don't": {"Don’t Stop"}, "strasse": {"Don’t Stop"}, "straße": {"Don’t Stop"}, "aegir": {"Don’t Stop"},
		"lodz": {"Björn's Łódź Song"}, "smorgas": {"Björn's Łódź Song"}, "bjorns": {"Björn's Łódź Song"},
		"the wall": {"The Wall"}, "wall": {"The Wall"}, "서울": {"서울의 달"}, "서": {"서울의 달"},
		"halo thunder": {}, "nothing like this": {}, "": {}, " \t\n": {}, "z": {}, "b": {"Björn's Łódź Song"}, "L": {"Love", "Lovely Day"}, "w": {"The Wall"},
		"love": {"Love", "Lovely Day", "My Love"}, "love z": {"Love", "Lovely Day", "My Love"},
	} {
		got := storetest.Titles(find(text).Tracks)
		if text == "love" {
			storetest.Same(t, text+", the exact title", got[:1], want[:1])
		}
		storetest.Same(t, text, storetest.Sorted(got), want)
	}
	names := func(text string) []string {
		return storetest.IDs(find(text).Artists, func(a music.Artist) string { return a.Name })
	}
	storetest.Same(t, "artists by one letter", storetest.Sorted(names("s")), []string{"Smørgås", "Straße"})
	storetest.Same(t, "artist !!!", names("!!!"), []string{"!!!"})
	storetest.Same(t, "artist by a sign", names("🔥"), []string{"DJ 🔥"})
	storetest.Same(t, "album by a sign", storetest.IDs(find("🌈").Albums, func(a music.Album) string { return a.Title }), []string{"A 🌈 and more"})
	storetest.Same(t, "artist AC/DC", names("ac/d"), []string{"AC/DC"})
	storetest.Same(t, "albums", storetest.IDs(find("fierce").Albums, func(a music.Album) string { return a.Title }), []string{"I Am… Sasha Fierce"})
	storetest.Same(t, "albums by artist", storetest.IDs(find("beyonce").Albums, func(a music.Album) string { return a.Title }), []string{"I Am… Sasha Fierce"})

	// Tracks with more plays come first.
	id := f.TracksByTitle(ana)["My Love"].ID
	storetest.Get(f.AddPlay(t.Context(), ana, music.Play{ID: "p", TrackID: id, StartedAt: storetest.Now, Listened: time.Hour}, 0))(t)
	storetest.Get(f.RollUpPlays(t.Context()))(t)
	storetest.Same(t, "by plays", storetest.Titles(find("zed lov").Tracks)[:1], []string{"My Love"})

	// A changed tag is found by its new words only, and a missing file not at all.
	f.Scan(storetest.Song("1", "Irreplaceable", storetest.By("Beyoncé")))
	storetest.Same(t, "old title", storetest.Titles(find("halo").Tracks), []string{})
	storetest.Same(t, "new title", storetest.Titles(find("irrep").Tracks), []string{"Irreplaceable"})
	storetest.Get(f.MarkMissing(t.Context(), []string{f.TracksByTitle(ana)["Irreplaceable"].ID}, storetest.Now))(t)
	f.Must(f.FinishScan(t.Context()))
	r := find("beyonce")
	if len(r.Tracks)+len(r.Albums)+len(r.Artists) != 0 {
		t.Errorf("found although missing: %+v", r)
	}
}

func searchLimits(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	var files []music.ScannedFile
	for i := range 300 {
		files = append(files, storetest.Song(strconv.Itoa(i), fmt.Sprintf("common %d", i)))
	}
	f.Scan(append(files, storetest.Song("x", "Common"))...)
	for _, limit := range []int{0, 1, 20, 100} {
		if r := storetest.Get(f.Search(t.Context(), ana, discovery.Query{Text: "common", Limit: limit}))(t); len(r.Tracks) != limit {
			t.Errorf("limit %d gives %d", limit, len(r.Tracks))
		} else if limit > 0 && r.Tracks[0].Title != "Common" {
			t.Errorf("the exact title is not the first but %q", r.Tracks[0].Title)
		}
	}
}

// hostileSearch searches for arbitrary text, which never causes an error.
func hostileSearch(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	f.Scan(storetest.Song("1", "Title", storetest.By("!!!", `"'\`)), storetest.Song("2", `" OR 1=1 --`))
	check := func(text string) error {
		_, err := f.Search(t.Context(), ana, discovery.Query{Text: text, Limit: 5})
		return err
	}
	for _, text := range []string{
		`"`, `""`, `'`, `\`, `*`, `a*`, `NEAR(a b)`, `title:x`, `-x`, `^x`, `{a}`, `(`, `)`, `a AND`, `OR`, `NOT`, "\x00", "a\x00b",
		"\xff\xfe", "%", "_", ":*", "&", "|", "!", "<->", "a & b", `'a':*`, "\u200b", "\u0301", "e\u0301\u0301\u0301", "\U0010FFFF", "ﷺ",
	} {
		if err := check(text); err != nil {
			t.Errorf("Search(%q): %v", text, err)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		if err := check(text); err != nil {
			rt.Fatalf("Search(%q): %v", text, err)
		}
	})
}
