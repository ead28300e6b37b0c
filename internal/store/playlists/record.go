package playlists

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

type entryRecordRow struct {
	r     music.EntryRecord
	added int64
}

func (r *entryRecordRow) Dest() []any {
	e := &r.r
	return []any{&e.PlaylistSeq, &e.Place, &e.PlaylistID, &r.added, &e.IsOwn, &e.TrackID, &e.Title, &e.Artist, &e.Album}
}

func (r *entryRecordRow) Value() music.EntryRecord {
	e := r.r
	e.AddedAt = kernel.Moment(r.added)
	return e
}

// EntryRecords returns up to limit entries after the given one: all entries of
// the viewer's playlists, and those that they added to others'.
func (s *Store) EntryRecords(ctx context.Context, v music.Viewer, after music.EntryRecord, limit int) ([]music.EntryRecord, error) {
	account, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, "select seq from account where id = ?", v.AccountID)
	if err != nil {
		return nil, fmt.Errorf("find the person: %w", err)
	}
	q := (&kernel.Query{}).Add(`select e.playlist, e.place, p.id, e.added_at, coalesce(e.account = ?, false), x.id, coalesce(t.title, ''), coalesce(t.artist, ''), coalesce(t.album_title, '')
		from playlist_entry e join playlist p on p.seq = e.playlist join track x on x.seq = e.track left join track t on t.seq = e.track and `, account).CanSee(v).
		Add(" where (p.account = ? or e.account = ?) and (e.playlist, e.place) > (?, ?) order by e.playlist, e.place limit ? + 0", account, account, after.PlaylistSeq, after.Place, limit)
	list, err := kernel.Collect(ctx, s.db.Read, &entryRecordRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list entries of playlists: %w", err)
	}
	return list, nil
}
