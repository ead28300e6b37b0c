package stations

import (
	"context"
	"fmt"

	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

type stationListeningRow struct {
	r     station.Listening
	began int64
}

func (r *stationListeningRow) Dest() []any {
	return []any{&r.r.Seq, &r.r.StationID, &r.r.Name, &r.began, &r.r.Seconds, &r.r.Format}
}

func (r *stationListeningRow) Value() station.Listening {
	out := r.r
	out.BeganAt = kernel.Moment(r.began)
	return out
}

// StationListenings returns up to limit of a person's listening sessions after
// the given one, oldest first.
func (s *Store) StationListenings(ctx context.Context, accountID string, after int64, limit int) ([]station.Listening, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &stationListeningRow{}, `select x.seq, s.id, s.name, x.began_at, x.seconds, x.format from station_session x join station s on s.seq = x.station
		where x.account = (select seq from account where account.id = ?) and x.seq > ? order by x.seq limit ? + 0`, accountID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list a person's listening to stations: %w", err)
	}
	return list, nil
}
