package mixes_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

func mixes(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	boss, ben := f.Member("boss", music.Admin), f.Member("ben", music.Listener)
	add := func(title string, active, public bool) music.Mix {
		t.Helper()
		m := music.NewMix()
		m.OwnerID, m.Title, m.DJName, m.AudioURL, m.CreatedAt = boss.AccountID, title, "DJ Ana", "/media/audio/m.mp3", storetest.Now
		m.Duration, m.BPM, m.Size, m.Tags = 90*time.Minute+time.Millisecond, 127, 99_000_000_000, []string{" techno ", "", "Cafe\u0301", "techno", `"a"<`}
		m.IsActive, m.IsPublic = active, public
		f.Must(f.CreateMix(ctx, &m))
		return m
	}
	open := add("Open", true, true)
	members, off := add("Members", true, false), add("Off", false, true)
	storetest.Same(t, "tags", open.Tags, []string{"techno", "Café", `"a"<`})
	if diff := cmp.Diff(&open, storetest.Get(f.Mix(ctx, music.Viewer{}, open.ID))(t)); diff != "" {
		t.Errorf("read: %s", diff)
	}
	titles := func(v music.Viewer) []string {
		var titles []string
		list := storetest.Get(f.FindMixes(ctx, v, djmix.Filter{}, music.Page{}))(t)
		for _, m := range list.Items {
			titles = append(titles, m.Title)
			storetest.Same(t, "tags of "+m.Title, m.Tags, open.Tags)
		}
		if list.Total != len(titles) {
			t.Errorf("total %d of %q", list.Total, titles)
		}
		return titles
	}
	storetest.Same(t, "visitor", titles(music.Viewer{}), []string{"Open"})
	storetest.Same(t, "member", titles(ben), []string{"Members", "Open"})
	storetest.Same(t, "operator", titles(boss), []string{"Off", "Members", "Open"})
	if of, mine := storetest.Get(f.FindMixes(ctx, ben, djmix.Filter{OwnerID: ben.AccountID}, music.Page{}))(t).Total, storetest.Get(f.FindMixes(ctx, boss, djmix.Filter{OwnerID: boss.AccountID}, music.Page{}))(t).Total; of != 0 || mine != 3 {
		t.Errorf("own: %d of ben, %d of the operator", of, mine)
	}
	_, err := f.Mix(ctx, music.Viewer{}, members.ID)
	f.Code(err, music.NotFound)
	_, err = f.Mix(ctx, ben, off.ID)
	f.Code(err, music.NotFound)

	early := storetest.Get(f.ChangeMix(ctx, members.ID, func(m *music.Mix) { djmix.GiveEarlyAccess(m, 7, storetest.Now) }))(t)
	for _, c := range []struct {
		what string
		v    music.Viewer
		id   string
		days int
		want bool
	}{
		{"a member", ben, members.ID, 6, true},
		{"a visitor", music.Viewer{}, members.ID, 6, true},
		{"the DJ", boss, members.ID, 6, false},
		{"at its end", ben, members.ID, 7, false},
		{"another mix", ben, open.ID, 0, false},
		{"its sound", ben, "m", 6, true},
	} {
		if got := storetest.Get(f.IsEarly(ctx, c.v, c.id, storetest.Now.AddDate(0, 0, c.days)))(t); got != c.want {
			t.Errorf("early access: %s: %v", c.what, got)
		}
	}
	if djmix.GiveEarlyAccess(early, 0, storetest.Now); !early.EarlyUntil.IsZero() {
		t.Errorf("early access for no days: %v", early.EarlyUntil)
	}

	changed := storetest.Get(f.ChangeMix(ctx, off.ID, func(m *music.Mix) { m.IsActive, m.Tags, m.BPM = true, nil, 0 }))(t)
	off.IsActive, off.Tags, off.BPM = true, []string{}, 0
	if diff := cmp.Diff(&off, changed); diff != "" {
		t.Errorf("changed: %s", diff)
	}
	if diff := cmp.Diff(&off, storetest.Get(f.Mix(ctx, music.Viewer{}, off.ID))(t)); diff != "" {
		t.Errorf("saved: %s", diff)
	}
	_, err = f.ChangeMix(ctx, off.ID, func(m *music.Mix) { m.Format = "EXE" })
	f.Code(err, music.Invalid)
	_, err = f.ChangeMix(ctx, "none", func(*music.Mix) {})
	f.Code(err, music.NotFound)
	f.Code(f.CreateMix(ctx, &music.Mix{}), music.Invalid)
	f.Must(f.DeleteMix(ctx, off.ID))
	f.Code(f.DeleteMix(ctx, off.ID), music.NotFound)
}
