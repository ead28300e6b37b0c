package playlists

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// PlaylistsToken returns a token for the list of playlists that the viewer owns
// or joined, as it is now.
func (s *Store) PlaylistsToken(ctx context.Context, v music.Viewer) (string, error) {
	token, err := s.db.SyncToken(ctx, v, playlistFeed(v).List)
	if err != nil {
		return "", fmt.Errorf("read position in changes: %w", err)
	}
	return token, nil
}

// PlaylistChanges returns up to limit changes of that list after a token. It
// returns Invalid or Gone for a token that does not lead here; see
// kernel.ChangesSince.
func (s *Store) PlaylistChanges(ctx context.Context, v music.Viewer, since string, limit int) (music.Delta[music.Playlist], error) {
	changes, err := s.db.ChangesSince(ctx, v, playlistFeed(v), since, limit)
	if err != nil {
		return music.Delta[music.Playlist]{}, fmt.Errorf("read changes of playlists: %w", err)
	}
	delta := music.Delta[music.Playlist]{Next: changes.Next, More: changes.More}
	q := (&kernel.Query{}).Add("select "+OwnColumns+" from playlist p").Append(WithJoined(v.AccountID)).
		Add(" where p.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(changes.Seqs)).Append(isMine(v.AccountID))
	delta.Changed, err = kernel.Collect(ctx, s.db.Read, &OwnRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return delta, fmt.Errorf("read changed playlists: %w", err)
	}
	listed := (&kernel.Query{}).Add("select p.id from playlist p where p.id in "+s.db.Dialect.Texts+" and ", kernel.Array(changes.Gone)).Append(isMine(v.AccountID))
	delta.Removed, err = kernel.Removed(ctx, s.db, changes.Gone, listed, delta.Changed, func(p *music.Playlist) string { return p.ID })
	return delta, err
}

func playlistFeed(v music.Viewer) kernel.Feed {
	return kernel.Feed{
		List: "playlists", Seq: "p.seq",
		Items: (&kernel.Query{}).Add(" join playlist p on p.seq between c.first and c.last where c.kind = 'playlist' and c.account = "+kernel.AccountSeq+" and ", v.AccountID).
			Append(isMine(v.AccountID)),
		Gone: (&kernel.Query{}).Add(" where t.gone <> '' and t.kind = 'playlist' and t.account = "+kernel.AccountSeq, v.AccountID),
	}
}
