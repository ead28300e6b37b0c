package djimport

import (
	"maps"
	"slices"

	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/store"
)

// markBatch is the number of tracks whose marks change in one transaction.
const markBatch = 200

// takeMarks takes the planned marks over, or counts them.
func (w *work) takeMarks() error {
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(w.plan)), markBatch) {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		// The database may call take again for a track, after a conflict.
		done := map[string]outcome{}
		take := func(k *marks.Kept) { done[k.TrackID] = w.plan[k.TrackID].takenInto(&k.Marks, w.options.Replace) }
		if err := w.eachMarks(ids, take); err != nil {
			return err
		}
		for _, id := range ids {
			w.report.Taken.add(done[id].taken)
			if done[id].kept {
				w.report.Kept++
			}
			if done[id].skipped {
				w.report.Skipped++
			}
		}
	}
	return nil
}

// outcome is what became of the marks of one track.
type outcome struct {
	taken   Counts
	kept    bool // marks of the person's own stayed instead of others
	skipped bool // nothing is taken: marks of the person's own lie behind the end
}

// takenInto takes marks over into the person's own. Where those lie behind the end
// of a file that was shortened, everything stays as it is.
func (p planned) takenInto(own *marks.Marks, replace bool) (o outcome) {
	before := *own
	o.taken, o.kept = merge(own, p.marks, replace)
	if o.taken != (Counts{}) && own.Validate(p.length) != nil {
		*own = before
		return outcome{skipped: true}
	}
	return o
}

// eachMarks changes the marks of tracks, or shows what a change would do.
func (w *work) eachMarks(ids []string, take func(*marks.Kept)) error {
	if w.options.Apply {
		return w.Marks.Change(w.ctx, w.viewer, ids, take)
	}
	list, err := w.Store.MarksOf(w.ctx, w.viewer, ids)
	for i := range list {
		take(&list[i])
	}
	return err
}

// takeLists makes the playlists, except those that the person has and those beyond
// maxLists.
func (w *work) takeLists() error {
	if len(w.report.Playlists) == 0 {
		return nil
	}
	w.report.Playlists = distinct(w.report.Playlists)
	names, err := w.Store.PlaylistNames(w.ctx, w.viewer.AccountID)
	if err != nil {
		return err
	}
	for i := range w.report.Playlists {
		w.report.Playlists[i].Exists = names[store.Folded(w.report.Playlists[i].Name)]
	}
	w.report.Playlists, w.report.ListsLeftOut = withinLimit(w.report.Playlists)
	for i := range w.report.Playlists {
		list := &w.report.Playlists[i]
		if w.options.Apply && list.isNew() {
			if err := w.makeList(list); err != nil {
				return err
			}
		}
	}
	return nil
}

// withinLimit returns the lists without the new ones beyond maxLists, and the number
// of those. It counts the tracks for which a new one has no room.
func withinLimit(lists []List) (kept []List, leftOut int) {
	made := 0
	for i := range lists {
		if lists[i].isNew() {
			if made++; made > maxLists {
				leftOut++
				continue
			}
			lists[i].LeftOut = max(0, len(lists[i].tracks)-music.MaxEntries)
		}
		kept = append(kept, lists[i])
	}
	return kept, leftOut
}

// isNew reports whether an import makes a playlist of the list.
func (l *List) isNew() bool { return !l.Exists && l.Found > 0 }

func (w *work) makeList(list *List) error {
	p, err := w.Playlists.Create(w.ctx, w.viewer, &music.Playlist{OwnerID: w.viewer.AccountID, Name: list.Name, CreatedAt: w.Now()})
	if err != nil {
		return err
	}
	tracks := list.tracks[:len(list.tracks)-list.LeftOut]
	for part := range slices.Chunk(tracks, music.MaxEntryBatch) {
		if _, err := w.Playlists.Add(w.ctx, w.viewer, p.ID, music.Insertion{TrackIDs: part}); err != nil {
			return err
		}
	}
	return nil
}
