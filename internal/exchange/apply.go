package exchange

import (
	"slices"

	"sonora/internal/history"
	"sonora/internal/music"
)

// hasNews reports whether there is anything to take.
func (w *work) hasNews() bool {
	return len(w.past)+len(w.liked) > 0 || slices.ContainsFunc(w.report.Lists, func(l List) bool { return l.isNew() })
}

// apply takes what is new. Whatever was taken before an error can be undone.
func (w *work) apply(names []string) error {
	made := history.Import{ID: music.NewID(), At: w.Now(), Files: names}
	if err := w.Store.BeginImport(w.ctx, w.viewer, &made); err != nil {
		return err
	}
	if err := w.addPlays(made.ID); err != nil {
		return err
	}
	for _, part := range parts(w.liked) {
		if err := w.Store.NoteMade(w.ctx, w.viewer, made.ID, history.MadeLike, part); err != nil {
			return err
		}
		if err := w.like(part); err != nil {
			return err
		}
	}
	for i := range w.report.Lists {
		if list := &w.report.Lists[i]; list.isNew() {
			if err := w.makeList(made.ID, list); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *work) like(ids []string) error {
	if w.since == nil {
		return w.Likes.LikeAll(w.ctx, w.viewer, ids, true)
	}
	return w.Store.LikeSince(w.ctx, w.viewer, ids, w.since)
}

func (w *work) addPlays(importID string) error {
	first := 0
	for part := range slices.Chunk(w.past, batch) {
		if err := w.Store.AddPast(w.ctx, w.viewer, importID, first, part); err != nil {
			return err
		}
		first += len(part)
	}
	if first == 0 {
		return nil
	}
	if _, err := w.Store.RollUpPlays(w.ctx); err != nil {
		return err
	}
	w.Events.Publish(music.Event{Type: music.EventPlay, Account: w.viewer.AccountID})
	return nil
}

// makeList makes a playlist with all its entries at once: an import that ends in between
// leaves no part of a list, which the next one would take for the whole.
func (w *work) makeList(importID string, list *List) error {
	p := &music.Playlist{ID: music.NewID(), OwnerID: w.viewer.AccountID, Name: list.Name, Description: list.description, IsPublic: list.isPublic, CreatedAt: w.Now()}
	if err := w.Store.NoteMade(w.ctx, w.viewer, importID, history.MadePlaylist, []string{p.ID}); err != nil {
		return err
	}
	return w.Playlists.CreateOf(w.ctx, w.viewer, p, list.tracks[:list.Found-list.LeftOut])
}
