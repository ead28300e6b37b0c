package storetest

import (
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/station"
)

func stationChat(t *testing.T, f *fixture) {
	ctx := t.Context()
	boss, st := f.onAir()
	ana := f.member("ana", music.Listener)
	say := func(v music.Viewer, text string, at time.Time) (*station.ChatMessage, error) {
		m := &station.ChatMessage{StationID: st.ID, Text: text, CreatedAt: at}
		return m, f.AddStationMessage(ctx, v, m)
	}
	first := get(say(ana, " hello ", now))(t)
	if first.Text != "hello" || first.ByName != "ana" || first.AccountID != ana.AccountID || !first.CreatedAt.Equal(now) {
		t.Errorf("%+v", first)
	}
	for _, wrong := range []string{" ", "two\nlines", strings.Repeat("x", 281)} {
		_, err := say(ana, wrong, now)
		f.code(err, music.Invalid)
	}
	for range station.MaxChatPerMinute - 1 {
		get(say(ana, "more", now.Add(time.Second)))(t)
	}
	_, err := say(ana, "too much", now.Add(2*time.Second))
	f.code(err, music.TooMany)
	last := get(say(boss, "welcome", now.Add(3*time.Second)))(t)
	get(say(ana, "later", now.Add(2*time.Minute)))(t)
	list := get(f.StationMessages(ctx, boss, st.ID, 2))(t)
	if len(list) != 2 || list[0].Text != "welcome" || list[1].Text != "later" {
		t.Errorf("%+v", list)
	}

	f.code(f.RemoveStationMessage(ctx, ana, st.ID, last.ID, false, now), music.NotFound)
	f.code(f.RemoveStationMessage(ctx, boss, "other", first.ID, true, now), music.NotFound)
	f.must(f.RemoveStationMessage(ctx, ana, st.ID, first.ID, false, now))
	f.code(f.RemoveStationMessage(ctx, ana, st.ID, first.ID, false, now), music.NotFound)
	f.must(f.RemoveStationMessage(ctx, boss, st.ID, last.ID, true, now))
	private := true
	f.must(f.UpdateProfile(ctx, ana.AccountID, people.ProfileChange{IsPrivate: &private}))
	list = get(f.StationMessages(ctx, boss, st.ID, 50))(t)
	if len(list) != station.MaxChatPerMinute || list[0].ByName != "" {
		t.Errorf("%+v", list)
	}
	if list = get(f.StationMessages(ctx, ana, st.ID, 1))(t); len(list) != 1 || list[0].ByName != "ana" {
		t.Errorf("%+v", list)
	}
	if n := get(f.PruneStationMessages(ctx, now.Add(time.Minute)))(t); n != station.MaxChatPerMinute+1 {
		t.Errorf("%d pruned", n)
	}
	_, err = f.StationMessages(ctx, ana, "gone", 50)
	f.must(err)
	_, err = say(ana, "again", now.Add(time.Hour))
	f.must(err)
	m := &station.ChatMessage{StationID: "gone", Text: "x", CreatedAt: now.Add(time.Hour)}
	f.code(f.AddStationMessage(ctx, ana, m), music.NotFound)
}
