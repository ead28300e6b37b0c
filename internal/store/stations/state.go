package stations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// ErrQueueChanged refuses a plan that was derived from an older one than the latest.
var ErrQueueChanged = music.NewError(music.Conflict, "The queue changed in the meantime. Try again.")

type stationQueueRow struct {
	queue    string
	revision int64
}

func (r *stationQueueRow) Dest() []any { return []any{&r.queue, &r.revision} }

func (r *stationQueueRow) Value() stationQueueRow { return *r }

// StationQueue returns the plan of a station, as JSON of package autodj, and
// its revision. They are "" and 0 if there is none.
func (s *Store) StationQueue(ctx context.Context, stationID string) (queue string, revision int64, err error) {
	row, err := kernel.One(ctx, s.db.Read, &stationQueueRow{}, "select queue, revision from station_state where station = (select seq from station where station.id = ?)", stationID)
	if music.CodeOf(err) == music.NotFound {
		return "", 0, nil
	}
	if err != nil {
		return "", 0, fmt.Errorf("read the queue of a station: %w", err)
	}
	return row.queue, row.revision, nil
}

// SaveStationQueue stores a plan that was derived from the one with this
// revision. It returns ErrQueueChanged if the plan was changed concurrently or
// there is no such station.
func (s *Store) SaveStationQueue(ctx context.Context, stationID, queue string, revision int64, at time.Time) error {
	n, err := s.db.Write.Exec(ctx, `insert into station_state (station, queue, revision, state, updated_at)
		select seq, ?, cast(? as bigint), '{}', cast(? as bigint) from station where station.id = ?
		on conflict (station) do update set queue = excluded.queue, revision = excluded.revision, updated_at = excluded.updated_at where station_state.revision = ?`,
		queue, revision+1, kernel.Millis(at), stationID, revision)
	if err != nil {
		return fmt.Errorf("save the queue of a station: %w", err)
	}
	if n == 0 {
		return ErrQueueChanged
	}
	return nil
}
