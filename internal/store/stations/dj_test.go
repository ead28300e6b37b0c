package stations_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

func stationDJs(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ben := f.Member("boss", music.Admin), f.Member("ben", music.Listener)
	st := station.New()
	st.OwnerID, st.Name, st.Mode = boss.AccountID, "Jazz FM", station.ModeLive
	f.Must(f.CreateStation(ctx, &st, station.MaxOwned))

	nina := &station.DJ{StationID: st.ID, Name: " Nina ", AnyTime: true, IsEnabled: true, CreatedAt: storetest.Now}
	f.Must(f.CreateStationDJ(ctx, nina, "hash of nina"))
	theirs := &station.DJ{StationID: st.ID, Name: "ben", AccountID: ben.AccountID, IsEnabled: true, CreatedAt: storetest.Now}
	f.Must(f.CreateStationDJ(ctx, theirs, ""))
	if got := storetest.Get(f.StationDJ(ctx, st.ID, nina.ID))(t); cmp.Diff(nina, got) != "" || got.Name != "Nina" || !got.HasPassword {
		t.Errorf("nina: %+v", got)
	}
	list := storetest.Get(f.StationDJs(ctx, st.ID))(t)
	if len(list) != 2 || list[0].Name != "ben" || list[0].AccountName != "ben" || list[0].HasPassword || list[0].AccountID != ben.AccountID || list[1].Name != "Nina" {
		t.Errorf("list: %+v", list)
	}
	if v := storetest.Get(f.Station(ctx, boss, st.ID))(t).Version; v != 3 {
		t.Errorf("version %d", v)
	}

	f.Code(f.CreateStationDJ(ctx, &station.DJ{StationID: st.ID, Name: "Nina", CreatedAt: storetest.Now}, "x"), music.Conflict)
	f.Code(f.CreateStationDJ(ctx, &station.DJ{StationID: st.ID, Name: "Source", CreatedAt: storetest.Now}, "x"), music.Invalid)
	f.Code(f.CreateStationDJ(ctx, &station.DJ{StationID: st.ID, Name: "a:b", CreatedAt: storetest.Now}, "x"), music.Invalid)
	f.Code(f.CreateStationDJ(ctx, &station.DJ{StationID: st.ID, Name: "c", AccountID: "nobody"}, "x"), music.Invalid)
	f.Code(f.CreateStationDJ(ctx, &station.DJ{StationID: "nowhere", Name: "c"}, "x"), music.NotFound)

	stationDJPasswords(t, f, &st, nina, ben)
	f.Code(f.DeleteStationDJ(ctx, "nowhere", nina.ID), music.NotFound)
	f.Must(f.DeleteStationDJ(ctx, st.ID, nina.ID))
	_, err := f.StationDJ(ctx, st.ID, nina.ID)
	f.Code(err, music.NotFound)
	f.Must(f.DeleteStation(ctx, st.ID))
	if list := storetest.Get(f.StationDJs(ctx, st.ID))(t); len(list) != 0 {
		t.Errorf("left behind: %+v", list)
	}
}

func stationDJPasswords(t *testing.T, f *storetest.Fixture, st *station.Station, nina *station.DJ, ben music.Viewer) {
	ctx := t.Context()
	if got := storetest.Get(f.StationDJByPassword(ctx, "hash of nina"))(t); got.ID != nina.ID || got.StationID != st.ID {
		t.Errorf("by password: %+v", got)
	}
	if got := storetest.Get(f.StationDJOfAccount(ctx, st.ID, ben.AccountID))(t); got.Name != "ben" {
		t.Errorf("of ben: %+v", got)
	}
	for _, hash := range []string{"", "other"} {
		_, err := f.StationDJByPassword(ctx, hash)
		f.Code(err, music.NotFound)
	}
	changed := storetest.Get(f.ChangeStationDJ(ctx, st.ID, nina.ID, func(d *station.DJ) {
		d.Name, d.AnyTime, d.IsEnabled, d.AccountID = "Nina S.", false, false, ben.AccountID
	}))(t)
	if changed.Name != "Nina S." || changed.AnyTime || changed.IsEnabled || changed.AccountName != "ben" {
		t.Errorf("changed: %+v", changed)
	}
	_, err := f.ChangeStationDJ(ctx, st.ID, nina.ID, func(d *station.DJ) { d.Name = "ben" })
	f.Code(err, music.Conflict)
	_, err = f.ChangeStationDJ(ctx, "nowhere", nina.ID, func(*station.DJ) {})
	f.Code(err, music.NotFound)

	if got := storetest.Get(f.SetStationDJPassword(ctx, st.ID, nina.ID, "another"))(t); !got.HasPassword {
		t.Errorf("password: %+v", got)
	}
	_, err = f.StationDJByPassword(ctx, "hash of nina")
	f.Code(err, music.NotFound)
	_, err = f.SetStationDJPassword(ctx, "nowhere", nina.ID, "x")
	f.Code(err, music.NotFound)
	f.Must(f.StationDJSeen(ctx, nina.ID, storetest.Now.Add(time.Hour)))
	f.Must(f.StationDJSeen(ctx, nina.ID, storetest.Now))
	if got := storetest.Get(f.StationDJByPassword(ctx, "another"))(t); !got.LastSeenAt.Equal(storetest.Now.Add(time.Hour)) {
		t.Errorf("seen: %+v", got)
	}
	// A DJ with a disabled account may not go on air.
	f.Must(f.SetDisabled(ctx, ben.AccountID, storetest.Now))
	_, err = f.StationDJByPassword(ctx, "another")
	f.Code(err, music.NotFound)
}
