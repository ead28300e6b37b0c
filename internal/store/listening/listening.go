package listening

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// slice is the resolution of listening sums. The offset of every time zone is a
// multiple of a quarter of an hour.
const slice = 15 * time.Minute

type sliceRow struct{ slot, listened, plays int64 }

func (r *sliceRow) Dest() []any { return []any{&r.slot, &r.listened, &r.plays} }

func (r *sliceRow) Value() history.Slice {
	return history.Slice{At: time.UnixMilli(r.slot * slice.Milliseconds()), Listened: kernel.Length(r.listened), Plays: int(r.plays)}
}

// within is the condition that the plays p belong to an account and started in
// a time range.
const within = ofAccount + " and p.started_at >= ? and p.started_at < ?"

// ListeningSlices returns an account's listening time in a time range, by
// quarters of an hour. It leaves out empty ones.
func (s *Store) ListeningSlices(ctx context.Context, accountID string, in history.Span) ([]history.Slice, error) {
	q := (&kernel.Query{}).Add("select p.started_at / ? as slot, cast(sum(p.listened) as bigint), cast(sum(p.counted) as bigint) from play p where ", slice.Milliseconds()).
		Add(within, accountID, kernel.Millis(in.From), kernel.Millis(in.To)).Add(" group by slot order by slot")
	slices, err := kernel.Collect(ctx, s.db.Read, &sliceRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("compute listening figures: %w", err)
	}
	return slices, nil
}

// FirstListen returns the time of the first play in an account's history, or
// zero if it is empty.
func (s *Store) FirstListen(ctx context.Context, accountID string) (time.Time, error) {
	at, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, "select coalesce(min(p.started_at), 0) from play p where "+ofAccount, accountID)
	if err != nil {
		return time.Time{}, fmt.Errorf("find the first play: %w", err)
	}
	return kernel.Moment(at), nil
}

// Listening returns the viewer's listening time in a time range by quarters of
// an hour, without empty ones, and up to limit tracks, artists, albums and
// genres with the most listening time, as far as the viewer may see them.
func (s *Store) Listening(ctx context.Context, v music.Viewer, in history.Span, limit int) ([]history.Slice, history.Tops, error) {
	heard, tracks, err := s.listens(ctx, v, in)
	if err != nil {
		return nil, history.Tops{}, fmt.Errorf("compute listening figures: %w", err)
	}
	sums, err := s.heardSums(ctx, v, tracks)
	if err != nil {
		return nil, history.Tops{}, fmt.Errorf("list top tracks: %w", err)
	}
	tops, err := s.tops(ctx, v, sums, limit)
	return heard, tops, err
}

// packed is the factor by which a row combines the time slice with the
// listening time. It is twice the longest possible listening time.
const packed = 1 << 29

// listens reads every play in a time range once, in index order, and sums them
// up in Go, which takes half the time of two grouping queries. Reading two
// combined numbers per row is faster than four.
func (s *Store) listens(ctx context.Context, v music.Viewer, in history.Span) ([]history.Slice, map[int64]*heardSum, error) {
	q := (&kernel.Query{}).Add("select p.started_at / ? * ? + p.listened * 2 + p.counted, p.track from play p where ", slice.Milliseconds(), packed).
		Add(within, v.AccountID, kernel.Millis(in.From), kernel.Millis(in.To)).Add(" order by p.started_at")
	rows, err := s.db.Read.Query(ctx, q.Text.String(), q.Args...)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	found, tracks := []history.Slice{}, map[int64]*heardSum{}
	var what, track, last int64
	for rows.Next() {
		if err := rows.Scan(&what, &track); err != nil {
			return nil, nil, s.db.Read.Public(err)
		}
		slot, listened, plays := what/packed, what%packed/2, int(what%2)
		if len(found) == 0 || slot != last {
			last = slot
			found = append(found, history.Slice{At: time.UnixMilli(slot * slice.Milliseconds())})
		}
		found[len(found)-1].Listened += kernel.Length(listened)
		found[len(found)-1].Plays += plays
		sum := tracks[track]
		if sum == nil {
			sum = &heardSum{track: track}
			tracks[track] = sum
		}
		sum.listened += listened
		sum.plays += plays
	}
	return found, tracks, s.db.Read.Public(rows.Err())
}

// heardSum is the total listening to one track.
type heardSum struct {
	track                            int64
	artistID, artist, albumID, genre string
	listened                         int64
	plays                            int
}

func (r *heardSum) Dest() []any { return []any{&r.track, &r.artistID, &r.artist, &r.albumID, &r.genre} }

