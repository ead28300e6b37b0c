package stations_test

import (
	"errors"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"sonora/internal/ifmatch"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

func stations(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ben := f.Member("boss", music.Admin), f.Member("ben", music.Listener)
	jazz := station.New()
	jazz.OwnerID, jazz.Name, jazz.Description, jazz.Genre, jazz.Country, jazz.CreatedAt = boss.AccountID, "Jazz FM", "All jazz", "Jazz", "Spain", storetest.Now
	jazz.StreamURL, jazz.MetadataURL, jazz.LogoURL = "https://stream.example/jazz;?a=b", "http://[2001:db8::1]:8000/status-json.xsl", "/media/covers/jazz.png"
	f.Must(f.CreateStation(ctx, &jazz, station.MaxOwned))
	jazz.OwnerName = "boss"
	if diff := cmp.Diff(&jazz, storetest.Get(f.Station(ctx, music.Viewer{}, jazz.ID))(t)); diff != "" {
		t.Errorf("read: %s", diff)
	}
	members := station.New()
	members.Name, members.StreamURL, members.IsPublic = "Members", "http://localhost:8000/a", false
	f.Must(f.CreateStation(ctx, &members, station.MaxOwned))
	names := func(v music.Viewer) []string {
		var names []string
		list := storetest.Get(f.Stations(ctx, v, music.Page{}))(t)
		for _, s := range list.Items {
			names = append(names, s.Name)
		}
		if list.Total != len(names) {
			t.Errorf("total %d of %q", list.Total, names)
		}
		return names
	}
	storetest.Same(t, "visitor", names(music.Viewer{}), []string{"Jazz FM"})
	storetest.Same(t, "member", names(ben), []string{"Members", "Jazz FM"})
	storetest.Same(t, "operator", names(boss), []string{"Members", "Jazz FM"})
	_, err := f.Station(ctx, music.Viewer{}, members.ID)
	f.Code(err, music.NotFound)

	changed := storetest.Get(f.ChangeStation(ctx, jazz.ID, func(s *station.Station) { s.Kind, s.Bitrate, s.Format, s.LogoURL = station.Shoutcast, 320, " AAC ", "" }))(t)
	jazz.Kind, jazz.Bitrate, jazz.Format, jazz.LogoURL = station.Shoutcast, 320, "AAC", ""
	jazz.Version++
	if diff := cmp.Diff(&jazz, changed); diff != "" {
		t.Errorf("changed: %s", diff)
	}
	if diff := cmp.Diff(&jazz, storetest.Get(f.Station(ctx, ben, jazz.ID))(t)); diff != "" {
		t.Errorf("saved: %s", diff)
	}
	_, err = f.ChangeStation(ctx, jazz.ID, func(s *station.Station) { s.StreamURL = "javascript:alert(1)" })
	f.Code(err, music.Invalid)
	_, err = f.ChangeStation(ctx, "none", func(*station.Station) {})
	f.Code(err, music.NotFound)
	f.Code(f.CreateStation(ctx, &station.Station{}, station.MaxOwned), music.Invalid)

	f.Member("other", music.Admin)
	f.Must(f.DeleteAccount(ctx, boss.AccountID)) // relays of an operator stay
	if kept := storetest.Get(f.Station(ctx, ben, jazz.ID))(t); kept.OwnerID != "" || kept.Name != "Jazz FM" {
		t.Errorf("without its owner: %+v", kept)
	}
	f.Code(f.DeleteStation(ifmatch.With(ctx, []int64{jazz.Version + 1}), jazz.ID), music.Changed)
	f.Must(f.DeleteStation(ifmatch.With(ctx, []int64{jazz.Version}), jazz.ID))
	f.Code(f.DeleteStation(ctx, jazz.ID), music.NotFound)
}

// stationsPerAccount has stations of a member, of an operator and of nobody.
func stationsPerAccount(t *testing.T, f *storetest.Fixture) {
	const most = 10
	ctx := t.Context()
	boss, ben := f.Member("boss", music.Admin), f.Member("ben", music.Creator) // the first account is an operator
	add := func(owner, id string) error {
		one := station.New()
		one.ID, one.OwnerID, one.Name, one.Mode, one.CreatedAt = id, owner, "FM", station.ModeLive, storetest.Now
		return f.CreateStation(ctx, &one, most)
	}
	for i := range most {
		f.Must(add(ben.AccountID, "ben-"+strconv.Itoa(i)))
		f.Must(add(boss.AccountID, "boss-"+strconv.Itoa(i)))
	}
	err := add(ben.AccountID, "ben-more")
	f.Code(err, music.Conflict)
	if known, ok := errors.AsType[*music.Error](err); !ok || known.Detail.Code != music.CodeLimitReached {
		t.Errorf("%+v", err)
	}
	f.Must(add(boss.AccountID, "boss-more"))
	f.Must(f.DeleteStation(ctx, "ben-0"))
	f.Must(add(ben.AccountID, "ben-again"))

	cleo := f.Member("cleo", music.Creator)
	var made atomic.Int32
	var g errgroup.Group
	for i := range 2 * most {
		g.Go(func() error {
			err := add(cleo.AccountID, "cleo-"+strconv.Itoa(i))
			if err == nil {
				made.Add(1)
			} else if music.CodeOf(err) == music.Conflict {
				err = nil
			}
			return err
		})
	}
	if f.Must(g.Wait()); made.Load() != most {
		t.Errorf("%d stations were made at the same time, at most %d are allowed", made.Load(), most)
	}
}

func findStations(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ben := f.Member("ben", music.Creator)
	add := func(name, genre, country string, more func(*station.Station)) station.Station {
		t.Helper()
		s := station.New()
		s.Name, s.Genre, s.Country, s.StreamURL, s.CreatedAt = name, genre, country, "https://a.example/s", storetest.Now
		if more != nil {
			more(&s)
		}
		f.Must(f.CreateStation(ctx, &s, station.MaxOwned))
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
		list := storetest.Get(f.FindStations(ctx, v, filter, storetest.Now, music.Page{}))(t)
		names := []string{}
		for i := range list.Items {
			names = append(names, list.Items[i].Name)
		}
		storetest.Same(t, "found", names, want)
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

	f.Must(f.AddStationSessions(ctx, []station.Session{
		{StationID: rock.ID, Began: storetest.Now.Add(-time.Hour), Seconds: 9000},
		{StationID: jazz.ID, Began: storetest.Now.AddDate(0, 0, -30), Seconds: 20_000},
		{StationID: inner.ID, AccountID: ben.AccountID, Began: storetest.Now.AddDate(0, 0, -100), Seconds: 90_000, Format: "mp3"},
	}))
	find(visitor, station.Filter{Sort: station.SortTrending}, "Rock 100%", "alpha", "Écho Jazz")
	find(visitor, station.Filter{Sort: station.SortTrending, Listeners: listen}, "Rock 100%", "Écho Jazz", "alpha")
	find(visitor, station.Filter{Sort: station.SortPopular}, "Écho Jazz", "Rock 100%", "alpha")
	heard := storetest.Get(f.StationListenings(ctx, ben.AccountID, 0, 10))(t)
	if len(heard) != 1 || heard[0].Name != "Inner" || heard[0].Seconds != 90_000 || len(storetest.Get(f.StationListenings(ctx, ben.AccountID, heard[0].Seq, 10))(t)) != 0 {
		t.Errorf("listened: %+v", heard)
	}

	part := storetest.Get(f.FindStations(ctx, ben, station.Filter{Sort: station.SortName}, storetest.Now, music.Page{At: 1, Limit: 2}))(t)
	if len(part.Items) != 2 || part.Items[0].ID != jazz.ID || part.Items[1].ID != inner.ID || part.Total != 4 {
		t.Errorf("a part: %+v", part)
	}
	if beyond := storetest.Get(f.FindStations(ctx, ben, station.Filter{Sort: station.SortName}, storetest.Now, music.Page{At: 99}))(t); len(beyond.Items) != 0 {
		t.Errorf("beyond the end: %+v", beyond)
	}
	_, err := f.FindStations(ctx, ben, station.Filter{Sort: station.SortName}, storetest.Now, music.Page{After: "1eyJ"})
	f.Code(err, music.Invalid)
	groups := func(list []station.Group) []string {
		names := []string{}
		for _, g := range list {
			names = append(names, g.Name+" "+string(rune('0'+g.Stations)))
		}
		return names
	}
	storetest.Same(t, "genres", groups(storetest.Get(f.StationGenres(ctx, ben))(t)), []string{"Jazz 2", "Rock 1"})
	storetest.Same(t, "a visitor's genres", groups(storetest.Get(f.StationGenres(ctx, visitor))(t)), []string{"Jazz 1", "Rock 1"})
	storetest.Same(t, "countries", groups(storetest.Get(f.StationCountries(ctx, ben))(t)), []string{"Spain 1", "USA 2"})

	relays := storetest.Get(f.Relays(ctx, "", 2))(t)
	more := storetest.Get(f.Relays(ctx, relays[1].ID, 2))(t)
	if len(relays) != 2 || len(more) != 1 || more[0].ID <= relays[1].ID {
		t.Errorf("relays: %v %v", relays, more)
	}
	_, err = f.ChangeStation(ctx, jazz.ID, func(s *station.Station) { s.Mount = rock.Mount })
	f.Code(err, music.Conflict)
}
