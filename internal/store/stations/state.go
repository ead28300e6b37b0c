package stations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

type queueRowOfStation struct {
	queue    string
	revision int64
}

func (r *queueRowOfStation) Dest() []any { return []any{&r.queue, &r.revision} }

func (r *queueRowOfStation) Value() queueRowOfStation { return *r }

// StationQueue returns what a station is going to play, JSON of the package
// autodj, and its revision; "" and 0 before anything was planned.
func (s *Store) StationQueue(ctx context.Context, stationID string) (queue string, revision int64, err error) {
	row, err := kernel.One(ctx, s.db.Read, &queueRowOfStation{}, "select queue, revision from station_state where station = (select seq from station where station.id = ?)", stationID)
	if music.CodeOf(err) == music.NotFound {
		return "", 0, nil
	}
	if err != nil {
		return "", 0, fmt.Errorf("read the queue of a station: %w", err)
	}
	return row.queue, row.revision, nil
}

// SaveStationQueue keeps a queue that was made of the one with a revision.
// Conflict when somebody else was faster, or there is no such station.
func (s *Store) SaveStationQueue(ctx context.Context, stationID, queue string, revision int64, at time.Time) error {
	n, err := s.db.Write.Exec(ctx, `insert into station_state (station, queue, revision, state, updated_at)
		select seq, ?, cast(? as bigint), '{}', cast(? as bigint) from station where station.id = ?
		on conflict (station) do update set queue = excluded.queue, revision = excluded.revision, updated_at = excluded.updated_at where station_state.revision = ?`,
		queue, revision+1, kernel.Millis(at), stationID, revision)
	if err != nil {
		return fmt.Errorf("keep the queue of a station: %w", err)
	}
	if n == 0 {
		return music.NewError(music.Conflict, "The queue changed in the meantime. Try again.")
	}
	return nil
}

// StationMemory returns what the server that played a station left to whoever
// goes on, JSON; "" for nothing.
func (s *Store) StationMemory(ctx context.Context, stationID string) (string, error) {
	state, err := kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, "select state from station_state where station = (select seq from station where station.id = ?)", stationID)
	if err != nil && music.CodeOf(err) != music.NotFound {
		return "", fmt.Errorf("read the memory of a station: %w", err)
	}
	return state, nil
}

// SaveStationMemory leaves it. A station that is gone does not matter.
func (s *Store) SaveStationMemory(ctx context.Context, stationID, state string, at time.Time) error {
	_, err := s.db.Write.Exec(ctx, `insert into station_state (station, queue, revision, state, updated_at)
		select seq, '', 0, ?, cast(? as bigint) from station where station.id = ?
		on conflict (station) do update set state = excluded.state, updated_at = excluded.updated_at`, state, kernel.Millis(at), stationID)
	if err != nil {
		return fmt.Errorf("keep the memory of a station: %w", err)
	}
	return nil
}
