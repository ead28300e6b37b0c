package stations

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

type stationPlayRow struct {
	p           station.Play
	began, ends int64
	curve       string
}

func (r *stationPlayRow) Dest() []any {
	p := &r.p
	return []any{&p.ID, &r.began, &r.ends, &p.TrackID, &p.Artist, &p.Title, &p.Source, &p.DJ, &p.Reason, &p.Listeners, &r.curve}
}

func (r *stationPlayRow) Value() station.Play {
	p := r.p
	p.Began, p.Ended, p.Curve = kernel.Moment(r.began), kernel.Moment(r.ends), []int{}
	_ = json.Unmarshal([]byte(r.curve), &p.Curve) // written by KeepStationCurve
	return p
}

// StationPlayBegan records what is on air from now on, and ends what was
// before. It does nothing if the station is deleted.
func (s *Store) StationPlayBegan(ctx context.Context, p *station.Play) error {
	err := s.db.Update(ctx, "save play of station", func(tx *kernel.Tx) error {
		if err := endPlays(ctx, tx, p.StationID, p.Began); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into station_play (id, station, began_at, track, artist, title, source, dj, reason, listeners)
			select ?, seq, cast(? as bigint), (select seq from track where track.id = ?), ?, ?, ?, ?, ?, cast(? as bigint) from station where station.id = ?`,
			p.ID, kernel.Millis(p.Began), p.TrackID, p.Artist, p.Title, p.Source, p.DJ, p.Reason, p.Listeners, p.StationID)
		return err
	})
	return err
}

// StationPlayEnded records that nothing is on air.
func (s *Store) StationPlayEnded(ctx context.Context, stationID string, at time.Time) error {
	return s.db.Update(ctx, "end play of station", func(tx *kernel.Tx) error { return endPlays(ctx, tx, stationID, at) })
}

func endPlays(ctx context.Context, tx *kernel.Tx, stationID string, at time.Time) error {
	_, err := tx.Exec(ctx, "update station_play set ended_at = ? where station = (select seq from station where station.id = ?) and ended_at = 0", kernel.Millis(at), stationID)
	return err
}

// KeepStationCurve stores the number of listeners over time for a play.
func (s *Store) KeepStationCurve(ctx context.Context, playID string, curve []int) error {
	text, err := json.Marshal(curve)
	if err != nil {
		return err
	}
	if _, err := s.db.Write.Exec(ctx, "update station_play set curve = ? where id = ?", string(text), playID); err != nil {
		return fmt.Errorf("save listeners of play: %w", err)
	}
	return nil
}

// MatchStationPlay records which track of the library a play is.
func (s *Store) MatchStationPlay(ctx context.Context, playID, trackID string) error {
	if _, err := s.db.Write.Exec(ctx, "update station_play set track = (select seq from track where track.id = ?) where id = ?", trackID, playID); err != nil {
		return fmt.Errorf("match play of station: %w", err)
	}
	return nil
}

const stationPlayColumns = "p.id, p.began_at, p.ended_at, coalesce((select t.id from track t where t.seq = p.track), ''), p.artist, p.title, p.source, p.dj, p.reason, p.listeners, p.curve"

// StationPlays returns up to limit plays of a station before a time, latest
// first. If before is zero, it returns the latest.
func (s *Store) StationPlays(ctx context.Context, stationID string, before time.Time, limit int) ([]station.Play, error) {
	q := (&kernel.Query{}).Add("select "+stationPlayColumns+" from station_play p where p.station = (select seq from station where station.id = ?)", stationID)
	if !before.IsZero() {
		q.Add(" and p.began_at < ?", kernel.Millis(before))
	}
	q.Add(" order by p.began_at desc, p.seq desc limit ? + 0", limit)
	plays, err := kernel.Collect(ctx, s.db.Read, &stationPlayRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list plays of station: %w", err)
	}
	return plays, nil
}

// PruneStationPlays deletes a limited number of plays before a time and returns
// their number.
func (s *Store) PruneStationPlays(ctx context.Context, before time.Time) (int, error) {
	n, err := s.db.Write.Exec(ctx, "delete from station_play where seq in (select seq from station_play where began_at < ? and ended_at > 0 order by seq limit 5000)", kernel.Millis(before))
	if err != nil {
		return 0, fmt.Errorf("prune plays of stations: %w", err)
	}
	return n, nil
}
