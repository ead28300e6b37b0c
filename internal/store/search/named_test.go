package search_test

import (
	"testing"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

func addStation(f *storetest.Fixture, name, genre, description string, public bool) {
	f.T.Helper()
	s := station.New()
	s.Name, s.Genre, s.Description, s.StreamURL, s.IsPublic = name, genre, description, "https://stream.example/x", public
	f.Must(f.CreateStation(f.T.Context(), &s, station.MaxOwned))
}

func addMix(f *storetest.Fixture, title, dj, genre string, active bool) {
	f.T.Helper()
	m := music.NewMix()
	m.Title, m.DJName, m.Genre, m.IsActive, m.IsPublic = title, dj, genre, active, true
	m.AudioURL = "https://mixes.example/x.mp3"
	f.Must(f.CreateMix(f.T.Context(), &m))
}

func searchStations(t *testing.T, f *storetest.Fixture) {
	ana, visitor := f.Member("ana", music.Listener), music.Viewer{}
	addStation(f, "Jazz à Paris", "Jazz", "Smooth 100% music_all day", true)
	addStation(f, "Smooth Jazz", "Jazz", "x", true)
	addStation(f, "Jazz", "Jazz", "x", true)
	addStation(f, "Members", "Acid Jazz", "x", false)
	addStation(f, "Ajazzed", "Rock", "x", true)
	find := func(v music.Viewer, text string) []string {
		return f.Find(v, discovery.Query{Text: text})["stations"]
	}
	storetest.Same(t, "exact, prefix, word, inside, elsewhere", find(ana, "JAZZ"), []string{"Jazz", "Jazz à Paris", "Smooth Jazz", "Ajazzed", "Members"})
	storetest.Same(t, "without accents", find(ana, "jazz a par"), []string{"Jazz à Paris"})
	storetest.Same(t, "by its description", find(ana, "100% all"), []string{"Jazz à Paris"})
	storetest.Same(t, "for a visitor", find(visitor, "acid"), nil)
	storetest.Same(t, "no pattern", find(ana, "%"), nil)
	storetest.Same(t, "of a genre", f.Find(ana, discovery.Query{Text: "jazz", Genre: "ROCK"})["stations"], []string{"Ajazzed"})
	storetest.Same(t, "of no year", f.Find(ana, discovery.Query{Text: "jazz", YearFrom: 1990})["stations"], nil)
	storetest.Same(t, "at most", f.Find(ana, discovery.Query{Text: "jazz", Limit: 2})["stations"], []string{"Jazz", "Jazz à Paris"})
}

func searchMixes(t *testing.T, f *storetest.Fixture) {
	boss, ana := f.Member("boss", music.Admin), f.Member("ana", music.Listener)
	addMix(f, "Sunset Séance", "DJ Ñandú", "House", true)
	addMix(f, "Hidden Sunset", "DJ Ñandú", "Techno", false)
	for text, want := range map[string][]string{
		"sunset": {"Sunset Séance"}, "seance": {"Sunset Séance"}, "nandu": {"Sunset Séance"}, "ous": {"Sunset Séance"}, "techno": nil, "sunset house dj": {"Sunset Séance"},
	} {
		storetest.Same(t, text, f.Find(ana, discovery.Query{Text: text})["mixes"], want)
	}
	storetest.Same(t, "for the operator", storetest.Sorted(f.Find(boss, discovery.Query{Text: "SUNSET"})["mixes"]), []string{"Hidden Sunset", "Sunset Séance"})
	storetest.Same(t, "of a genre", f.Find(boss, discovery.Query{Text: "sunset", Genre: "techno"})["mixes"], []string{"Hidden Sunset"})
}

func searchPlaylists(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana, ben := f.Member("ana", music.Listener), f.Member("ben", music.Listener)
	mine := music.Playlist{OwnerID: ana.AccountID, Name: "Été à la mer"}
	f.Must(f.CreatePlaylist(ctx, &mine))
	f.Must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "Été public", IsPublic: true}))
	f.Must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "Été secret"}))
	find := func(v music.Viewer, text string) []string {
		return storetest.Sorted(f.Find(v, discovery.Query{Text: text})["playlists"])
	}
	storetest.Same(t, "one's own and public ones", find(ana, "ete"), []string{"Été public", "Été à la mer"})
	storetest.Same(t, "of the other", find(ben, "ete"), []string{"Été public", "Été secret"})
	storetest.Same(t, "for visitors, who may open none", find(music.Viewer{}, "ete"), nil)
	f.Must(f.SetDisabled(ctx, ben.AccountID, storetest.Now))
	storetest.Same(t, "of somebody who may not sign in", find(ana, "ete"), []string{"Été à la mer"})
	storetest.Get(f.ChangePlaylist(ctx, ana, mine.ID, storetest.Now, func(p *music.Playlist) { p.Name = "Hiver" }))(t)
	storetest.Same(t, "under its old name", find(ana, "mer"), nil)
	storetest.Same(t, "under its new name", find(ana, "iver"), []string{"Hiver"})
	storetest.Same(t, "no genre", f.Find(ana, discovery.Query{Text: "hiver", Genre: "x"})["playlists"], nil)
	f.Must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ana.AccountID, Name: "🔥 Summer 🌴"}))
	storetest.Same(t, "by its signs", find(ana, "🌴🔥"), []string{"🔥 Summer 🌴"})
	storetest.Same(t, "by its words", find(ana, "summer"), []string{"🔥 Summer 🌴"})
}

