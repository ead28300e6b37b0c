package stations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

type stationEventRow struct {
	e  station.LogEntry
	at int64
}

func (r *stationEventRow) Dest() []any {
	return []any{&r.e.Seq, &r.at, &r.e.Kind, kernel.IntoMessage(&r.e.Text)}
}

func (r *stationEventRow) Value() station.LogEntry {
	e := r.e
	e.At = kernel.Moment(r.at)
	return e
}

// AddStationEvents adds entries to the logs of stations. It ignores deleted
// stations.
func (s *Store) AddStationEvents(ctx context.Context, events []station.LogEntry) error {
	return s.db.Update(ctx, "save log of station", func(tx *kernel.Tx) error {
		for _, e := range events {
			_, err := tx.Exec(ctx, "insert into station_event (station, at, kind, text) select seq, cast(? as bigint), ?, ? from station where station.id = ?", kernel.Millis(e.At), e.Kind, e.Text.Encode(), e.StationID)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// StationEvents returns up to limit log entries of a station before the given
// one, or the latest if it is 0, latest first. kind "" selects all kinds.
func (s *Store) StationEvents(ctx context.Context, stationID, kind string, before int64, limit int) ([]station.LogEntry, error) {
	q := (&kernel.Query{}).Add("select e.seq, e.at, e.kind, e.text from station_event e where e.station = (select seq from station where station.id = ?)", stationID)
	if kind != "" {
		q.Add(" and e.kind = ?", kind)
	}
	if before > 0 {
		q.Add(" and e.seq < ?", before)
	}
	q.Add(" order by e.seq desc limit ? + 0", limit)
	events, err := kernel.Collect(ctx, s.db.Read, &stationEventRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read the log of a station: %w", err)
	}
	return events, nil
}

// PruneStationEvents deletes a limited number of entries before a time and
// returns their number.
func (s *Store) PruneStationEvents(ctx context.Context, before time.Time) (int, error) {
	n, err := s.db.Write.Exec(ctx, "delete from station_event where seq in (select seq from station_event where at < ? order by seq limit 5000)", kernel.Millis(before))
	if err != nil {
		return 0, fmt.Errorf("prune logs of stations: %w", err)
	}
	return n, nil
}
