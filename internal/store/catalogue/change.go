package catalogue

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// Names of the lists in tokens.
const (
	allTracks   = "tracks"
	likedTracks = "liked"
)

// TracksToken returns a token for the viewer's list of all tracks, or of liked
// ones, as it is now.
func (s *Store) TracksToken(ctx context.Context, v music.Viewer, liked bool) (string, error) {
	token, err := s.db.SyncToken(ctx, v, trackFeed(v, liked).List)
	if err != nil {
		return "", fmt.Errorf("read position in changes: %w", err)
	}
	return token, nil
}

// TrackChanges returns up to limit changes of the viewer's list of all tracks,
// or of liked ones, after a token: of what TrackColumns have, except the number
// of plays. It returns Invalid or Gone for a token that does not lead here; see
// kernel.ChangesSince.
func (s *Store) TrackChanges(ctx context.Context, v music.Viewer, liked bool, since string, limit int) (music.Delta[music.Track], error) {
	f := trackFeed(v, liked)
	changes, err := s.db.ChangesSince(ctx, v, f, since, limit)
	if err != nil {
		return music.Delta[music.Track]{}, fmt.Errorf("read changes of tracks: %w", err)
	}
	delta := music.Delta[music.Track]{Next: changes.Next, More: changes.More}
	l, err := s.trackListing(v, music.TrackFilter{Liked: liked})
	if err != nil {
		return delta, err
	}
	q := (&kernel.Query{}).Add("select "+TrackColumns+" from "+l.From).Append(l.Joins).Add(" where ").Append(l.Where).
		Add(" and t.seq in "+s.db.Dialect.Ints, kernel.Array(changes.Seqs))
	delta.Changed, err = kernel.Collect(ctx, s.db.Read, &TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return delta, fmt.Errorf("read changed tracks: %w", err)
	}
	listed := (&kernel.Query{}).Add("select t.id from "+l.From).Append(l.Joins).Add(" where ").Append(l.Where).
		Add(" and t.id in "+s.db.Dialect.Texts, kernel.Array(changes.Gone))
	delta.Removed, err = kernel.Removed(ctx, s.db, changes.Gone, listed, delta.Changed, func(t *music.Track) string { return t.ID })
	return delta, err
}

// trackFeed describes the changes of the viewer's tracks. Likes and ratings
// belong to the list of all tracks, because its items show them.
func trackFeed(v music.Viewer, liked bool) kernel.Feed {
	f := kernel.Feed{List: allTracks, Seq: "t.seq", Items: &kernel.Query{}, Gone: &kernel.Query{}}
	if liked {
		f.List = likedTracks
		f.Items.Add(` join liked on liked.track between c.first and c.last and liked.account = `+kernel.AccountSeq+` join track t on t.seq = liked.track
			where (c.kind = 'track' or c.kind = 'like' and c.account = liked.account) and `, v.AccountID).CanSee(v)
		f.Gone.Add(` where t.gone <> '' and (t.kind = 'like' and t.account = `+kernel.AccountSeq+` or t.kind = 'track' and t.gone in (
			select x.id from liked l join track x on x.seq = l.track where l.account = `+kernel.AccountSeq+`))`, v.AccountID, v.AccountID)
		return f
	}
	f.Items.Add(` join track t on t.seq between c.first and c.last
		where (c.kind = 'track' or c.kind = 'like' and c.account = `+kernel.AccountSeq+`) and `, v.AccountID).CanList(v)
	f.Gone.Add(" where t.gone <> '' and t.kind = 'track' and ").CanSee(v)
	return f
}