func (r *heardSum) Value() heardSum { return *r }

// maxHeardTracks is the maximum number of ranked tracks, those with the most
// listening time.
const maxHeardTracks = 10_000

// heardSums returns the sums of the tracks that the viewer may see, with their
// artists, albums and genres, longest listening time first.
func (s *Store) heardSums(ctx context.Context, v music.Viewer, tracks map[int64]*heardSum) ([]heardSum, error) {
	longest := slices.SortedFunc(maps.Values(tracks), func(a, b *heardSum) int {
		return cmp.Or(cmp.Compare(b.listened, a.listened), cmp.Compare(a.track, b.track))
	})
	seqs := make([]int64, min(len(longest), maxHeardTracks))
	for i := range seqs {
		seqs[i] = longest[i].track
	}
	q := (&kernel.Query{}).Add("select t.seq, t.artist_id, t.artist, t.album_id, t.genre from track t where t.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)).CanSee(v)
	sums, err := kernel.Collect(ctx, s.db.Read, &heardSum{}, q.Text.String(), q.Args...)
	for i := range sums {
		sums[i].listened, sums[i].plays = tracks[sums[i].track].listened, tracks[sums[i].track].plays
	}
	return kernel.InOrder(sums, seqs, func(h heardSum) int64 { return h.track }), err
}

func (s *Store) tops(ctx context.Context, v music.Viewer, sums []heardSum, limit int) (tops history.Tops, err error) {
	if tops.Tracks, err = s.topTracks(ctx, v, sums[:min(limit, len(sums))]); err != nil {
		return tops, err
	}
	tops.Artists = ranked(sums, limit, func(h heardSum) (string, history.Top) {
		return h.artistID, history.Top{ID: h.artistID, Name: h.artist}
	})
	tops.Genres = ranked(sums, limit, func(h heardSum) (string, history.Top) { return h.genre, history.Top{Name: h.genre} })
	tops.Albums = ranked(sums, limit, func(h heardSum) (string, history.Top) { return h.albumID, history.Top{ID: h.albumID} })
	if tops.Artists, err = s.named(ctx, tops.Artists, "select id, name, '', '', '' from artist where id in "); err != nil {
		return tops, err
	}
	tops.Albums, err = s.named(ctx, tops.Albums, "select id, title, artist, artist_id, cover from album where id in ")
	return tops, err
}

func (s *Store) topTracks(ctx context.Context, v music.Viewer, sums []heardSum) ([]history.Top, error) {
	seqs := make([]int64, len(sums))
	for i, h := range sums {
		seqs[i] = h.track
	}
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+" from track t").Append(catalogue.WithLiked(v)).Add(" where t.seq in "+s.db.Dialect.Ints, kernel.Array(seqs))
	tracks, err := kernel.Collect(ctx, s.db.Read, &catalogue.TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read top tracks: %w", err)
	}
	known := map[int64]*music.Track{}
	for i := range tracks {
		known[tracks[i].Seq] = &tracks[i]
	}
	tops := []history.Top{}
	for _, h := range sums {
		if t := known[h.track]; t != nil { // not deleted meanwhile
			tops = append(tops, history.Top{
				ID: t.ID, Name: t.Title, Artist: t.Artist, ArtistID: t.ArtistID, Album: t.Album, Cover: t.Cover, Listened: kernel.Length(h.listened), Plays: h.plays,
			})
		}
	}
	return tops, nil
}

type topRow struct{ t history.Top }

func (r *topRow) Dest() []any {
	return []any{&r.t.ID, &r.t.Name, &r.t.Artist, &r.t.ArtistID, &r.t.Cover}
}

func (r *topRow) Value() history.Top { return r.t }

// named fills in the names and pictures of a list of tops.
func (s *Store) named(ctx context.Context, tops []history.Top, query string) ([]history.Top, error) {
	ids := make([]string, len(tops))
	for i, t := range tops {
		ids[i] = t.ID
	}
	rows, err := kernel.Collect(ctx, s.db.Read, &topRow{}, query+s.db.Dialect.Texts, kernel.Array(ids))
	if err != nil {
		return nil, fmt.Errorf("name top items: %w", err)
	}
	known := map[string]history.Top{}
	for _, r := range rows {
		known[r.ID] = r
	}
	out := []history.Top{}
	for _, t := range tops {
		if k, ok := known[t.ID]; ok {
			k.Listened, k.Plays = t.Listened, t.Plays
			out = append(out, k)
		}
	}
	return out, nil
}
