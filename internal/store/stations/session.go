package stations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/analytics"
	"sonora/internal/store/kernel"
)

// AddStationSessions stores listening sessions. It ignores deleted stations.
func (s *Store) AddStationSessions(ctx context.Context, sessions []station.Session) error {
	return s.db.Update(ctx, "save sessions of station", func(tx *kernel.Tx) error {
		for _, l := range sessions {
			n, err := tx.Exec(ctx, `insert into station_session (station, account, began_at, seconds, format, is_rolled)
				select seq, (select a.seq from account a where a.id = ?), cast(? as bigint), cast(? as bigint), ?, true from station where station.id = ?`,
				l.AccountID, kernel.Millis(l.Began), int64(l.Seconds), l.Format, l.StationID)
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			listened := time.Duration(l.Seconds) * time.Second
			err = analytics.Add(ctx, tx, &analytics.Entry{
				Source: analytics.StationSource, ItemID: l.StationID, AccountID: l.AccountID, At: l.Began, Listened: listened,
				Counts: music.CountsAsPlay(listened, 0), Origin: l.Origin,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

type stationHourRow struct {
	h       station.Hour
	hour    int64
	seconds int64
}

func (r *stationHourRow) Dest() []any {
	return []any{&r.hour, &r.h.Sessions, &r.seconds, &r.h.People}
}

func (r *stationHourRow) Value() station.Hour {
	h := r.h
	h.At, h.Seconds = kernel.Moment(r.hour*time.Hour.Milliseconds()), float64(r.seconds)
	return h
}

// maxHours is the maximum number of hours returned at once: five weeks.
const maxHours = 35 * 24

// StationHours returns the listening to a station since a time, by hour in UTC.
func (s *Store) StationHours(ctx context.Context, stationID string, since time.Time) ([]station.Hour, error) {
	hours, err := kernel.Collect(ctx, s.db.Read, &stationHourRow{}, `select l.began_at / 3600000, count(*), coalesce(sum(l.seconds), 0), count(distinct l.account)
		from station_session l where l.station = (select seq from station where station.id = ?) and l.began_at >= ?
		group by l.began_at / 3600000 order by l.began_at / 3600000 limit ? + 0`, stationID, kernel.Millis(since), maxHours)
	if err != nil {
		return nil, fmt.Errorf("count the listeners of a station: %w", err)
	}
	return hours, nil
}

// PruneStationSessions deletes a limited number of sessions before a time and
// returns their number.
func (s *Store) PruneStationSessions(ctx context.Context, before time.Time) (int, error) {
	n, err := s.db.Write.Exec(ctx, "delete from station_session where seq in (select seq from station_session where began_at < ? order by began_at limit 5000)", kernel.Millis(before))
	if err != nil {
		return 0, fmt.Errorf("prune sessions of stations: %w", err)
	}
	return n, nil
}
