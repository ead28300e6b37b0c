package storetest

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/discovery"
	"sonora/internal/music"
)

func search(t *testing.T, f *fixture) {
	ana := f.member("ana", music.Admin)
	f.scan(
		song("1", "Halo", by("Beyoncé"), on("I Am… Sasha Fierce"), genre("R&B")),
		song("2", "Thunderstruck", by("AC/DC"), on("The Razors Edge"), genre("Hard Rock")),
		song("3", "Heart of Hearts", by("!!!"), on("Myth Takes")),
		song("4", "群青日和", by("東京事変"), on("教育")),
		song("5", "أغنية حبيبتي", by("فيروز"), on("معرفتي فيك")),
		song("6", "💔", by("Emoji Band"), on("🎉🎉")),
		song("7", "Don’t Stop", by("Straße"), on("Ægir"), genre("Krautrock")),
		song("8", "Björn's Łódź Song", by("Smørgås"), on("x")),
		song("9", "Love", by("Zed"), on("z")),
		song("10", "Lovely Day", by("Zed"), on("z")),
		song("11", "My Love", by("Zed"), on("z")),
		song("12", "The Wall", by("Zed"), on("z")),
		song("13", "서울의 달", by("김건모"), on("k")),
		song("14", "Night 🔥️", by("Aye"), on("k")),
		song("15", "Fire", by("DJ 🔥"), on("A 🌈 and more")),
	)
	find := func(text string) *discovery.Results {
		return get(f.Search(t.Context(), ana, discovery.Query{Text: text, Limit: 20}))(t)
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
		got := titles(find(text).Tracks)
		if text == "love" {
			same(t, text+", the exact title", got[:1], want[:1])
		}
		same(t, text, sorted(got), want)
	}
	names := func(text string) []string {
		return ids(find(text).Artists, func(a music.Artist) string { return a.Name })
	}
	same(t, "artists by one letter", sorted(names("s")), []string{"Smørgås", "Straße"})
	same(t, "artist !!!", names("!!!"), []string{"!!!"})
	same(t, "artist by a sign", names("🔥"), []string{"DJ 🔥"})
	same(t, "album by a sign", ids(find("🌈").Albums, func(a music.Album) string { return a.Title }), []string{"A 🌈 and more"})
	same(t, "artist AC/DC", names("ac/d"), []string{"AC/DC"})
	same(t, "albums", ids(find("fierce").Albums, func(a music.Album) string { return a.Title }), []string{"I Am… Sasha Fierce"})
	same(t, "albums by artist", ids(find("beyonce").Albums, func(a music.Album) string { return a.Title }), []string{"I Am… Sasha Fierce"})

	// What is played more comes first.
	id := f.tracks(ana)["My Love"].ID
	get(f.AddPlay(t.Context(), ana, music.Play{ID: "p", TrackID: id, StartedAt: now, Listened: time.Hour}))(t)
	get(f.RollUpPlays(t.Context()))(t)
	same(t, "by plays", titles(find("zed lov").Tracks)[:1], []string{"My Love"})

	// A changed tag is found by its new words only, a missing file not at all.
	f.scan(song("1", "Irreplaceable", by("Beyoncé")))
	same(t, "old title", titles(find("halo").Tracks), []string{})
	same(t, "new title", titles(find("irrep").Tracks), []string{"Irreplaceable"})
	get(f.MarkMissing(t.Context(), []string{f.tracks(ana)["Irreplaceable"].ID}, now))(t)
	f.must(f.FinishScan(t.Context()))
	r := find("beyonce")
	if len(r.Tracks)+len(r.Albums)+len(r.Artists) != 0 {
		t.Errorf("found although missing: %+v", r)
	}
}

func searchLimits(t *testing.T, f *fixture) {
	ana := f.member("ana", music.Admin)
	var files []music.ScannedFile
	for i := range 300 {
		files = append(files, song(strconv.Itoa(i), fmt.Sprintf("common %d", i)))
	}
	f.scan(append(files, song("x", "Common"))...)
	for _, limit := range []int{0, 1, 20, 100} {
		if r := get(f.Search(t.Context(), ana, discovery.Query{Text: "common", Limit: limit}))(t); len(r.Tracks) != limit {
			t.Errorf("limit %d gives %d", limit, len(r.Tracks))
		} else if limit > 0 && r.Tracks[0].Title != "Common" {
			t.Errorf("the exact title is not the first but %q", r.Tracks[0].Title)
		}
	}
}

// hostileSearch looks for anything at all; no text is an error.
func hostileSearch(t *testing.T, f *fixture) {
	ana := f.member("ana", music.Admin)
	f.scan(song("1", "Title", by("!!!", `"'\`)), song("2", `" OR 1=1 --`))
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
