package listening

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
	"sonora/internal/store/webhooks"
	"sonora/internal/webhook"
)

// LikeItems stores that the viewer likes albums or artists since a time, or no longer
// likes them for the zero time. Liking one again keeps the first time. It leaves out
// those that the viewer may not see, and returns NotFound if that is all of them.
func (s *Store) LikeItems(ctx context.Context, v music.Viewer, kind people.Liked, ids []string, at time.Time) error {
	return s.setFavourites(ctx, v, kind, ids, "liked_at", "case when favourite.liked_at > 0 and excluded.liked_at > 0 then favourite.liked_at else excluded.liked_at end", kernel.Millis(at))
}

// RateItem stores the viewer's stars for an album or an artist; 0 removes them. It
// returns NotFound if the viewer may not see the item.
func (s *Store) RateItem(ctx context.Context, v music.Viewer, kind people.Liked, id string, stars int) error {
	if err := checkStars(stars); err != nil {
		return err
	}
	return s.setFavourites(ctx, v, kind, []string{id}, "stars", "excluded.stars", int64(stars))
}

func (s *Store) setFavourites(ctx context.Context, v music.Viewer, kind people.Liked, ids []string, column, merged string, value int64) error {
	q := (&kernel.Query{}).Add("insert into favourite (account, kind, item, "+column+") select a.seq, ?, ", string(kind))
	if kind == people.LikedArtist {
		q.Add("ar.id, cast(? as bigint) from account a, artist ar where a.id = ? and ar.id in "+s.db.Dialect.Texts+" and ", value, v.AccountID, kernel.Array(ids)).HasTracks(v, "ar", kernel.OwnArtist)
	} else {
		q.Add("al.id, cast(? as bigint) from account a, album al where a.id = ? and al.id in "+s.db.Dialect.Texts+" and ", value, v.AccountID, kernel.Array(ids)).HasTracks(v, "al", kernel.OwnAlbum)
	}
	q.Add(" on conflict (account, kind, item) do update set " + column + " = " + merged)
	if err := kernel.Found(s.db.Write.Exec(ctx, q.Text.String(), q.Args...)); err != nil {
		return fmt.Errorf("change favourites: %w", err)
	}
	return nil
}

type favouriteRow struct {
	id    string
	f     people.Favourite
	liked int64
}

func (r *favouriteRow) Dest() []any { return []any{&r.id, &r.liked, &r.f.Stars} }

func (r *favouriteRow) Value() favouriteRow {
	v := *r
	v.f.LikedAt = kernel.Moment(r.liked)
	return v
}

// Favourites returns what a person thinks of items of a kind, by ID; of all for nil.
func (s *Store) Favourites(ctx context.Context, accountID string, kind people.Liked, ids []string) (map[string]people.Favourite, error) {
	q := (&kernel.Query{}).Add("select item, liked_at, stars from favourite where account = "+kernel.AccountSeq+" and kind = ?", accountID, string(kind))
	if ids != nil {
		q.Add(" and item in "+s.db.Dialect.Texts, kernel.Array(ids))
	}
	rows, err := kernel.Collect(ctx, s.db.Read, &favouriteRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read favourites: %w", err)
	}
	found := make(map[string]people.Favourite, len(rows))
	for _, r := range rows {
		found[r.id] = r.f
	}
	return found, nil
}

// LikeAll is Like for many tracks, and Unlike if like is false. It returns the tracks
// that changed, and leaves out those that the viewer may not see.
func (s *Store) LikeAll(ctx context.Context, v music.Viewer, trackIDs []string, like bool, at time.Time) ([]string, error) {
	q := &kernel.Query{}
	if like {
		q.Add("insert into liked (account, track, at) select a.seq, t.seq, cast(? as bigint) from account a, track t where a.id = ? and t.id in "+s.db.Dialect.Texts+" and ",
			kernel.Millis(at), v.AccountID, kernel.Array(trackIDs)).CanSee(v).Add(" on conflict do nothing")
	} else {
		q.Add("delete from liked where account = "+kernel.AccountSeq+" and track in (select t.seq from track t where t.id in "+s.db.Dialect.Texts+" and ", v.AccountID, kernel.Array(trackIDs)).CanSee(v).Add(")")
	}
	var changed []string
	err := s.db.Update(ctx, "change likes", func(tx *kernel.Tx) error {
		seqs, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, q.Text.String()+" returning track", q.Args...)
		if err != nil {
			return err
		}
		changed, err = kernel.Collect(ctx, tx, &kernel.Cell[string]{}, "select id from track where seq in "+s.db.Dialect.Ints, kernel.Array(seqs))
		if err != nil {
			return err
		}
		told := make([]music.LikeChange, len(changed))
		for i, id := range changed {
			told[i] = music.LikeChange{TrackID: id, Liked: like}
		}
		return webhooks.Enqueue(ctx, tx, []string{v.AccountID}, webhook.Like, at, told...)
	})
	return changed, err
}
