package library_test

import (
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
		{"in the future", h.viewer(), music.Play{ID: "4", TrackID: id, StartedAt: ago(-time.Hour)}, false, music.Invalid},
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
