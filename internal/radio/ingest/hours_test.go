package ingest

import (
	"context"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

func TestMayGoOnAir(t *testing.T) {
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	saturday := func(hour, minute int) time.Time { return time.Date(2026, 11, 21, hour, minute, 0, 0, madrid) }
	shows := []station.Show{
		{ID: "1", Name: "Nina", Kind: station.ShowLive, DJID: "D1", Days: 1 << 5, StartMinute: 18 * 60, Minutes: 120},
		{ID: "2", Name: "Everybody", Kind: station.ShowLive, Days: 1 << 6, StartMinute: 23 * 60, Minutes: 120}, // into Monday
		{ID: "3", Name: "Ben", Kind: station.ShowLive, DJID: "D2", Days: 1 << 5, StartMinute: 12 * 60, Minutes: 60},
		{ID: "4", Name: "Lists", Kind: station.ShowAutoDJ, Days: 127, StartMinute: 0, Minutes: 1440},
	}
	for name, c := range map[string]struct {
		dj    station.DJ
		shows []station.Show
		at    time.Time
		want  string // "" if allowed
	}{
		"at its beginning":   {dj: station.DJ{ID: "D1"}, at: saturday(18, 0)},
		"before its end":     {dj: station.DJ{ID: "D1"}, at: saturday(19, 59)},
		"at its end":         {dj: station.DJ{ID: "D1"}, at: saturday(20, 0), want: "Your next show begins on 2026-11-22 23:00."},
		"too early":          {dj: station.DJ{ID: "D1"}, at: saturday(17, 59), want: "Your next show begins on 2026-11-21 18:00."},
		"another's":          {dj: station.DJ{ID: "D1"}, at: saturday(12, 30), want: "Your next show begins on 2026-11-21 18:00."},
		"everybody's":        {dj: station.DJ{ID: "D3"}, at: saturday(47, 30)},
		"at any time":        {dj: station.DJ{ID: "D9", AnyTime: true}, at: saturday(3, 0)},
		"no shows":           {dj: station.DJ{ID: "D1"}, shows: []station.Show{}, at: saturday(18, 0), want: "You have no show at this hour."},
		"in another's clock": {dj: station.DJ{ID: "D1"}, at: time.Date(2026, 11, 21, 17, 30, 0, 0, time.UTC)},
	} {
		c.dj.IsEnabled = true
		if c.shows == nil {
			c.shows = shows
		}
		err := MayGoOnAir(&c.dj, c.shows, madrid, c.at)
		if got := sentenceOf(err); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		c.dj.IsEnabled = false
		if MayGoOnAir(&c.dj, c.shows, madrid, c.at) == nil {
			t.Errorf("%s: switched off, and on air", name)
		}
	}
}

func sentenceOf(err error) string {
	if e := publicError(err); e != nil {
		return e.Detail.String()
	}
	return ""
}

func TestGuard(t *testing.T) {
	ctx := context.Background()
	store := newPeople()
	g := &Guard{Store: store}
	for name, c := range map[string]struct {
		mount, user, password string
		want                  music.Code // Internal if allowed
	}{
		"by mount":           {"jazz", "source", ninas, 0},
		"by id":              {"S1", "NINA", ninas, 0},
		"password alone":     {"", "", ninas, 0},
		"in capitals":        {"", "", " " + strings.ToUpper(ninas), 0},
		"user in password":   {"", "", "nina:" + ninas, 0},
		"with a stream":      {"", "source", ninas + ":#1", 0},
		"wrong":              {"jazz", "source", "x", music.Unauthenticated},
		"empty":              {"jazz", "source", "", music.Unauthenticated},
		"a colon":            {"jazz", "source", ":", music.Unauthenticated},
		"too long":           {"jazz", "source", strings.Repeat("x", 10_000), music.Unauthenticated},
		"somebody else":      {"jazz", "ben", ninas, music.Unauthenticated},
		"somewhere else":     {"rock", "nina", ninas, music.Forbidden},
		"somebody in it too": {"", "", "ben:" + ninas, music.Unauthenticated},
	} {
		_, err := g.Enter(ctx, c.mount, c.user, c.password)
		if music.CodeOf(err) != c.want || (err == nil) != (c.want == 0) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if one, other := NewPassword(), NewPassword(); len(one) != 24 || one == other {
		t.Error("passwords")
	}
	for account, want := range map[string]string{"nina": "Nina", "boss": "The Boss", "ben": ""} {
		p, err := g.Member(ctx, music.Viewer{AccountID: account, Role: music.Creator}, "The Boss", "S1")
		if p.DJ != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", account, p.DJ, err)
		}
	}
	p, err := g.Enter(ctx, "", "", ninas)
	if err != nil || g.Still(ctx, p) != nil {
		t.Fatal(err)
	}
	store.change(func(d *station.DJ) { d.AnyTime = false })
	if g.Still(ctx, p) == nil {
		t.Error("a DJ may stay on air after their show")
	}
	clear(store.djs)
	if g.Still(ctx, p) == nil {
		t.Error("a deleted DJ may stay on air")
	}
}

func TestThrottle(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	b := newThrottle(func() time.Time { return now })
	for range maxWrong {
		if err := b.check("2001:db8::1"); err != nil {
			t.Fatal(err)
		}
		b.note("2001:db8::1", false)
	}
	err := publicError(b.check("2001:db8::2")) // the same subscriber
	if err == nil || err.Code != music.TooMany || err.RetryAfter != time.Minute {
		t.Errorf("%+v", err)
	}
	if b.check("2001:db8:0:1::2") != nil {
		t.Error("a different network has to wait")
	}
	now = now.Add(wrongWindow)
	if b.check("2001:db8::2") != nil {
		t.Error("the wait does not end")
	}
	b.note("192.0.2.1", true)
	for range maxWrong + 1 {
		b.note("192.0.2.1", false)
	}
	if b.check("192.0.2.1") != nil {
		t.Error("a DJ has to wait because of a neighbour's wrong passwords")
	}
	for range maxKnown {
		b.note("192.0.2.1", false)
	}
	if b.check("192.0.2.1") == nil {
		t.Error("guesses of a DJ are not limited")
	}
	for i := range maxTracked + 1 {
		b.note(time.Duration(i).String(), false)
	}
	if len(b.visits) > maxTracked {
		t.Errorf("%d addresses", len(b.visits))
	}
}
