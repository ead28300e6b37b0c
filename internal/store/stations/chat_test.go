package stations_test

import (
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

func stationChat(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, st := onAir(f)
	ana := f.Member("ana", music.Listener)
	say := func(v music.Viewer, text string, at time.Time) (*station.ChatMessage, error) {
		m := &station.ChatMessage{StationID: st.ID, Text: text, CreatedAt: at}
		return m, f.AddStationMessage(ctx, v, m)
	}
	first := storetest.Get(say(ana, " hello ", storetest.Now))(t)
	if first.Text != "hello" || first.ByName != "ana" || first.AccountID != ana.AccountID || !first.CreatedAt.Equal(storetest.Now) {
		t.Errorf("%+v", first)
	}
	for _, wrong := range []string{" ", "two\nlines", strings.Repeat("x", 281)} {
		_, err := say(ana, wrong, storetest.Now)
		f.Code(err, music.Invalid)
	}
	for range station.MaxChatPerMinute - 1 {
		storetest.Get(say(ana, "more", storetest.Now.Add(time.Second)))(t)
	}
	_, err := say(ana, "too much", storetest.Now.Add(2*time.Second))
	f.Code(err, music.TooMany)
	last := storetest.Get(say(boss, "welcome", storetest.Now.Add(3*time.Second)))(t)
	storetest.Get(say(ana, "later", storetest.Now.Add(2*time.Minute)))(t)
	list := storetest.Get(f.StationMessages(ctx, boss, st.ID, 2))(t)
	if len(list) != 2 || list[0].Text != "welcome" || list[1].Text != "later" {
		t.Errorf("%+v", list)
	}

	f.Code(f.RemoveStationMessage(ctx, ana, st.ID, last.ID, false, storetest.Now), music.NotFound)
	f.Code(f.RemoveStationMessage(ctx, boss, "other", first.ID, true, storetest.Now), music.NotFound)
	f.Must(f.RemoveStationMessage(ctx, ana, st.ID, first.ID, false, storetest.Now))
	f.Code(f.RemoveStationMessage(ctx, ana, st.ID, first.ID, false, storetest.Now), music.NotFound)
	f.Must(f.RemoveStationMessage(ctx, boss, st.ID, last.ID, true, storetest.Now))
	private := true
	f.Must(f.UpdateProfile(ctx, ana.AccountID, people.ProfileChange{IsPrivate: &private}))
	list = storetest.Get(f.StationMessages(ctx, boss, st.ID, 50))(t)
	if len(list) != station.MaxChatPerMinute || list[0].ByName != "" {
		t.Errorf("%+v", list)
	}
	if list = storetest.Get(f.StationMessages(ctx, ana, st.ID, 1))(t); len(list) != 1 || list[0].ByName != "ana" {
		t.Errorf("%+v", list)
	}
	if n := storetest.Get(f.PruneStationMessages(ctx, storetest.Now.Add(time.Minute)))(t); n != station.MaxChatPerMinute+1 {
		t.Errorf("%d pruned", n)
	}
	_, err = f.StationMessages(ctx, ana, "gone", 50)
	f.Must(err)
	_, err = say(ana, "again", storetest.Now.Add(time.Hour))
	f.Must(err)
	m := &station.ChatMessage{StationID: "gone", Text: "x", CreatedAt: storetest.Now.Add(time.Hour)}
	f.Code(f.AddStationMessage(ctx, ana, m), music.NotFound)
}
