package podcast

import (
	"testing"

	"sonora/internal/feed"
	"sonora/internal/music"
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