func searchPeople(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, zoe := f.Member("ana", music.Admin), f.Member("Zoë", music.Listener)
	hidden, disabled := f.Member("Zoltan", music.Listener), f.Member("Zora", music.Listener)
	yes := true
	f.Must(f.UpdateProfile(ctx, hidden.AccountID, people.ProfileChange{IsPrivate: &yes}))
	f.Must(f.SetDisabled(ctx, disabled.AccountID, storetest.Now))
	find := func(v music.Viewer, text string) []string { return f.Find(v, discovery.Query{Text: text})["people"] }
	storetest.Same(t, "public profiles", find(ana, "zo"), []string{"Zoë"})
	storetest.Same(t, "without accents", find(ana, "ZOE"), []string{"Zoë"})
	storetest.Same(t, "for visitors", find(music.Viewer{}, "zoe"), nil)
	last := "Saldaña"
	f.Must(f.UpdateProfile(ctx, zoe.AccountID, people.ProfileChange{LastName: &last}))
	storetest.Same(t, "by the last name", find(ana, "saldana"), []string{"Zoë Saldaña"})
}

func searchFilters(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	year := func(y int) func(*music.ScannedFile) {
		return func(s *music.ScannedFile) { s.Audio.Tags.Year = y }
	}
	f.Scan(
		storetest.Song("1", "Blue Monday", storetest.By("Alfa"), storetest.On("Blue One"), storetest.Genre("House"), year(1983)),
		storetest.Song("2", "Blue Train", storetest.By("Beta"), storetest.On("Blue Two"), storetest.Genre("Jazz"), year(1957)),
		storetest.Song("3", "Blue", storetest.By("Gama"), storetest.On("Blue Three"), storetest.Genre("Jazz"), year(0)),
	)
	for _, c := range []struct {
		q    discovery.Query
		want []string
	}{
		{discovery.Query{Text: "blue"}, []string{"Blue", "Blue Monday", "Blue Train"}},
		{discovery.Query{Text: "blue", Genre: "jazz"}, []string{"Blue", "Blue Train"}},
		{discovery.Query{Text: "blue", YearFrom: 1960}, []string{"Blue Monday"}},
		{discovery.Query{Text: "blue", YearTo: 1960}, []string{"Blue Train"}},
		{discovery.Query{Text: "blue", Genre: "Jazz", YearFrom: 1957, YearTo: 1957}, []string{"Blue Train"}},
		{discovery.Query{Text: "blue", Genre: "Polka"}, []string{}},
	} {
		r := storetest.Get(f.Search(t.Context(), ana, discovery.Query{Text: c.q.Text, Genre: c.q.Genre, YearFrom: c.q.YearFrom, YearTo: c.q.YearTo, Limit: 20}))(t)
		storetest.Same(t, "tracks", storetest.Sorted(storetest.Titles(r.Tracks)), c.want)
		if len(r.Albums) != len(c.want) {
			t.Errorf("%+v: albums %v", c.q, storetest.FoundNames(r)["albums"])
		}
	}
	storetest.Same(t, "artists", f.Find(ana, discovery.Query{Text: "alfa", Genre: "house"})["artists"], []string{"Alfa"})
	storetest.Same(t, "artists of another genre", f.Find(ana, discovery.Query{Text: "alfa", Genre: "jazz"})["artists"], nil)
}

