package playlists

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// Edit is a change of the text and the entries of a playlist at once.
type Edit struct {
	Alter    func(*music.Playlist) // changes the text; may be nil
	Replace  bool                  // removes all entries that the viewer sees
	RemoveAt []int                 // removes those at some positions, counted from 0, among those that the viewer sees
	TrackIDs []string              // adds tracks to the end
}

func (e *Edit) changesEntries() bool {
	return e.Replace || len(e.RemoveAt) > 0 || len(e.TrackIDs) > 0
}

// EditPlaylist edits a playlist and returns the result with the number of entries
// added. After an error, nothing has changed. It skips tracks that the viewer may
// not see and returns NotFound if no others remain, Invalid if there is no entry
// at one of the positions, Conflict if the tracks do not fit, and otherwise the
// errors of ChangePlaylist for the text and of changeEntries for the entries.
func (s *Store) EditPlaylist(ctx context.Context, v music.Viewer, id string, e Edit, at time.Time) (p *music.Playlist, added int, err error) {
	tracks, err := s.seqsOf(ctx, v, e.TrackIDs) // before the transaction, which keeps others waiting
	if err != nil {
		return nil, 0, err
	}
	update := s.db.Update
	if e.Alter != nil {
		update = s.db.UpdateNames
	}
	err = update(ctx, "edit playlist", func(tx *kernel.Tx) error {
		if p, err = lockedPlaylist(ctx, tx, v, id); err != nil {
			return err
		}
		before := p.Version
		if e.Alter != nil {
			if err := alterPlaylist(ctx, tx, v, p, at, e.Alter); err != nil {
				return err
			}
		}
		if e.changesEntries() {
			if added, err = editEntries(ctx, tx, v, p, &e, tracks, at); err != nil {
				return err
			}
		}
		if p.Version == before {
			return nil
		}
		return tellWebhooks(ctx, tx, p, at, music.PlaylistChange{Version: p.Version, By: v.AccountID, Added: added})
	})
	if err != nil {
		return nil, 0, err
	}
	return p, added, nil
}

// editEntries removes and adds the entries of an edit. It returns how many it added.
func editEntries(ctx context.Context, tx *kernel.Tx, v music.Viewer, p *music.Playlist, e *Edit, tracks []int64, at time.Time) (added int, err error) {
	if err := checkEntriesOf(v, p); err != nil {
		return 0, err
	}
	removed, err := removeFor(ctx, tx, v, p, e)
	if err != nil {
		return 0, err
	}
	if added, err = appendTracks(ctx, tx, v, p, tracks, at); err != nil || removed+added == 0 {
		return 0, err
	}
	p.UpdatedAt = kernel.Moment(kernel.Millis(at))
	p.Version++
	return added, kernel.Found(tx.Exec(ctx, "update playlist set version = ?, entries = ?, updated_at = ? where seq = ?", p.Version, p.Entries, kernel.Millis(at), p.Seq))
}

// removeFor removes the entries that an edit removes. It returns how many.
func removeFor(ctx context.Context, tx *kernel.Tx, v music.Viewer, p *music.Playlist, e *Edit) (int, error) {
	if !e.Replace && len(e.RemoveAt) == 0 {
		return 0, nil
	}
	q := (&kernel.Query{}).Add("select e.seq from playlist_entry e join track t on t.seq = e.track").Append(visibleEntries(v, p)).Add(" order by e.place")
	seqs, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, q.Text.String(), q.Args...)
	if err != nil {
		return 0, err
	}
	if !e.Replace {
		if seqs, err = atPositions(seqs, e.RemoveAt); err != nil {
			return 0, err
		}
	}
	n, err := tx.Exec(ctx, "delete from playlist_entry where "+thisList+" and seq in "+tx.Pool.D.Ints, p.Seq, kernel.Array(seqs))
	p.Entries -= n
	return n, err
}

// atPositions returns the seqs at some positions.
func atPositions(seqs []int64, positions []int) ([]int64, error) {
	found := make([]int64, len(positions))
	for i, position := range positions {
		if position < 0 || position >= len(seqs) {
			return nil, errNoEntry
		}
		found[i] = seqs[position]
	}
	return found, nil
}

// seqsOf returns the seqs of those tracks that the viewer may see, in order. It
// returns NotFound if there are IDs and all are of others.
func (s *Store) seqsOf(ctx context.Context, v music.Viewer, ids []string) ([]int64, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	known, err := s.knownTracks(ctx, s.db.Read, v, ids)
	if err != nil {
		return nil, err
	}
	seqs := make([]int64, 0, len(ids))
	for _, id := range ids {
		if t, ok := known[id]; ok {
			seqs = append(seqs, t.seq)
		}
	}
	return seqs, nil
}

// appendTracks adds tracks to the end of a playlist in one statement, except those
// that were deleted meanwhile. It returns how many it added.
func appendTracks(ctx context.Context, tx *kernel.Tx, v music.Viewer, p *music.Playlist, tracks []int64, at time.Time) (int, error) {
	if len(tracks) == 0 {
		return 0, nil
	}
	if p.Entries+len(tracks) > music.MaxEntries {
		return 0, errPlaylistFull
	}
	end, err := endOf(ctx, tx, p.Seq)
	if err != nil {
		return 0, err
	}
	first, step, err := end.room(ctx, tx, p.Seq, len(tracks))
	if err != nil {
		return 0, err
	}
	n, err := tx.Exec(ctx, `insert into playlist_entry (playlist, place, track, account, added_at)
		select cast(? as bigint), cast(? as bigint) + cast(? as bigint) * x.n, t.seq, a.seq, cast(? as bigint)
		from `+tx.Pool.D.Ranked+` x join track t on t.seq = x.seq join account a on a.id = ? order by x.n`,
		p.Seq, first, step, kernel.Millis(at), kernel.Array(tracks), v.AccountID)
	p.Entries += n
	return n, err
}
