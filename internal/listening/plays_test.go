package listening

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
)

func TestPlayReports(t *testing.T) {
	h := newRoom(t, map[string]time.Duration{"a": 10400 * time.Millisecond})
	id := h.ids["a"]
	now := time.Now()
	h.now = func() time.Time { return now }
	ago := func(d time.Duration) time.Time { return now.Add(-d) }

	for _, c := range []struct {
		name    string
		viewer  music.Viewer
		play    music.Play
		counted bool
		code    music.Code
	}{
		{"half of it", h.ana, music.Play{ID: "1", TrackID: id, StartedAt: ago(time.Hour), Listened: 6 * time.Second}, true, 0},
		{"again", h.ana, music.Play{ID: "1", TrackID: id, StartedAt: ago(time.Hour), Listened: 6 * time.Second}, true, 0},
		{"skipped", h.ana, music.Play{ID: "2", TrackID: id, StartedAt: ago(time.Hour), Listened: 2 * time.Second}, false, 0},
		{"a visitor", music.Viewer{}, music.Play{ID: "3", TrackID: id, StartedAt: ago(time.Hour), Listened: time.Minute}, false, music.Unauthenticated},
		{"no time", h.ana, music.Play{ID: "5", TrackID: id}, false, music.Invalid},
		{"negative", h.ana, music.Play{ID: "6", TrackID: id, StartedAt: ago(time.Hour), Listened: -1}, false, music.Invalid},
		{"no id", h.ana, music.Play{TrackID: id, StartedAt: ago(time.Hour)}, false, music.Invalid},
		{"an odd id", h.ana, music.Play{ID: "a\x00b", TrackID: id, StartedAt: ago(time.Hour)}, false, music.Invalid},
		{"no such track", h.ana, music.Play{ID: "7", TrackID: music.NewID(), StartedAt: ago(time.Hour)}, false, music.NotFound},
	} {
		counted, err := h.ReportPlay(t.Context(), c.viewer, c.play)
		if counted != c.counted || (err != nil) != (c.code != 0) || (err != nil && music.CodeOf(err) != c.code) {
			t.Errorf("%s: counted %v, %v", c.name, counted, err)
		}
	}
	if n := len(h.published(music.EventPlay)); n != 2 {
		t.Errorf("%d events, want 2", n)
	}
	recent, err := h.store.RecentlyPlayed(t.Context(), h.ana, 10)
	if err != nil || len(recent) != 1 || recent[0].ID != id {
		t.Errorf("recently played: %v, %v", recent, err)
	}
}

// A clock that is wrong by a year does not lose anybody's history.
func TestWrongClocks(t *testing.T) {
	const length = 104 * time.Second
	h := newRoom(t, map[string]time.Duration{"0": length, "1": length, "2": length, "3": length, "4": length, "5": length, "6": length, "7": length})
	now := time.Now().Truncate(time.Millisecond)
	h.now = func() time.Time { return now }
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
		play := music.Play{ID: strconv.Itoa(i), TrackID: h.ids[strconv.Itoa(i)], StartedAt: now.Add(-c.ago), Listened: 40 * time.Second}
		counted, err := h.ReportPlay(t.Context(), h.ana, play)
		if err != nil || !counted {
			t.Errorf("%v ago: counted %v, %v", c.ago, counted, err)
		}
		list, err := h.store.Heard(t.Context(), h.ana, history.Filter{}, music.Page{})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list.Items, func(l history.Heard) bool { return l.ID == play.ID })
		if i < 0 || !list.Items[i].At.Equal(now.Add(-c.want)) {
			t.Errorf("%v ago: %+v", c.ago, list.Items)
		}
	}
}

// Somebody who says that they heard 200 tracks at once did not. What several devices
// play, and what an offline device reports later, counts.
func TestPlaysAtOnce(t *testing.T) {
	const length = 104 * time.Second
	lengths := map[string]time.Duration{}
	for i := range 9 {
		lengths[strconv.Itoa(i)] = length
	}
	h := newRoom(t, lengths)
	h.runs()
	began, id := time.Now().Add(-24*time.Hour), 0
	report := func(track string, after time.Duration) bool {
		t.Helper()
		id++
		play := music.Play{ID: strconv.Itoa(id), TrackID: h.ids[track], StartedAt: began.Add(after), Listened: length}
		counted, err := h.ReportPlay(t.Context(), h.ana, play)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := h.ReportPlay(t.Context(), h.ana, play); err != nil || again != counted {
			t.Errorf("play %d, reported again: %v, %v", id, again, err)
		}
		return counted
	}
	for i := range 20 {
		if counted := report("0", time.Duration(i)*time.Second); counted != (i == 0) {
			t.Errorf("the same track, %d s later: counted %v", i, counted)
		}
	}
	for i := 1; i < 9; i++ {
		if counted := report(strconv.Itoa(i), 0); counted != (i < maxPlaysAtOnce) {
			t.Errorf("track %d at the same time: counted %v", i, counted)
		}
	}
	for i := range 3 { // one device after the other sends what it played
		for turn := range 4 {
			if !report(strconv.Itoa(i), time.Hour+time.Duration(turn)*length+time.Duration(i)*time.Second) {
				t.Errorf("device %d, track %d did not count", i, turn)
			}
		}
	}
	if !report("8", 2*time.Hour) || !report("8", 2*time.Hour+length) {
		t.Error("a track that repeats did not count")
	}
	h.awaitPlays("0", 5)
}

func TestPausedHistory(t *testing.T) {
	h := newRoom(t, map[string]time.Duration{"a": 10 * time.Second})
	h.runs()
	paused := time.Now().Add(-time.Hour)
	if err := h.store.PauseHistory(t.Context(), h.ana.AccountID, paused); err != nil {
		t.Fatal(err)
	}
	report := func(id string, began time.Time) bool {
		t.Helper()
		counted, err := h.ReportPlay(t.Context(), h.ana, music.Play{ID: id, TrackID: h.ids["a"], StartedAt: began, Listened: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		return counted
	}
	if report("1", paused.Add(time.Minute)) {
		t.Error("a play during the pause was counted")
	}
	if !report("2", paused.Add(-time.Minute)) {
		t.Error("a play that began before the pause was not counted")
	}
	list, err := h.store.Heard(t.Context(), h.ana, history.Filter{}, music.Page{})
	if err != nil || len(list.Items) != 1 || list.Items[0].ID != "2" {
		t.Errorf("kept: %+v, %v", list.Items, err)
	}
	if n := len(h.published(music.EventPlay)); n != 1 {
		t.Errorf("%d events", n)
	}
	h.awaitPlays("a", 1)
}

func TestListenedTimeIsLimited(t *testing.T) {
	h := newRoom(t, map[string]time.Duration{"long": 104 * time.Second})
	counted, err := h.ReportPlay(t.Context(), h.ana, music.Play{
		ID: "soon", TrackID: h.ids["long"], StartedAt: time.Now().Add(50 * time.Second), Listened: time.Hour,
	})
	if err != nil || counted {
		t.Errorf("more seconds than have passed: counted %v, %v", counted, err)
	}
}

func TestCountedPlaysAppearInTotals(t *testing.T) {
	h := newRoom(t, map[string]time.Duration{"a": 10 * time.Second})
	h.runs()
	play := music.Play{ID: "1", TrackID: h.ids["a"], StartedAt: time.Now().Add(-time.Hour), Listened: time.Minute}
	if counted, err := h.ReportPlay(t.Context(), h.ana, play); err != nil || !counted {
		t.Fatal(counted, err)
	}
	h.awaitPlays("a", 1)
}