func searchAgain(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin)
	ben := f.Member("ben", music.Listener)
	f.Scan(storetest.Song("1", "One", storetest.By("Metallica"), storetest.On("Justice")), storetest.Song("2", "Halo", storetest.By("Beyoncé"), storetest.On("Sasha")), storetest.Song("3", "Pugachëva", storetest.By("Алла Пугачёва")))
	search := func(v music.Viewer, text string) (map[string][]string, string) {
		r := storetest.Get(f.Search(t.Context(), v, discovery.Query{Text: text, Limit: 20}))(t)
		return storetest.FoundNames(r), r.Corrected
	}
	for text, want := range map[string]struct{ track, corrected string }{
		"metalica": {"One", "metallica"}, "METALLCIA one": {"One", "metallica one"}, "metallica juctise": {"One", "metallica justice"}, "beyonse": {"Halo", "beyonce"},
		"пугачова": {"Pugachëva", "пугачева"}, "allica": {"One", ""}, "halo": {"Halo", ""}, "metallica": {"One", ""},
	} {
		r, corrected := search(ana, text)
		storetest.Same(t, text, r["tracks"], []string{want.track})
		if corrected != want.corrected {
			t.Errorf("%q was corrected to %q", text, corrected)
		}
	}
	for _, text := range []string{"xylophone", "hlo", "metallica halo", "mxtxllxcx", "999"} {
		if r, corrected := search(ana, text); len(r) > 0 || corrected != "" {
			t.Errorf("%q found %v as %q", text, r, corrected)
		}
	}

	// Existing words are still found, and changes are known.
	f.Must(f.CreatePlaylist(t.Context(), &music.Playlist{OwnerID: ana.AccountID, Name: "Metalica"}))
	r, corrected := search(ana, "metalica")
	storetest.Same(t, "playlists", r["playlists"], []string{"Metalica"})
	storetest.Same(t, "tracks too", r["tracks"], []string{"One"})
	if corrected != "metallica" {
		t.Errorf("corrected to %q", corrected)
	}
	f.Scan(storetest.Song("1", "One", storetest.By("Megadeth"), storetest.On("Justice")))
	if r, corrected = search(ana, "metalica"); len(r["tracks"]) > 0 || corrected != "" {
		t.Errorf("a name that is gone is found: %v, %q", r, corrected)
	}
	if _, corrected = search(ana, "megadedh"); corrected != "megadeth" {
		t.Errorf("a new name is not known: %q", corrected)
	}
	if r, corrected = search(music.Viewer{}, "megadedh"); len(r) > 0 || corrected != "" {
		t.Errorf("a visitor learns what there is: %v, %q", r, corrected)
	}
	if r, _ = search(ben, "megadedh"); len(r["tracks"]) != 1 {
		t.Errorf("a member finds %v", r)
	}
}
