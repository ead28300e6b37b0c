package library_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/testkit/fakelib"
)

func TestPlayReports(t *testing.T) {
	h := newHouse(t, 1)
	song := fakelib.Song{Title: "a", Sound: 1, Frames: 400} // 10.4 seconds
	fakelib.Write(t, h.root, "a.mp3", song.MP3())
	h.scan()
	id := h.id("a.mp3")
	now := time.Now()
	h.Plays.SetClock(func() time.Time { return now })
	ago := func(d time.Duration) time.Time { return now.Add(-d) }

	for _, c := range []struct {
		name    string
		viewer  music.Viewer
		play    music.Play
		counted bool
		code    music.Code
	}{
		{"half of it", h.viewer(), music.Play{ID: "1", TrackID: id, StartedAt: ago(time.Hour), Listened: 6 * time.Second}, true, 0},
		{"again", h.viewer(), music.Play{ID: "1", TrackID: id, StartedAt: ago(time.Hour), Listened: 6 * time.Second}, true, 0},
		{"skipped", h.viewer(), music.Play{ID: "2", TrackID: id, StartedAt: ago(time.Hour), Listened: 2 * time.Second}, false, 0},
		{"a visitor", music.Viewer{}, music.Play{ID: "3", TrackID: id, StartedAt: ago(time.Hour), Listened: time.Minute}, false, music.Unauthenticated},
		{"no time", h.viewer(), music.Play{ID: "5", TrackID: id}, false, music.Invalid},
		{"negative", h.viewer(), music.Play{ID: "6", TrackID: id, StartedAt: ago(time.Hour), Listened: -1}, false, music.Invalid},
		{"no id", h.viewer(), music.Play{TrackID: id, StartedAt: ago(time.Hour)}, false, music.Invalid},
		{"an odd id", h.viewer(), music.Play{ID: "a\x00b", TrackID: id, StartedAt: ago(time.Hour)}, false, music.Invalid},
		{"no such track", h.viewer(), music.Play{ID: "7", TrackID: music.NewID(), StartedAt: ago(time.Hour)}, false, music.NotFound},
	} {
		counted, err := h.Plays.Report(t.Context(), c.viewer, c.play)
		if counted != c.counted || (err != nil) != (c.code != 0) || (err != nil && music.CodeOf(err) != c.code) {
			t.Errorf("%s: counted %v, %v", c.name, counted, err)
		}
	}
	if n := h.published(music.EventPlay); n != 2 {
		t.Errorf("%d plays were told, two are new", n)
	}
	recent, err := h.store.RecentlyPlayed(t.Context(), h.viewer(), 10)
	if err != nil || len(recent) != 1 || recent[0].ID != id {
		t.Errorf("recently played: %v, %v", recent, err)
	}
}

// A clock that is wrong by a year costs nobody their history.
func TestWrongClocks(t *testing.T) {
	h := newHouse(t, 1)
	fakelib.Write(t, h.root, "long.mp3", fakelib.Song{Title: "long", Sound: 1, Frames: 4000}.MP3()) // 104 seconds
	h.scan()
	now := time.Now().Truncate(time.Millisecond)
	h.Plays.SetClock(func() time.Time { return now })
	const day = 24 * time.Hour
	for i, c := range []struct{ ago, want time.Duration }{
		{time.Hour, time.Hour},
		{-30 * time.Second, -30 * time.Second},
		{-365 * day, 40 * time.Second},
		{-2 * time.Minute, 40 * time.Second},
		{59 * day, 59 * day},
		{61 * day, 40 * time.Second},
		{365 * day, 40 * time.Second},
		{20_000 * day, 40 * time.Second},
	} {
		play := music.Play{ID: strconv.Itoa(i), TrackID: h.id("long.mp3"), StartedAt: now.Add(-c.ago), Listened: 40 * time.Second}
		counted, err := h.Plays.Report(t.Context(), h.viewer(), play)
		if err != nil || !counted {
			t.Errorf("%v ago: counted %v, %v", c.ago, counted, err)
		}
		list, err := h.store.Heard(t.Context(), h.viewer(), music.HeardFilter{}, music.Page{})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list.Items, func(l music.Heard) bool { return l.ID == play.ID })
		if i < 0 || !list.Items[i].At.Equal(now.Add(-c.want)) {
			t.Errorf("%v ago: %+v", c.ago, list.Items)
		}
	}
}

func TestPausedHistory(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.Plays.SetDelay(time.Millisecond)
	h.run()
	paused := time.Now().Add(-time.Hour)
	if err := h.store.PauseHistory(t.Context(), h.viewer().AccountID, paused); err != nil {
		t.Fatal(err)
	}
	report := func(id string, began time.Time) bool {
		t.Helper()
		counted, err := h.Plays.Report(t.Context(), h.viewer(), music.Play{ID: id, TrackID: h.id("a.mp3"), StartedAt: began, Listened: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		return counted
	}
	if report("1", paused.Add(time.Minute)) {
		t.Error("counted while paused")
	}
	if !report("2", paused.Add(-time.Minute)) {
		t.Error("not counted, though it began before")
	}
	list, err := h.store.Heard(t.Context(), h.viewer(), music.HeardFilter{}, music.Page{})
	if err != nil || len(list.Items) != 1 || list.Items[0].ID != "2" {
		t.Errorf("kept: %+v, %v", list.Items, err)
	}
	if n := h.published(music.EventPlay); n != 1 {
		t.Errorf("%d plays were told", n)
	}
	eventually(t, "the total", func() bool { return h.tracks()["a.mp3"].Plays == 1 })
}

func TestListenedIsBounded(t *testing.T) {
	h := newHouse(t, 1)
	fakelib.Write(t, h.root, "long.mp3", fakelib.Song{Title: "long", Sound: 1, Frames: 4000}.MP3()) // 104 seconds
	h.scan()
	counted, err := h.Plays.Report(t.Context(), h.viewer(), music.Play{
		ID: "soon", TrackID: h.id("long.mp3"), StartedAt: time.Now().Add(50 * time.Second), Listened: time.Hour,
	})
	if err != nil || counted {
		t.Errorf("nobody can have heard that much by now: counted %v, %v", counted, err)
	}
}

func TestCountedPlaysShowInTheTotals(t *testing.T) {
	h := newHouse(t, 1)
	h.song("a.mp3", 1)
	h.Plays.SetDelay(time.Millisecond)
	h.run()
	play := music.Play{ID: "1", TrackID: h.id("a.mp3"), StartedAt: time.Now().Add(-time.Hour), Listened: time.Minute}
	if counted, err := h.Plays.Report(t.Context(), h.viewer(), play); err != nil || !counted {
		t.Fatal(counted, err)
	}
	eventually(t, "the total", func() bool { return h.tracks()["a.mp3"].Plays == 1 })
}
