package analytics

import (
	"context"
	"strconv"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// past selects for each source what was heard in a time range before roll-ups
// existed, as listens, and when the first of those was heard after a time.
var past = map[Source]struct{ listens, next string }{
	TrackSource: {
		`select 1, t.id, p.account, p.started_at, p.listened, p.counted > 0, '', '' from play p join track t on t.seq = p.track
			where p.started_at >= ? and p.started_at < ? and not p.is_rolled`,
		"select coalesce(min(started_at), 0) from play where started_at >= ? and not is_rolled",
	},
	EpisodeSource: {
		`select 3, e.id, 0, y.at, 0, 1 > 0, '', '' from episode_play y join episode e on e.seq = y.episode
			where y.at >= ? and y.at < ? and not y.is_rolled`,
		"select coalesce(min(at), 0) from episode_play where at >= ? and not is_rolled",
	},
	StationSource: {
		`select 4, s.id, coalesce(x.account, 0), x.began_at, x.seconds * 1000, x.seconds >= ` + strconv.Itoa(int(music.PlayCounts.Seconds())) + `, '', ''
			from station_session x join station s on s.seq = x.station where x.began_at >= ? and x.began_at < ? and not x.is_rolled`,
		"select coalesce(min(began_at), 0) from station_session where began_at >= ? and not is_rolled",
	},
}

type pastRow struct {
	source     Source
	hour, last int64
}

func (r *pastRow) Dest() []any { return []any{&r.source, &r.hour, &r.last} }

func (r *pastRow) Value() pastRow { return *r }

// RollUpPast rolls up one hour of what was heard before roll-ups existed, and
// remembers that in the same transaction. It reports whether everything is rolled
// up. Several servers may call it at a time.
func (s *Store) RollUpPast(ctx context.Context) (done bool, err error) {
	waiting, err := kernel.One(ctx, s.db.Read, &kernel.Cell[bool]{}, "select exists (select 1 from rollup_past)")
	if err != nil || !waiting {
		return err == nil, err
	}
	err = s.db.Update(ctx, "roll up the past", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		rows, err := kernel.Collect(ctx, tx, &pastRow{}, "select source, hour, last from rollup_past order by source limit 1")
		if err != nil || len(rows) == 0 {
			return err
		}
		p := rows[0]
		listens, err := kernel.Collect(ctx, tx, &listenRow{}, past[p.source].listens, p.hour*hourMillis, (p.hour+1)*hourMillis)
		if err != nil {
			return err
		}
		if err := addUp(ctx, tx, listens); err != nil {
			return err
		}
		next, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, past[p.source].next, (p.hour+1)*hourMillis)
		if err != nil {
			return err
		}
		if next == 0 || next/hourMillis > p.last {
			_, err = tx.Exec(ctx, "delete from rollup_past where source = ?", int64(p.source))
		} else {
			_, err = tx.Exec(ctx, "update rollup_past set hour = ? where source = ?", next/hourMillis, int64(p.source))
		}
		return err
	})
	return false, err
}
