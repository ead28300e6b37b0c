package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/station"
)

func stationDJs(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss, ben := f.member("boss", music.Admin), f.member("ben", music.Listener)
	st := station.New()
	st.OwnerID, st.Name, st.Mode = boss.AccountID, "Jazz FM", station.ModeLive
	f.must(f.CreateStation(ctx, &st))

	nina := &station.DJ{StationID: st.ID, Name: " Nina ", AnyTime: true, IsEnabled: true, CreatedAt: now}
	f.must(f.CreateStationDJ(ctx, nina, "hash of nina"))
	theirs := &station.DJ{StationID: st.ID, Name: "ben", AccountID: ben.AccountID, IsEnabled: true, CreatedAt: now}
	f.must(f.CreateStationDJ(ctx, theirs, ""))
	if got := get(f.StationDJ(ctx, st.ID, nina.ID))(t); cmp.Diff(nina, got) != "" || got.Name != "Nina" || !got.HasPassword {
		t.Errorf("nina: %+v", got)
	}
	list := get(f.StationDJs(ctx, st.ID))(t)
	if len(list) != 2 || list[0].Name != "ben" || list[0].AccountName != "ben" || list[0].HasPassword || list[0].AccountID != ben.AccountID || list[1].Name != "Nina" {
		t.Errorf("list: %+v", list)
	}
	if v := get(f.Station(ctx, boss, st.ID))(t).Version; v != 3 {
		t.Errorf("version %d", v)
	}

	f.code(f.CreateStationDJ(ctx, &station.DJ{StationID: st.ID, Name: "Nina", CreatedAt: now}, "x"), music.Conflict)
	f.code(f.CreateStationDJ(ctx, &station.DJ{StationID: st.ID, Name: "Source", CreatedAt: now}, "x"), music.Invalid)
	f.code(f.CreateStationDJ(ctx, &station.DJ{StationID: st.ID, Name: "a:b", CreatedAt: now}, "x"), music.Invalid)
	f.code(f.CreateStationDJ(ctx, &station.DJ{StationID: st.ID, Name: "c", AccountID: "nobody"}, "x"), music.Invalid)
	f.code(f.CreateStationDJ(ctx, &station.DJ{StationID: "nowhere", Name: "c"}, "x"), music.NotFound)

	stationDJPasswords(t, f, &st, nina, ben)
	f.code(f.DeleteStationDJ(ctx, "nowhere", nina.ID), music.NotFound)
	f.must(f.DeleteStationDJ(ctx, st.ID, nina.ID))
	_, err := f.StationDJ(ctx, st.ID, nina.ID)
	f.code(err, music.NotFound)
	f.must(f.DeleteStation(ctx, st.ID))
	if list := get(f.StationDJs(ctx, st.ID))(t); len(list) != 0 {
		t.Errorf("left behind: %+v", list)
	}
}

func stationDJPasswords(t *testing.T, f *fixture, st *station.Station, nina *station.DJ, ben music.Viewer) {
	ctx := t.Context()
	if got := get(f.StationDJByPassword(ctx, "hash of nina"))(t); got.ID != nina.ID || got.StationID != st.ID {
		t.Errorf("by password: %+v", got)
	}
	if got := get(f.StationDJOfAccount(ctx, st.ID, ben.AccountID))(t); got.Name != "ben" {
		t.Errorf("of ben: %+v", got)
	}
	for _, hash := range []string{"", "other"} {
		_, err := f.StationDJByPassword(ctx, hash)
		f.code(err, music.NotFound)
	}
	changed := get(f.ChangeStationDJ(ctx, st.ID, nina.ID, func(d *station.DJ) {
		d.Name, d.AnyTime, d.IsEnabled, d.AccountID = "Nina S.", false, false, ben.AccountID
	}))(t)
	if changed.Name != "Nina S." || changed.AnyTime || changed.IsEnabled || changed.AccountName != "ben" {
		t.Errorf("changed: %+v", changed)
	}
	_, err := f.ChangeStationDJ(ctx, st.ID, nina.ID, func(d *station.DJ) { d.Name = "ben" })
	f.code(err, music.Conflict)
	_, err = f.ChangeStationDJ(ctx, "nowhere", nina.ID, func(*station.DJ) {})
	f.code(err, music.NotFound)

	if got := get(f.SetStationDJPassword(ctx, st.ID, nina.ID, "another"))(t); !got.HasPassword {
		t.Errorf("password: %+v", got)
	}
	_, err = f.StationDJByPassword(ctx, "hash of nina")
	f.code(err, music.NotFound)
	_, err = f.SetStationDJPassword(ctx, "nowhere", nina.ID, "x")
	f.code(err, music.NotFound)
	f.must(f.StationDJSeen(ctx, nina.ID, now.Add(time.Hour)))
	f.must(f.StationDJSeen(ctx, nina.ID, now))
	if got := get(f.StationDJByPassword(ctx, "another"))(t); !got.LastSeenAt.Equal(now.Add(time.Hour)) {
		t.Errorf("seen: %+v", got)
	}
	// Whose account is switched off does not go on air.
	f.must(f.SetDisabled(ctx, ben.AccountID, now))
	_, err = f.StationDJByPassword(ctx, "another")
	f.code(err, music.NotFound)
}
