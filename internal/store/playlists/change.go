package playlists

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

var (
	errNotInList    = music.NewError(music.Conflict, "The tracks of a smart playlist follow its rules.")
	errPlaylistFull = music.NewError(music.Conflict, "A playlist can hold up to %d tracks.", music.MaxEntries).Coded(music.CodeLimitReached)
	errNoTrack      = music.NewError(music.NotFound, "This track was not found.")
	errNoTracks     = music.NewError(music.NotFound, "These tracks were not found.")
	errNoEntry      = music.NewError(music.Invalid, "The playlist has no song at this position.")
	errManyEntries  = music.NewError(music.Invalid, "Change up to %d tracks at once.", music.MaxEntryBatch)
)

// changeEntries changes the entries of a playlist that the viewer may edit, and
// increases its version if change returns true. It returns Forbidden for
// another person's public playlist, Conflict for a smart one, and NotFound if
// the viewer may not see it.
func (s *Store) changeEntries(ctx context.Context, v music.Viewer, id string, at time.Time, change func(tx *kernel.Tx, p *music.Playlist, c *music.EntryChange) (changed bool, err error)) (*music.EntryChange, error) {
	var c *music.EntryChange
	err := s.db.Update(ctx, "change entries of playlist", func(tx *kernel.Tx) error {
		p, err := lockedPlaylist(ctx, tx, v, id)
		if err != nil {
			return err
		}
		if err := checkEntriesOf(v, p); err != nil {
			return err
		}
		c = &music.EntryChange{Version: p.Version}
		changed, err := change(tx, p, c)
		if err != nil || !changed {
			return err
		}
		c.Version++
		if err := kernel.Found(tx.Exec(ctx, "update playlist set version = ?, entries = ?, updated_at = ? where seq = ?",
			c.Version, p.Entries+len(c.Added)-len(c.Removed), kernel.Millis(at), p.Seq)); err != nil {
			return err
		}
		return tellWebhooks(ctx, tx, p, at, music.PlaylistChange{Version: c.Version, By: v.AccountID, Added: len(c.Added)})
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// checkEntriesOf returns Forbidden or Conflict if the viewer may not change the
// entries of a playlist that they may see.
func checkEntriesOf(v music.Viewer, p *music.Playlist) error {
	switch {
	case p.OwnerID != v.AccountID && !p.Joined:
		return music.ErrForbidden
	case p.Kind != music.PlaylistList:
		return errNotInList
	}
	return nil
}

// AddEntries adds tracks to a playlist. It skips tracks that the viewer may not
// see and returns NotFound if no others remain. It returns Conflict if they do
// not fit, and otherwise the errors of changeEntries.
func (s *Store) AddEntries(ctx context.Context, v music.Viewer, id string, in music.Insertion, at time.Time) (*music.EntryChange, error) {
	if len(in.TrackIDs) > music.MaxEntryBatch {
		return nil, errManyEntries
	}
	return s.changeEntries(ctx, v, id, at, func(tx *kernel.Tx, p *music.Playlist, c *music.EntryChange) (bool, error) {
		tracks, err := s.tracksFor(ctx, tx, v, p, in, c)
		if err != nil || len(tracks) == 0 {
			return false, err
		}
		where, err := openingAfter(ctx, tx, p.Seq, in.After)
		if err != nil {
			return false, err
		}
		return true, s.insertEntries(ctx, tx, v, p, c, where, tracks, at)
	})
}

// addable is a track to add to a playlist.
type addable struct {
	seq int64
	id  string
}

type addableRow struct{ addable }

func (r *addableRow) Dest() []any { return []any{&r.seq, &r.id} }

func (r *addableRow) Value() addable { return r.addable }

// knownTracks returns the tracks with the given IDs that the viewer may see.
func (s *Store) knownTracks(ctx context.Context, from kernel.Queryer, v music.Viewer, ids []string) (map[string]addable, error) {
	q := (&kernel.Query{}).Add("select t.seq, t.id from track t where t.id in "+s.db.Dialect.Texts+" and ", kernel.Array(ids)).CanSee(v)
	rows, err := kernel.Collect(ctx, from, &addableRow{}, q.Text.String(), q.Args...)
	known := make(map[string]addable, len(rows))
	for _, t := range rows {
		known[t.id] = t
	}
	switch {
	case err != nil || len(known) > 0:
		return known, err
	case len(ids) == 1:
		return nil, errNoTrack
	default:
		return nil, errNoTracks
	}
}

// tracksFor returns the tracks to add, in order, and records the others as
// skipped.
func (s *Store) tracksFor(ctx context.Context, tx *kernel.Tx, v music.Viewer, p *music.Playlist, in music.Insertion, c *music.EntryChange) ([]addable, error) {
	known, err := s.knownTracks(ctx, tx, v, in.TrackIDs)
	if err != nil {
		return nil, err
	}
	there := map[int64]bool{}
	if in.SkipDuplicates {
		var seqs []int64
		for _, t := range known {
			seqs = append(seqs, t.seq)
		}
		present, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select distinct track from playlist_entry where playlist = ? and track in "+s.db.Dialect.Ints, p.Seq, kernel.Array(seqs))
		if err != nil {
			return nil, err
		}
		for _, seq := range present {
			there[seq] = true
		}
	}
	var tracks []addable
	for _, id := range in.TrackIDs {
		t, ok := known[id]
		if !ok || there[t.seq] {
			c.Skipped = append(c.Skipped, id)
			continue
		}
		there[t.seq] = in.SkipDuplicates
		tracks = append(tracks, t)
	}
	return tracks, nil
}

// insertEntries writes entries into an opening.
func (s *Store) insertEntries(ctx context.Context, tx *kernel.Tx, v music.Viewer, p *music.Playlist, c *music.EntryChange, where opening, tracks []addable, at time.Time) error {
	if p.Entries+len(c.Added)+len(tracks) > music.MaxEntries {
		return errPlaylistFull
	}
	first, step, err := where.room(ctx, tx, p.Seq, len(tracks))
	if err != nil {
		return err
	}
	account, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from account where id = ?", v.AccountID)
	if err != nil {
		return err
	}
	insert := tx.Insert("playlist_entry", "playlist, place, track, account, added_at")
	for i, t := range tracks {
		if err := insert.Add(ctx, p.Seq, first+int64(i)*step, t.seq, account, kernel.Millis(at)); err != nil {
			return err
		}
	}
	if err := insert.Flush(ctx); err != nil {
		return err
	}
	seqs, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select seq from playlist_entry where playlist = ? and place >= ? and place <= ? order by place", p.Seq, first, first+int64(len(tracks)-1)*step)
	if err != nil {
		return err
	}
	for i, seq := range seqs {
		c.Added = append(c.Added, music.Added{EntryID: entryID(seq), TrackID: tracks[i].id})
	}
	return nil
}

// placedRow is an entry with its track and the preceding entry.
type placedRow struct{ placedEntry }

type placedEntry struct {
	seq     int64
	trackID string
	before  kernel.Pair[int64, int64] // seq and place; 0 for none
}

func (r *placedRow) Dest() []any { return []any{&r.seq, &r.trackID, &r.before.A, &r.before.B} }

func (r *placedRow) Value() placedEntry { return r.placedEntry }

// entriesOf returns the given entries that are in the playlist, in its order.
func entriesOf(ctx context.Context, tx *kernel.Tx, p *music.Playlist, ids []string) ([]placedEntry, error) {
	const before = "coalesce((select b.%s from playlist_entry b where b.playlist = e.playlist and b.place < e.place order by b.place desc limit 1), 0)"
	return kernel.Collect(ctx, tx, &placedRow{}, "select e.seq, t.id, "+fmt.Sprintf(before+", "+before, "seq", "place")+
		" from playlist_entry e join track t on t.seq = e.track where e."+thisList+" and e.seq in "+tx.Pool.D.Ints+" order by e.place",
		p.Seq, kernel.Array(entrySeqs(ids)))
}

// anchors returns, for each of some entries in list order, the preceding entry
// that is not one of them, or "" for the start.
func anchors(entries []placedEntry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		switch {
		case e.before.A == 0:
		case i > 0 && e.before.A == entries[i-1].seq:
			out[i] = out[i-1]
		default:
			out[i] = anchorID(e.before.A, e.before.B)
		}
	}
	return out
}

// RemoveEntries removes entries from a playlist and ignores missing ones. It
// returns the errors of changeEntries.
func (s *Store) RemoveEntries(ctx context.Context, v music.Viewer, id string, entryIDs []string, at time.Time) (*music.EntryChange, error) {
	if len(entryIDs) > music.MaxEntryBatch {
		return nil, errManyEntries
	}
	return s.changeEntries(ctx, v, id, at, func(tx *kernel.Tx, p *music.Playlist, c *music.EntryChange) (bool, error) {
		entries, err := entriesOf(ctx, tx, p, entryIDs)
		if err != nil || len(entries) == 0 {
			return false, err
		}
		after := anchors(entries)
		var seqs []int64
		for i, e := range entries {
			seqs = append(seqs, e.seq)
			c.Removed = append(c.Removed, music.Removed{TrackID: e.trackID, After: after[i]})
		}
		return true, kernel.Found(tx.Exec(ctx, "delete from playlist_entry where "+thisList+" and seq in "+tx.Pool.D.Ints, p.Seq, kernel.Array(seqs)))
	})
}

// RestoreEntries restores removed entries at their old positions, as added by
// the viewer. It returns the errors of AddEntries.
func (s *Store) RestoreEntries(ctx context.Context, v music.Viewer, id string, removed []music.Removed, at time.Time) (*music.EntryChange, error) {
	if len(removed) > music.MaxEntryBatch {
		return nil, errManyEntries
	}
	return s.changeEntries(ctx, v, id, at, func(tx *kernel.Tx, p *music.Playlist, c *music.EntryChange) (bool, error) {
		ids := make([]string, len(removed))
		for i, r := range removed {
			ids[i] = r.TrackID
		}
		known, err := s.knownTracks(ctx, tx, v, ids)
		if err != nil {
			return false, err
		}
		for len(removed) > 0 {
			n := 1
			for n < len(removed) && removed[n].After == removed[0].After {
				n++
			}
			if err := s.restoreRun(ctx, tx, v, p, c, known, removed[:n], at); err != nil {
				return false, err
			}
			removed = removed[n:]
		}
		return len(c.Added) > 0, nil
	})
}

// restoreRun restores consecutive entries.
func (s *Store) restoreRun(ctx context.Context, tx *kernel.Tx, v music.Viewer, p *music.Playlist, c *music.EntryChange, known map[string]addable, run []music.Removed, at time.Time) error {
	var tracks []addable
	for _, r := range run {
		if t, ok := known[r.TrackID]; ok {
			tracks = append(tracks, t)
		} else {
			c.Skipped = append(c.Skipped, r.TrackID)
		}
	}
	if len(tracks) == 0 {
		return nil
	}
	where, err := openingAfter(ctx, tx, p.Seq, &run[0].After)
	if err != nil {
		return err
	}
	return s.insertEntries(ctx, tx, v, p, c, where, tracks, at)
}

// MoveEntries moves entries after another one, in the order of their IDs, and
// ignores missing ones. It returns the errors of changeEntries.
func (s *Store) MoveEntries(ctx context.Context, v music.Viewer, id string, move music.Moved, at time.Time) (*music.EntryChange, error) {
	if len(move.EntryIDs) > music.MaxEntryBatch {
		return nil, errManyEntries
	}
	return s.changeEntries(ctx, v, id, at, func(tx *kernel.Tx, p *music.Playlist, c *music.EntryChange) (bool, error) {
		entries, err := entriesOf(ctx, tx, p, move.EntryIDs)
		if err != nil || len(entries) == 0 {
			return false, err
		}
		after := anchors(entries)
		c.Undo = undoOf(entries, after)
		there := map[int64]bool{}
		for _, e := range entries {
			there[e.seq] = true
		}
		seqs := slices.DeleteFunc(entrySeqs(move.EntryIDs), func(seq int64) bool { return !there[seq] })
		return true, s.moveTo(ctx, tx, p, seqs, anchorOf(move.After, entries, after))
	})
}

// undoOf returns the moves that undo a move.
func undoOf(entries []placedEntry, after []string) []music.Moved {
	var undo []music.Moved
	for i, e := range entries {
		if i == 0 || after[i] != after[i-1] {
			undo = append(undo, music.Moved{After: after[i]})
		}
		last := &undo[len(undo)-1]
		last.EntryIDs = append(last.EntryIDs, entryID(e.seq))
	}
	return undo
}

// anchorOf returns the entry after which others are placed. If the anchor
// itself moves, that is the entry before it.
func anchorOf(anchor string, entries []placedEntry, after []string) string {
	if seqs := entrySeqs([]string{anchor}); len(seqs) == 1 {
		for i, e := range entries {
			if e.seq == seqs[0] {
				return after[i]
			}
		}
	}
	return anchor
}

// moveTo moves entries out of the way, finds an opening, and puts them there.
func (s *Store) moveTo(ctx context.Context, tx *kernel.Tx, p *music.Playlist, seqs []int64, anchor string) error {
	if err := putAside(ctx, tx, p.Seq, seqs, 2*aside); err != nil {
		return err
	}
	where, err := openingAfter(ctx, tx, p.Seq, &anchor)
	if err != nil {
		return err
	}
	first, step, err := where.room(ctx, tx, p.Seq, len(seqs))
	if err != nil {
		return err
	}
	return putEvery(ctx, tx, p.Seq, seqs, first, step)
}

// ForgetTracks removes tracks from all playlists before they are deleted.
func ForgetTracks(ctx context.Context, tx *kernel.Tx, tracks []int64) error {
	lists, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select distinct playlist from playlist_entry where track in "+tx.Pool.D.Ints, kernel.Array(tracks))
	if err != nil || len(lists) == 0 {
		return err
	}
	if _, err := tx.Exec(ctx, "delete from playlist_entry where track in "+tx.Pool.D.Ints, kernel.Array(tracks)); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "update playlist set version = version + 1, entries = (select count(*) from playlist_entry e where e.playlist = playlist.seq) where seq in "+tx.Pool.D.Ints, kernel.Array(lists))
	return err
}
