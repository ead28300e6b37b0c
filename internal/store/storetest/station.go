package storetest

import (
	"testing"
	"time"

	"sonora/internal/music"
)

func findStations(t *testing.T, f *fixture) {
	ctx := t.Context()
	ben := f.member("ben", music.Creator)
	add := func(name, genre, country string, more func(*music.Station)) music.Station {
		t.Helper()
		s := music.NewStation()
		s.Name, s.Genre, s.Country, s.StreamURL, s.CreatedAt = name, genre, country, "https://a.example/s", now
		if more != nil {
			more(&s)
		}
		f.must(f.CreateStation(ctx, &s))
		return s
	}
	jazz := add("Écho Jazz", "Jazz", "The United States Of America", nil)
	rock := add("Rock 100%", "Rock", "Spain", func(s *music.Station) { s.Description = "guitars_all day"; s.Mode, s.StreamURL = music.AutoDJ, "" })
	inner := add("Inner", "jazz", "USA", func(s *music.Station) { s.IsPublic, s.OwnerID, s.Language = false, ben.AccountID, "Français" })
	add("alpha", "", "", nil)
	find := func(v music.Viewer, filter music.StationFilter, want ...string) {
		t.Helper()
		list := get(f.FindStations(ctx, v, filter, now, music.Page{}))(t)
		names := []string{}
		for i := range list.Items {
			names = append(names, list.Items[i].Name)
		}
		same(t, "found", names, want)
		if list.Total != len(want) {
			t.Errorf("total %d of %v", list.Total, want)
		}
	}
	visitor := music.Viewer{}
	find(visitor, music.StationFilter{}, "alpha", "Rock 100%", "Écho Jazz")
	find(ben, music.StationFilter{Text: "echo JAZZ"}, "Écho Jazz")
	find(ben, music.StationFilter{Text: "guitars_all"}, "Rock 100%")
	find(ben, music.StationFilter{Text: "100%"}, "Rock 100%")
	find(ben, music.StationFilter{Text: "\x00'; drop table station --"})
	find(ben, music.StationFilter{Genre: "JAZZ"}, "Inner", "Écho Jazz")
	find(visitor, music.StationFilter{Country: "usa"}, "Écho Jazz")
	find(ben, music.StationFilter{Country: "United States", Genre: "Jazz", Sort: music.StationsByName}, "Écho Jazz", "Inner")
	find(ben, music.StationFilter{Language: "francais"}, "Inner")
	find(ben, music.StationFilter{Mode: music.AutoDJ}, "Rock 100%")
	find(ben, music.StationFilter{OwnerID: ben.AccountID}, "Inner")
	find(ben, music.StationFilter{Sort: music.StationsByName}, "alpha", "Écho Jazz", "Inner", "Rock 100%")
	listen := func(id string) int { return map[string]int{jazz.ID: 2, rock.ID: 1}[id] }
	find(visitor, music.StationFilter{Sort: music.StationsTrending, Listeners: listen}, "Écho Jazz", "Rock 100%", "alpha")
	find(visitor, music.StationFilter{Sort: music.StationsPopular}, "alpha", "Rock 100%", "Écho Jazz")

	f.must(f.AddStationSessions(ctx, []music.StationSession{
		{StationID: rock.ID, Began: now.Add(-time.Hour), Seconds: 9000},
		{StationID: jazz.ID, Began: now.AddDate(0, 0, -30), Seconds: 20_000},
		{StationID: inner.ID, AccountID: ben.AccountID, Began: now.AddDate(0, 0, -100), Seconds: 90_000, Format: "mp3"},
	}))
	find(visitor, music.StationFilter{Sort: music.StationsTrending}, "Rock 100%", "alpha", "Écho Jazz")
	find(visitor, music.StationFilter{Sort: music.StationsTrending, Listeners: listen}, "Rock 100%", "Écho Jazz", "alpha")
	find(visitor, music.StationFilter{Sort: music.StationsPopular}, "Écho Jazz", "Rock 100%", "alpha")
	heard := get(f.StationListenings(ctx, ben.AccountID, 0, 10))(t)
	if len(heard) != 1 || heard[0].Name != "Inner" || heard[0].Seconds != 90_000 || len(get(f.StationListenings(ctx, ben.AccountID, heard[0].Seq, 10))(t)) != 0 {
		t.Errorf("listened: %+v", heard)
	}

	part := get(f.FindStations(ctx, ben, music.StationFilter{Sort: music.StationsByName}, now, music.Page{At: 1, Limit: 2}))(t)
	if len(part.Items) != 2 || part.Items[0].ID != jazz.ID || part.Items[1].ID != inner.ID || part.Total != 4 {
		t.Errorf("a part: %+v", part)
	}
	if beyond := get(f.FindStations(ctx, ben, music.StationFilter{Sort: music.StationsByName}, now, music.Page{At: 99}))(t); len(beyond.Items) != 0 {
		t.Errorf("beyond the end: %+v", beyond)
	}
	_, err := f.FindStations(ctx, ben, music.StationFilter{Sort: music.StationsByName}, now, music.Page{After: "1eyJ"})
	f.code(err, music.Invalid)
	groups := func(list []music.StationGroup) []string {
		names := []string{}
		for _, g := range list {
			names = append(names, g.Name+" "+string(rune('0'+g.Stations)))
		}
		return names
	}
	same(t, "genres", groups(get(f.StationGenres(ctx, ben))(t)), []string{"Jazz 2", "Rock 1"})
	same(t, "a visitor's genres", groups(get(f.StationGenres(ctx, visitor))(t)), []string{"Jazz 1", "Rock 1"})
	same(t, "countries", groups(get(f.StationCountries(ctx, ben))(t)), []string{"Spain 1", "USA 2"})

	relays := get(f.Relays(ctx, "", 2))(t)
	more := get(f.Relays(ctx, relays[1].ID, 2))(t)
	if len(relays) != 2 || len(more) != 1 || more[0].ID <= relays[1].ID {
		t.Errorf("relays: %v %v", relays, more)
	}
	_, err = f.ChangeStation(ctx, jazz.ID, func(s *music.Station) { s.Mount = rock.Mount })
	f.code(err, music.Conflict)
}
