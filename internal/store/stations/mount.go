package stations

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

// StationByMount returns the station with a mount, or NotFound if the viewer
// may not hear it.
func (s *Store) StationByMount(ctx context.Context, v music.Viewer, mount string) (*station.Station, error) {
	q := (&kernel.Query{}).Add("select "+StationColumns+" from station s where s.mount = ? and ", mount).CanHearStation(v)
	station, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &StationRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("find the station of a mount: %w", err)
	}
	return station, nil
}

// StationsWithLists returns up to limit stations with an AutoDJ after the given
// ID, in the order of IDs.
func (s *Store) StationsWithLists(ctx context.Context, after string, limit int) ([]station.Station, error) {
	stations, err := kernel.Collect(ctx, s.db.Read, &StationRow{}, "select "+StationColumns+" from station s where s.mode in ('autodj', 'both') and s.id > ? order by s.id limit ? + 0", after, limit)
	if err != nil {
		return nil, fmt.Errorf("list stations with an AutoDJ: %w", err)
	}
	return stations, nil
}

// StationsWithMounts returns up to limit stations that the viewer may hear, by
// mount: those that are not relays, and those with the given IDs.
func (s *Store) StationsWithMounts(ctx context.Context, v music.Viewer, ids []string, limit int) ([]station.Station, error) {
	q := (&kernel.Query{}).Add("select "+StationColumns+" from station s where (s.mode <> 'relay' or s.id in "+s.db.Dialect.Texts+") and ", kernel.Array(ids)).CanHearStation(v).Add(" order by s.mount limit ? + 0", limit)
	stations, err := kernel.Collect(ctx, s.db.Read, &StationRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list mounts: %w", err)
	}
	return stations, nil
}

// OperatorIDs returns the IDs of up to limit enabled operators.
func (s *Store) OperatorIDs(ctx context.Context, limit int) ([]string, error) {
	ids, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select id from account where role = 'admin' and disabled_at = 0 order by seq limit ? + 0", limit)
	if err != nil {
		return nil, fmt.Errorf("list operators: %w", err)
	}
	return ids, nil
}
