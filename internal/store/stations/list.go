package stations

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
	"sonora/internal/store/playlists"
)

const (
	// listOpens is the condition that the owner of the station s may open the
	// playlist p.
	listOpens = "(" + playlists.IsShown + " or p.account = s.owner or exists (select 1 from playlist_member m where m.playlist = p.seq and m.account = s.owner))"

	selectStationList = `select l.seq, l.id, s.id, l.playlist, coalesce(p.name, ''), coalesce(p.entries, 0), l.role, l.weight, l.every_songs, l.every_minutes, l.minute, l.is_enabled, l.position
		from station_list l join station s on s.seq = l.station left join playlist p on p.id = l.playlist and ` + listOpens + ` where s.id = ?`
)

type stationListRow struct {
	seq int64
	l   station.Playlist
}

func (r *stationListRow) Dest() []any {
	l := &r.l
	return []any{
		&r.seq, &l.ID, &l.StationID, &l.PlaylistID, &l.Name, &l.Entries, &l.Role, &l.Weight, &l.EverySongs, &l.EveryMinutes, &l.Minute, &l.IsEnabled, &l.Position,
	}
}

func (r *stationListRow) Value() stationListRow { return *r }

// StationLists returns the rotation playlists of a station, in their configured
// order.
func (s *Store) StationLists(ctx context.Context, stationID string) ([]station.Playlist, error) {
	rows, err := stationLists(ctx, s.db.Read, stationID)
	lists := make([]station.Playlist, len(rows))
	for i, r := range rows {
		lists[i] = r.l
	}
	return lists, err
}

func stationLists(ctx context.Context, from kernel.Queryer, stationID string) ([]stationListRow, error) {
	rows, err := kernel.Collect(ctx, from, &stationListRow{}, selectStationList+" order by l.position, l.seq limit ? + 0", stationID, station.MaxPlaylists)
	if err != nil {
		return nil, fmt.Errorf("list rotation playlists: %w", err)
	}
	return rows, nil
}

// CreateStationList adds a rotation playlist to a station after the others, and
// fills in its ID if empty. It returns Invalid with the fields that break a
// rule, Conflict if there are too many, and NotFound if there is no such
// station.
func (s *Store) CreateStationList(ctx context.Context, l *station.Playlist) error {
	if err := l.Check(); err != nil {
		return err
	}
	id := cmp.Or(l.ID, music.NewID())
	var made stationListRow
	err := s.db.Update(ctx, "add list to station", func(tx *kernel.Tx) error {
		st, err := lockedStation(ctx, tx, l.StationID)
		if err != nil {
			return err
		}
		rows, err := stationLists(ctx, tx, l.StationID)
		if err != nil {
			return err
		}
		if len(rows) >= station.MaxPlaylists {
			return music.NewError(music.Conflict, "This station has too many lists. Remove one first.").Coded(music.CodeLimitReached)
		}
		_, err = tx.Exec(ctx, `insert into station_list (id, station, playlist, role, weight, every_songs, every_minutes, minute, is_enabled, position)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, id, st, l.PlaylistID, string(l.Role), l.Weight, l.EverySongs, l.EveryMinutes, l.Minute, l.IsEnabled, len(rows))
		if err != nil {
			return err
		}
		made, err = kernel.One(ctx, tx, &stationListRow{}, selectStationList+" and l.id = ?", l.StationID, id)
		return err
	})
	if err == nil {
		*l = made.l
	}
	return err
}

// ChangeStationList changes a rotation playlist of a station and returns the
// result. A new position moves it among the others. It returns the errors of
// CreateStationList.
func (s *Store) ChangeStationList(ctx context.Context, stationID, id string, alter func(*station.Playlist)) (l *station.Playlist, err error) {
	err = s.db.Update(ctx, "change list of station", func(tx *kernel.Tx) error {
		if _, err := lockedStation(ctx, tx, stationID); err != nil {
			return err
		}
		rows, err := stationLists(ctx, tx, stationID)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(rows, func(r stationListRow) bool { return r.l.ID == id })
		if at < 0 {
			return music.ErrNotFound
		}
		row := rows[at]
		l = &row.l
		l.Position = at
		alter(l)
		if err := l.Check(); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "update station_list set playlist = ?, role = ?, weight = ?, every_songs = ?, every_minutes = ?, minute = ?, is_enabled = ? where seq = ?",
			l.PlaylistID, string(l.Role), l.Weight, l.EverySongs, l.EveryMinutes, l.Minute, l.IsEnabled, row.seq)
		if err != nil {
			return err
		}
		rows = slices.Delete(rows, at, at+1)
		l.Position = min(max(0, l.Position), len(rows))
		if err := placeStationLists(ctx, tx, slices.Insert(rows, l.Position, row)); err != nil {
			return err
		}
		if row, err = kernel.One(ctx, tx, &stationListRow{}, selectStationList+" and l.id = ?", stationID, id); err != nil {
			return err
		}
		*l = row.l
		return nil
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

func placeStationLists(ctx context.Context, tx *kernel.Tx, rows []stationListRow) error {
	for i, r := range rows {
		if _, err := tx.Exec(ctx, "update station_list set position = ? where seq = ? and position <> ?", i, r.seq, i); err != nil {
			return err
		}
	}
	return nil
}

// DeleteStationList deletes a rotation playlist of a station, or returns
// NotFound.
func (s *Store) DeleteStationList(ctx context.Context, stationID, id string) error {
	return s.db.Update(ctx, "delete list of station", func(tx *kernel.Tx) error {
		station, err := lockedStation(ctx, tx, stationID)
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from station_list where id = ? and station = ?", id, station))
	})
}

// StationsOwned returns how many stations an account has.
func (s *Store) StationsOwned(ctx context.Context, accountID string) (int64, error) {
	n, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, "select count(*) from station where owner = "+kernel.AccountSeq, accountID)
	if err != nil {
		return 0, fmt.Errorf("count the stations of an account: %w", err)
	}
	return n, nil
}
