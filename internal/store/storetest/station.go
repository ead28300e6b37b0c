package storetest

import (
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

func findStations(t *testing.T, f *fixture) {
	ctx := t.Context()
	ben := f.member("ben", music.Creator)
	add := func(name, genre, country string, more func(*station.Station)) station.Station {
		t.Helper()
		s := station.New()
		s.Name, s.Genre, s.Country, s.StreamURL, s.CreatedAt = name, genre, country, "https://a.example/s", now
		if more != nil {
			more(&s)
		}
		f.must(f.CreateStation(ctx, &s))
		return s
	}
	jazz := add("Écho Jazz", "Jazz", "The United States Of America", nil)
	rock := add("Rock 100%", "Rock", "Spain", func(s *station.Station) {
		s.Description = "guitars_all day"
		s.Mode, s.StreamURL = station.ModeAutoDJ, ""
	})
	inner := add("Inner", "jazz", "USA", func(s *station.Station) { s.IsPublic, s.OwnerID, s.Language = false, ben.AccountID, "Français" })
	add("alpha", "", "", nil)
	find := func(v music.Viewer, filter station.Filter, want ...string) {
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
	find(visitor, station.Filter{}, "alpha", "Rock 100%", "Écho Jazz")
	find(ben, station.Filter{Text: "echo JAZZ"}, "Écho Jazz")
	find(ben, station.Filter{Text: "guitars_all"}, "Rock 100%")
	find(ben, station.Filter{Text: "100%"}, "Rock 100%")
	find(ben, station.Filter{Text: "\x00'; drop table station --"})
	find(ben, station.Filter{Genre: "JAZZ"}, "Inner", "Écho Jazz")
	find(visitor, station.Filter{Country: "usa"}, "Écho Jazz")
	find(ben, station.Filter{Country: "United States", Genre: "Jazz", Sort: station.SortName}, "Écho Jazz", "Inner")
	find(ben, station.Filter{Language: "francais"}, "Inner")
	find(ben, station.Filter{Mode: station.ModeAutoDJ}, "Rock 100%")
	find(ben, station.Filter{OwnerID: ben.AccountID}, "Inner")
	find(ben, station.Filter{Sort: station.SortName}, "alpha", "Écho Jazz", "Inner", "Rock 100%")
	listen := func(id string) int { return map[string]int{jazz.ID: 2, rock.ID: 1}[id] }
	find(visitor, station.Filter{Sort: station.SortTrending, Listeners: listen}, "Écho Jazz", "Rock 100%", "alpha")
	find(visitor, station.Filter{Sort: station.SortPopular}, "alpha", "Rock 100%", "Écho Jazz")

	f.must(f.AddStationSessions(ctx, []station.Session{
		{StationID: rock.ID, Began: now.Add(-time.Hour), Seconds: 9000},
		{StationID: jazz.ID, Began: now.AddDate(0, 0, -30), Seconds: 20_000},
		{StationID: inner.ID, AccountID: ben.AccountID, Began: now.AddDate(0, 0, -100), Seconds: 90_000, Format: "mp3"},
	}))
	find(visitor, station.Filter{Sort: station.SortTrending}, "Rock 100%", "alpha", "Écho Jazz")
	find(visitor, station.Filter{Sort: station.SortTrending, Listeners: listen}, "Rock 100%", "Écho Jazz", "alpha")
	find(visitor, station.Filter{Sort: station.SortPopular}, "Écho Jazz", "Rock 100%", "alpha")
	heard := get(f.StationListenings(ctx, ben.AccountID, 0, 10))(t)
	if len(heard) != 1 || heard[0].Name != "Inner" || heard[0].Seconds != 90_000 || len(get(f.StationListenings(ctx, ben.AccountID, heard[0].Seq, 10))(t)) != 0 {
		t.Errorf("listened: %+v", heard)
	}

	part := get(f.FindStations(ctx, ben, station.Filter{Sort: station.SortName}, now, music.Page{At: 1, Limit: 2}))(t)
	if len(part.Items) != 2 || part.Items[0].ID != jazz.ID || part.Items[1].ID != inner.ID || part.Total != 4 {
		t.Errorf("a part: %+v", part)
	}
	if beyond := get(f.FindStations(ctx, ben, station.Filter{Sort: station.SortName}, now, music.Page{At: 99}))(t); len(beyond.Items) != 0 {
		t.Errorf("beyond the end: %+v", beyond)
	}
	_, err := f.FindStations(ctx, ben, station.Filter{Sort: station.SortName}, now, music.Page{After: "1eyJ"})
	f.code(err, music.Invalid)
	groups := func(list []station.Group) []string {
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
	_, err = f.ChangeStation(ctx, jazz.ID, func(s *station.Station) { s.Mount = rock.Mount })
	f.code(err, music.Conflict)
}
