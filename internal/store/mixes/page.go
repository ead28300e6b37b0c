package mixes

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/origin"
	"sonora/internal/store/analytics"
	"sonora/internal/store/kernel"
)

type mixDetailRow struct {
	MixRow
	tracklist string
	liked     bool
}

func (r *mixDetailRow) Dest() []any { return append(r.MixRow.Dest(), &r.tracklist, &r.liked) }

func (r *mixDetailRow) Value() djmix.Detail {
	d := djmix.Detail{Mix: r.MixRow.Value(), Tracklist: []djmix.Entry{}, IsLiked: r.liked}
	_ = json.Unmarshal([]byte(r.tracklist), &d.Tracklist) // written by SetMixTracklist
	return d
}

// MixDetail returns a mix with what its page shows, or NotFound if the viewer may
// not see it. The tracklist of a recorded show is with its recording.
func (s *Store) MixDetail(ctx context.Context, v music.Viewer, id string) (*djmix.Detail, error) {
	q := (&kernel.Query{}).Add("select "+MixColumns+`, m.tracklist, exists (select 1 from mix_like l where l.mix = m.seq and l.account = `+kernel.AccountSeq+`)
		from mix m where m.id = ? and `, v.AccountID, id).CanPlayMix(v)
	d, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &mixDetailRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("read mix: %w", err)
	}
	d.CanManage = djmix.MayManage(v, &d.Mix)
	return d, nil
}

// SetMixTracklist replaces the tracklist of a mix, or returns NotFound.
func (s *Store) SetMixTracklist(ctx context.Context, id string, list []djmix.Entry) error {
	for i := range list {
		kernel.Normal(&list[i].Artist, &list[i].Title)
	}
	text, err := json.Marshal(list)
	if err == nil {
		err = kernel.Found(s.db.Write.Exec(ctx, "update mix set tracklist = ? where id = ?", string(text), id))
	}
	if err != nil {
		return fmt.Errorf("save tracklist: %w", err)
	}
	return nil
}

// TrackOfMix returns the ID of the track whose sound a mix has, or NotFound. Its
// address has the ID of an upload, which became that track, or of the track.
func (s *Store) TrackOfMix(ctx context.Context, m *music.Mix) (string, error) {
	id := intake.MediaID(m.AudioURL)
	track, err := kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, "select t.id from track t where t.id = ? or t.id = (select u.track_id from upload u where u.id = ?) limit 1", id, id)
	if err != nil {
		return "", fmt.Errorf("find track of mix: %w", err)
	}
	return track, nil
}

// LikeMix adds or removes the viewer's like of a mix and returns how many people
// like it then. It returns NotFound if the viewer may not see the mix.
func (s *Store) LikeMix(ctx context.Context, v music.Viewer, id string, liked bool, at time.Time) (likes int64, err error) {
	err = s.db.Update(ctx, "like mix", func(tx *kernel.Tx) error {
		q := (&kernel.Query{}).Add("select m.seq from mix m where m.id = ? and ", id).CanPlayMix(v)
		mix, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, q.Text.String(), q.Args...)
		if err != nil {
			return err
		}
		if liked {
			_, err = tx.Exec(ctx, `insert into mix_like (account, mix, at) select a.seq, cast(? as bigint), cast(? as bigint) from account a where a.id = ?
				on conflict do nothing`, mix, kernel.Millis(at), v.AccountID)
		} else {
			_, err = tx.Exec(ctx, "delete from mix_like where mix = ? and account = "+kernel.AccountSeq, mix, v.AccountID)
		}
		if err != nil {
			return err
		}
		likes, err = kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select count(*) from mix_like where mix = ?", mix)
		return err
	})
	return likes, err
}

// AddMixPlay counts a play of a mix by the viewer. It returns NotFound if there is
// no such mix.
func (s *Store) AddMixPlay(ctx context.Context, v music.Viewer, id string, o origin.Origin, at time.Time) error {
	return s.db.Update(ctx, "count play of mix", func(tx *kernel.Tx) error {
		if err := kernel.Found(tx.Exec(ctx, "update mix set plays = plays + 1 where id = ?", id)); err != nil {
			return err
		}
		return analytics.Add(ctx, tx, &analytics.Entry{Source: analytics.MixSource, ItemID: id, AccountID: v.AccountID, At: at, Counts: true, Origin: o})
	})
}

type likedMixRow struct {
	l  djmix.Liked
	at int64
}

func (r *likedMixRow) Dest() []any { return []any{&r.l.Seq, &r.l.MixID, &r.l.Title, &r.at} }

func (r *likedMixRow) Value() djmix.Liked {
	l := r.l
	l.At = kernel.Moment(r.at)
	return l
}

// LikedMixes returns up to limit of the mixes that a person likes after the given
// seq, in the order in which the mixes were added.
func (s *Store) LikedMixes(ctx context.Context, accountID string, after int64, limit int) ([]djmix.Liked, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &likedMixRow{}, `select m.seq, m.id, m.title, l.at from mix_like l join mix m on m.seq = l.mix
		where l.account = `+kernel.AccountSeq+` and m.seq > ? order by m.seq limit ? + 0`, accountID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list liked mixes: %w", err)
	}
	return list, nil
}
