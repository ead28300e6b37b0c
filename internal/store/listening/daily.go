package listening

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

type heardTrackRow struct {
	t           history.HeardTrack
	first, last int64
}

func (r *heardTrackRow) Dest() []any {
	t := &r.t
	return []any{&t.Seq, &t.ID, &t.Artist, &t.ArtistID, &t.Genre, &t.IsMissing, &t.Plays, &t.Recent, &r.first, &r.last, &t.Liked}
}

func (r *heardTrackRow) Value() history.HeardTrack {
	t := r.t
	t.FirstAt, t.LastAt = kernel.Moment(r.first), kernel.Moment(r.last)
	return t
}

// HeardTracks returns up to limit tracks that the viewer played in a time range
// or liked before its end, latest first, with counts. Recent counts the plays
// since the time recent. It leaves out tracks that the viewer may no longer
// see.
func (s *Store) HeardTracks(ctx context.Context, v music.Viewer, in history.Span, recent time.Time, limit int) ([]history.HeardTrack, error) {
	q := (&kernel.Query{}).Add(`select t.seq, t.id, t.artist, t.artist_id, t.genre, t.missing_at <> 0, x.plays, x.recent, x.first, x.last, x.liked <> 0 from (
			select track, cast(sum(plays) as bigint) as plays, cast(sum(recent) as bigint) as recent,
				coalesce(min(nullif(first, 0)), 0) as first, max(last) as last, max(liked) as liked from (
				select p.track, sum(p.counted) as plays, sum(case when p.started_at >= ? then p.counted else 0 end) as recent,
					min(p.started_at) as first, max(p.started_at) as last, 0 as liked from play p where `, kernel.Millis(recent)).
		Add(within, v.AccountID, kernel.Millis(in.From), kernel.Millis(in.To)).
		Add(` group by p.track union all
				select l.track, 0, 0, 0, 0, 1 from liked l where l.account = (select seq from account where account.id = ?) and l.at < ?
			) y group by track order by last desc, track desc limit ? + 0) x
		join track t on t.seq = x.track where `, v.AccountID, kernel.Millis(in.To), limit).CanSee(v).Add(" order by x.last desc, t.seq desc")
	list, err := kernel.Collect(ctx, s.db.Read, &heardTrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list heard tracks: %w", err)
	}
	return list, nil
}

// NewFor returns up to limit tracks added in a time range, by some artists or
// in some genres, that the viewer has not played, newest first.
func (s *Store) NewFor(ctx context.Context, v music.Viewer, in history.Span, artistIDs, genres []string, limit int) ([]history.HeardTrack, error) {
	q := (&kernel.Query{}).Add(`select t.seq, t.id, t.artist, t.artist_id, t.genre, false, 0, 0, 0, 0, false from track t
			where t.added_at >= ? and t.added_at < ? and (t.artist_id in `+s.db.Dialect.Texts+" or t.genre in "+s.db.Dialect.Texts+`)
			and not exists (select 1 from play p where p.track = t.seq and p.account = (select seq from account where account.id = ?)) and `,
		kernel.Millis(in.From), kernel.Millis(in.To), kernel.Array(artistIDs), kernel.Array(genres), v.AccountID).CanList(v).
		Add(" order by t.added_at desc, t.seq desc limit ? + 0", limit)
	tracks, err := kernel.Collect(ctx, s.db.Read, &heardTrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list new tracks for a person: %w", err)
	}
	return tracks, nil
}

// TracksByID returns the tracks with the given IDs that the viewer may hear, in
// that order.
func (s *Store) TracksByID(ctx context.Context, v music.Viewer, ids []string) ([]music.Track, error) {
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+" from track t").Append(catalogue.WithLiked(v)).Add(" where t.id in "+s.db.Dialect.Texts+" and ", kernel.Array(ids)).CanList(v)
	tracks, err := kernel.Collect(ctx, s.db.Read, &catalogue.TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read tracks: %w", err)
	}
	return kernel.InOrder(tracks, ids, func(t music.Track) string { return t.ID }), nil
}
