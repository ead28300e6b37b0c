package stations

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

// StationByMount returns the station with this name in addresses; NotFound
// when the viewer may not hear it.
func (s *Store) StationByMount(ctx context.Context, v music.Viewer, mount string) (*station.Station, error) {
	q := (&kernel.Query{}).Add("select "+StationColumns+" from station s where s.mount = ? and ", mount).CanHearStation(v)
	station, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &StationRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("find the station of a mount: %w", err)
	}
	return station, nil
}

// StationsWithLists returns up to most stations that play by themselves,
// behind the one with an id; "" for the first.
func (s *Store) StationsWithLists(ctx context.Context, after string, most int) ([]station.Station, error) {
	stations, err := kernel.Collect(ctx, s.db.Read, &StationRow{}, "select "+StationColumns+" from station s where s.mode in ('autodj', 'both') and s.id > ? order by s.id limit ? + 0", after, most)
	if err != nil {
		return nil, fmt.Errorf("list stations that play by themselves: %w", err)
	}
	return stations, nil
}

// StationsWithMounts returns stations the viewer may hear that are not relays
// or are among some ids, by mount, at most so many.
func (s *Store) StationsWithMounts(ctx context.Context, v music.Viewer, ids []string, most int) ([]station.Station, error) {
	q := (&kernel.Query{}).Add("select "+StationColumns+" from station s where (s.mode <> 'relay' or s.id in "+s.db.Dialect.Texts+") and ", kernel.Array(ids)).CanHearStation(v).Add(" order by s.mount limit ? + 0", most)
	stations, err := kernel.Collect(ctx, s.db.Read, &StationRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list mounts: %w", err)
	}
	return stations, nil
}

// OperatorIDs are the accounts that run the server, at most so many.
func (s *Store) OperatorIDs(ctx context.Context, most int) ([]string, error) {
	ids, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select id from account where role = 'admin' and disabled_at = 0 order by seq limit ? + 0", most)
	if err != nil {
		return nil, fmt.Errorf("list operators: %w", err)
	}
	return ids, nil
}
