package storetest

import (
	"testing"

	"sonora/internal/discovery"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/station"
)

// foundNames are the names of everything that a search finds, by kind.
func foundNames(r *discovery.Results) map[string][]string {
	names := map[string][]string{}
	add := func(kind string, list []string) {
		if len(list) > 0 {
			names[kind] = list
		}
	}
	add("tracks", titles(r.Tracks))
	add("albums", ids(r.Albums, func(a music.Album) string { return a.Title }))
	add("artists", ids(r.Artists, func(a music.Artist) string { return a.Name }))
	add("playlists", ids(r.Playlists, func(p music.Playlist) string { return p.Name }))
	add("people", ids(r.People, func(p discovery.Person) string { return p.Name }))
	add("stations", ids(r.Stations, func(s station.Station) string { return s.Name }))
	add("podcasts", ids(r.Podcasts, func(p feed.Podcast) string { return p.Title }))
	add("episodes", ids(r.Episodes, func(e feed.Episode) string { return e.Title }))
	add("mixes", ids(r.Mixes, func(m music.Mix) string { return m.Title }))
	return names
}

func (f *fixture) find(v music.Viewer, q discovery.Query) map[string][]string {
	f.t.Helper()
	if q.Limit == 0 {
		q.Limit = 20
	}
	return foundNames(get(f.Search(f.t.Context(), v, q))(f.t))
}

func (f *fixture) station(name, genre, description string, public bool) {
	f.t.Helper()
	s := station.New()
	s.Name, s.Genre, s.Description, s.StreamURL, s.IsPublic = name, genre, description, "https://stream.example/x", public
	f.must(f.CreateStation(f.t.Context(), &s))
}

func (f *fixture) mix(title, dj, genre string, active bool) {
	f.t.Helper()
	m := music.NewMix()
	m.Title, m.DJName, m.Genre, m.IsActive, m.IsPublic = title, dj, genre, active, true
	m.AudioURL = "https://mixes.example/x.mp3"
	f.must(f.CreateMix(f.t.Context(), &m))
}

func searchStations(t *testing.T, f *fixture) {
	ana, visitor := f.member("ana", music.Listener), music.Viewer{}
	f.station("Jazz à Paris", "Jazz", "Smooth 100% music_all day", true)
	f.station("Smooth Jazz", "Jazz", "x", true)
	f.station("Jazz", "Jazz", "x", true)
	f.station("Members", "Acid Jazz", "x", false)
	f.station("Ajazzed", "Rock", "x", true)
	find := func(v music.Viewer, text string) []string {
		return f.find(v, discovery.Query{Text: text})["stations"]
	}
	same(t, "exact, prefix, word, inside, elsewhere", find(ana, "JAZZ"), []string{"Jazz", "Jazz à Paris", "Smooth Jazz", "Ajazzed", "Members"})
	same(t, "without accents", find(ana, "jazz a par"), []string{"Jazz à Paris"})
	same(t, "by its description", find(ana, "100% all"), []string{"Jazz à Paris"})
	same(t, "for a visitor", find(visitor, "acid"), nil)
	same(t, "no pattern", find(ana, "%"), nil)
	same(t, "of a genre", f.find(ana, discovery.Query{Text: "jazz", Genre: "ROCK"})["stations"], []string{"Ajazzed"})
	same(t, "of no year", f.find(ana, discovery.Query{Text: "jazz", YearFrom: 1990})["stations"], nil)
	same(t, "at most", f.find(ana, discovery.Query{Text: "jazz", Limit: 2})["stations"], []string{"Jazz", "Jazz à Paris"})
}

func searchMixes(t *testing.T, f *fixture) {
	boss, ana := f.member("boss", music.Admin), f.member("ana", music.Listener)
	f.mix("Sunset Séance", "DJ Ñandú", "House", true)
	f.mix("Hidden Sunset", "DJ Ñandú", "Techno", false)
	for text, want := range map[string][]string{
		"sunset": {"Sunset Séance"}, "seance": {"Sunset Séance"}, "nandu": {"Sunset Séance"}, "ous": {"Sunset Séance"}, "techno": nil, "sunset house dj": {"Sunset Séance"},
	} {
		same(t, text, f.find(ana, discovery.Query{Text: text})["mixes"], want)
	}
	same(t, "for the operator", sorted(f.find(boss, discovery.Query{Text: "SUNSET"})["mixes"]), []string{"Hidden Sunset", "Sunset Séance"})
	same(t, "of a genre", f.find(boss, discovery.Query{Text: "sunset", Genre: "techno"})["mixes"], []string{"Hidden Sunset"})
}

