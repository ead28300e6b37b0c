package stations

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

const (
	showFields        = "name, kind, dj, lists, days, start_minute, minutes, first_day, last_day, is_hard, is_recorded"
	selectStationShow = "select w.id, s.id, w.created_at, " + showFieldsOfW + " from station_show w join station s on s.seq = w.station where s.id = ?"
	showFieldsOfW     = "w.name, w.kind, w.dj, w.lists, w.days, w.start_minute, w.minutes, w.first_day, w.last_day, w.is_hard, w.is_recorded"
)

type stationShowRow struct {
	w       station.Show
	created int64
	lists   kernel.TextList
}

func (r *stationShowRow) Dest() []any {
	w := &r.w
	return []any{
		&w.ID, &w.StationID, &r.created, &w.Name, &w.Kind, &w.DJID, &r.lists, &w.Days, &w.StartMinute, &w.Minutes, &w.FirstDay, &w.LastDay, &w.IsHard, &w.IsRecorded,
	}
}

func (r *stationShowRow) Value() station.Show {
	w := r.w
	w.CreatedAt, w.Lists = kernel.Moment(r.created), r.lists.Texts
	return w
}

// checkedShow returns the values of showFields, or the rules that are broken.
func checkedShow(w *station.Show) ([]any, error) {
	kernel.Normal(&w.Name)
	if err := w.Check(); err != nil {
		return nil, err
	}
	if w.Lists == nil {
		w.Lists = []string{}
	}
	lists, err := json.Marshal(w.Lists)
	return []any{w.Name, string(w.Kind), w.DJID, string(lists), w.Days, w.StartMinute, w.Minutes, w.FirstDay, w.LastDay, w.IsHard, w.IsRecorded}, err
}

// StationShows returns the weekly calendar of a station, by time of day.
func (s *Store) StationShows(ctx context.Context, stationID string) ([]station.Show, error) {
	shows, err := kernel.Collect(ctx, s.db.Read, &stationShowRow{}, selectStationShow+" order by w.start_minute, w.seq limit ? + 0", stationID, station.MaxShows)
	if err != nil {
		return nil, fmt.Errorf("list shows: %w", err)
	}
	return shows, nil
}

// CreateStationShow adds a show to a station and fills in its ID if empty. It
// returns Invalid with the fields that break a rule, Conflict if there are too
// many, and NotFound if there is no such station.
func (s *Store) CreateStationShow(ctx context.Context, w *station.Show) error {
	values, err := checkedShow(w)
	if err != nil {
		return err
	}
	id, at := cmp.Or(w.ID, music.NewID()), kernel.Millis(w.CreatedAt)
	err = s.db.Update(ctx, "add show", func(tx *kernel.Tx) error {
		st, err := lockedStation(ctx, tx, w.StationID)
		if err != nil {
			return err
		}
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from station_show where station = ?", st)
		if err != nil {
			return err
		}
		if n >= station.MaxShows {
			return music.NewError(music.Conflict, "This station has too many shows. Remove one first.").Coded(music.CodeLimitReached)
		}
		if err := checkParts(ctx, tx, st, w); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "insert into station_show (id, station, created_at, "+showFields+") values (?, ?, ?, "+kernel.Marks(len(values))+")", append([]any{id, st, at}, values...)...)
		return err
	})
	if err == nil {
		w.ID, w.CreatedAt = id, kernel.Moment(at)
	}
	return err
}

// checkParts validates that the rotation playlists and the DJ of a show belong
// to its station.
func checkParts(ctx context.Context, tx *kernel.Tx, station int64, w *station.Show) error {
	f := music.FieldErrors{}
	if len(w.Lists) > 0 {
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from station_list where station = ? and id in "+tx.Pool.D.Texts, station, kernel.Array(w.Lists))
		if err != nil {
			return err
		}
		if n != len(w.Lists) {
			f.Add("lists", "Choose lists of this station, each once.")
		}
	}
	if w.DJID != "" {
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from station_dj where station = ? and id = ?", station, w.DJID)
		if err != nil {
			return err
		}
		if n == 0 {
			f.Add("djId", "This station has no such DJ.")
		}
	}
	return f.Err("lists", "djId")
}

// ChangeStationShow changes a show and returns the result. It returns the
// errors of CreateStationShow.
func (s *Store) ChangeStationShow(ctx context.Context, stationID, id string, alter func(*station.Show)) (w *station.Show, err error) {
	err = s.db.Update(ctx, "change show", func(tx *kernel.Tx) error {
		station, err := lockedStation(ctx, tx, stationID)
		if err != nil {
			return err
		}
		if w, err = kernel.Pointer(kernel.One(ctx, tx, &stationShowRow{}, selectStationShow+" and w.id = ?", stationID, id)); err != nil {
			return err
		}
		alter(w)
		values, err := checkedShow(w)
		if err != nil {
			return err
		}
		if err := checkParts(ctx, tx, station, w); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "update station_show set ("+showFields+") = ("+kernel.Marks(len(values))+") where id = ?", append(values, id)...))
	})
	if err != nil {
		return nil, err
	}
	return w, nil
}

// DeleteStationShow deletes a show, or returns NotFound.
func (s *Store) DeleteStationShow(ctx context.Context, stationID, id string) error {
	return s.db.Update(ctx, "delete show", func(tx *kernel.Tx) error {
		station, err := lockedStation(ctx, tx, stationID)
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from station_show where id = ? and station = ?", id, station))
	})
}
