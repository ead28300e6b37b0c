package podcast

import (
	"errors"
	"testing"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
)

// TestEditKeepsConcurrentEdits checks that an edit of an episode does not undo
// another one that was made since the episode was read.
func TestEditKeepsConcurrentEdits(t *testing.T) {
	f, ctx := newFixture(t), t.Context()
	mixOf := func(title string, size int64) string {
		m := music.NewMix()
		m.Title, m.OwnerID, m.IsActive, m.Size, m.AudioURL = title, f.ann.AccountID, true, size, "https://music.example/mix.mp3"
		if err := f.Store.CreateMix(ctx, &m); err != nil {
			t.Fatal(err)
		}
		return m.ID
	}
	first, second := mixOf("First", 1), mixOf("Second", 2)
	p, err := f.Create(ctx, f.ann, func(p *feed.Podcast) { p.Title = "Mornings" })
	if err != nil {
		t.Fatal(err)
	}
	e, err := f.AddEpisode(ctx, f.ann, p.ID, func(e *feed.Episode) { e.Title, e.MixID = "One", first })
	if err != nil {
		t.Fatal(err)
	}
	edit := func(fill func(*feed.Episode)) *feed.Episode {
		t.Helper()
		e, err := f.EditEpisode(ctx, f.ann, e.ID, fill)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	meanwhile := true
	got := edit(func(e *feed.Episode) {
		if meanwhile { // since the episode was read
			meanwhile = false
			edit(func(e *feed.Episode) { e.Season, e.MixID = 3, second })
		}
		e.Title = "Two"
	})
	if got.Title != "Two" || got.Season != 3 || got.MixID != second || got.Size != 2 {
		t.Errorf("after two edits: %+v", got)
	}
	if got = edit(func(e *feed.Episode) { e.MixID = first }); got.Size != 1 || got.Title != "Two" {
		t.Errorf("with other audio: %+v", got)
	}
}

// TestPodcastOutlivesItsStation saves a podcast as it was read, before and after its
// station is deleted, and gives it stations that it may not have.
func TestPodcastOutlivesItsStation(t *testing.T) {
	f, ctx := newFixture(t), t.Context()
	ann := f.ann
	ann.Role = music.Creator
	stationOf := func(owner string) string {
		st := station.New()
		st.Name, st.OwnerID, st.Mode = "Jazz", owner, station.ModeLive
		if err := f.Store.CreateStation(ctx, &st, station.MaxOwned); err != nil {
			t.Fatal(err)
		}
		return st.ID
	}
	own, foreign := stationOf(ann.AccountID), stationOf("")
	p, err := f.Create(ctx, ann, func(p *feed.Podcast) { p.Title, p.StationID = "Mornings", own })
	if err != nil {
		t.Fatal(err)
	}
	save := func(v music.Viewer, id, stationID string, want error) {
		t.Helper()
		got, err := f.Edit(ctx, v, id, func(p *feed.Podcast) { p.StationID = stationID })
		if !errors.Is(err, want) || err == nil && got.StationID != stationID {
			t.Errorf("%q: %+v %v, want %v", stationID, got, err, want)
		}
	}
	save(ann, p.ID, own, nil)
	save(ann, p.ID, foreign, errNotYourStation)
	if err := f.Store.DeleteStation(ctx, own); err != nil {
		t.Fatal(err)
	}
	save(ann, p.ID, own, nil)
	save(ann, p.ID, "", nil)
	save(ann, p.ID, own, errNotYourStation)
	save(ann, "nope", "nope", music.ErrNotFound)
	save(music.Viewer{AccountID: "bob", Role: music.Creator}, p.ID, "nope", music.ErrForbidden)
}