func searchPlaylists(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.member("boss", music.Admin)
	ana, ben := f.member("ana", music.Listener), f.member("ben", music.Listener)
	mine := music.Playlist{OwnerID: ana.AccountID, Name: "Été à la mer"}
	f.must(f.CreatePlaylist(ctx, &mine))
	f.must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "Été public", IsPublic: true}))
	f.must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ben.AccountID, Name: "Été secret"}))
	find := func(v music.Viewer, text string) []string {
		return sorted(f.find(v, discovery.Query{Text: text})["playlists"])
	}
	same(t, "one's own and public ones", find(ana, "ete"), []string{"Été public", "Été à la mer"})
	same(t, "of the other", find(ben, "ete"), []string{"Été public", "Été secret"})
	same(t, "for visitors, who may open none", find(music.Viewer{}, "ete"), nil)
	f.must(f.SetDisabled(ctx, ben.AccountID, now))
	same(t, "of somebody who may not sign in", find(ana, "ete"), []string{"Été à la mer"})
	get(f.ChangePlaylist(ctx, ana, mine.ID, now, func(p *music.Playlist) { p.Name = "Hiver" }))(t)
	same(t, "under its old name", find(ana, "mer"), nil)
	same(t, "under its new name", find(ana, "iver"), []string{"Hiver"})
	same(t, "no genre", f.find(ana, discovery.Query{Text: "hiver", Genre: "x"})["playlists"], nil)
	f.must(f.CreatePlaylist(ctx, &music.Playlist{OwnerID: ana.AccountID, Name: "🔥 Summer 🌴"}))
	same(t, "by its signs", find(ana, "🌴🔥"), []string{"🔥 Summer 🌴"})
	same(t, "by its words", find(ana, "summer"), []string{"🔥 Summer 🌴"})
}

func searchPeople(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, zoe := f.member("ana", music.Admin), f.member("Zoë", music.Listener)
	hidden, disabled := f.member("Zoltan", music.Listener), f.member("Zora", music.Listener)
	yes := true
	f.must(f.UpdateProfile(ctx, hidden.AccountID, people.ProfileChange{IsPrivate: &yes}))
	f.must(f.SetDisabled(ctx, disabled.AccountID, now))
	find := func(v music.Viewer, text string) []string { return f.find(v, discovery.Query{Text: text})["people"] }
	same(t, "public profiles", find(ana, "zo"), []string{"Zoë"})
	same(t, "without accents", find(ana, "ZOE"), []string{"Zoë"})
	same(t, "for visitors", find(music.Viewer{}, "zoe"), nil)
	last := "Saldaña"
	f.must(f.UpdateProfile(ctx, zoe.AccountID, people.ProfileChange{LastName: &last}))
	same(t, "by the last name", find(ana, "saldana"), []string{"Zoë Saldaña"})
}

func searchFilters(t *testing.T, f *fixture) {
	ana := f.member("ana", music.Admin)
	year := func(y int) func(*music.ScannedFile) {
		return func(s *music.ScannedFile) { s.Audio.Tags.Year = y }
	}
	f.scan(
		song("1", "Blue Monday", by("Alfa"), on("Blue One"), genre("House"), year(1983)),
		song("2", "Blue Train", by("Beta"), on("Blue Two"), genre("Jazz"), year(1957)),
		song("3", "Blue", by("Gama"), on("Blue Three"), genre("Jazz"), year(0)),
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
		r := get(f.Search(t.Context(), ana, discovery.Query{Text: c.q.Text, Genre: c.q.Genre, YearFrom: c.q.YearFrom, YearTo: c.q.YearTo, Limit: 20}))(t)
		same(t, "tracks", sorted(titles(r.Tracks)), c.want)
		if len(r.Albums) != len(c.want) {
			t.Errorf("%+v: albums %v", c.q, foundNames(r)["albums"])
		}
	}
	same(t, "artists", f.find(ana, discovery.Query{Text: "alfa", Genre: "house"})["artists"], []string{"Alfa"})
	same(t, "artists of another genre", f.find(ana, discovery.Query{Text: "alfa", Genre: "jazz"})["artists"], nil)
}

func searchAgain(t *testing.T, f *fixture) {
	ana := f.member("ana", music.Admin)
	ben := f.member("ben", music.Listener)
	f.scan(song("1", "One", by("Metallica"), on("Justice")), song("2", "Halo", by("Beyoncé"), on("Sasha")), song("3", "Pugachëva", by("Алла Пугачёва")))
	search := func(v music.Viewer, text string) (map[string][]string, string) {
		r := get(f.Search(t.Context(), v, discovery.Query{Text: text, Limit: 20}))(t)
		return foundNames(r), r.Corrected
	}
	for text, want := range map[string]struct{ track, corrected string }{
		"metalica": {"One", "metallica"}, "METALLCIA one": {"One", "metallica one"}, "metallica juctise": {"One", "metallica justice"}, "beyonse": {"Halo", "beyonce"},
		"пугачова": {"Pugachëva", "пугачева"}, "allica": {"One", ""}, "halo": {"Halo", ""}, "metallica": {"One", ""},
	} {
		r, corrected := search(ana, text)
		same(t, text, r["tracks"], []string{want.track})
		if corrected != want.corrected {
			t.Errorf("%q was corrected to %q", text, corrected)
		}
	}
	for _, text := range []string{"xylophone", "hlo", "metallica halo", "mxtxllxcx", "999"} {
		if r, corrected := search(ana, text); len(r) > 0 || corrected != "" {
			t.Errorf("%q found %v as %q", text, r, corrected)
		}
	}

	// What is found stays, and what changes is known.
	f.must(f.CreatePlaylist(t.Context(), &music.Playlist{OwnerID: ana.AccountID, Name: "Metalica"}))
	r, corrected := search(ana, "metalica")
	same(t, "playlists", r["playlists"], []string{"Metalica"})
	same(t, "tracks too", r["tracks"], []string{"One"})
	if corrected != "metallica" {
		t.Errorf("corrected to %q", corrected)
	}
	f.scan(song("1", "One", by("Megadeth"), on("Justice")))
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
