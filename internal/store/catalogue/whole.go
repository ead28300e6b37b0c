package catalogue

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// wholeArtists are all artists of a viewer's list, and where its letters begin.
type wholeArtists struct {
	artists []music.Artist
	letters []music.Letter
}

// AllArtists returns the whole list of Artists with its letters, or of those with
// tracks in a folder. It is cached until the catalogue changes: apps ask for it
// whenever they start.
func (s *Store) AllArtists(ctx context.Context, v music.Viewer, folder *music.FolderRef) ([]music.Artist, []music.Letter, error) {
	l := artistListing(v)
	if folder != nil {
		l.Where.Add(` and ar.seq in (select ta.artist from track_artist ta join track t on t.seq = ta.track
			where ta.role < 2 and t.folder in (`).Append(foldersOf(*folder, true)).Add(") and ").CanList(v).Add(")")
	}
	key := kernel.TallyKey((&kernel.Query{}).Add("all " + l.Columns + l.From).Append(l.Where))
	all, err := kernel.RememberLong(s.db.Tally, key, func() (all wholeArtists, err error) {
		q := (&kernel.Query{}).Add("select " + l.Columns + " from " + l.From + " where ").Append(l.Where).Add(l.Order.By())
		if all.artists, err = kernel.Collect(ctx, s.db.Read, &ArtistRow{}, q.Text.String(), q.Args...); err == nil {
			all.letters, err = s.letters(ctx, l)
		}
		return all, err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("list all artists: %w", err)
	}
	return all.artists, all.letters, nil
}

// ArtistNamed returns the ID of the artist with a name, however it is written; "" if
// the viewer sees none.
func (s *Store) ArtistNamed(ctx context.Context, v music.Viewer, name string) (string, error) {
	q := (&kernel.Query{}).Add("select ar.id from artist ar where ar.key = ? and ", kernel.Identity(name)).HasTracks(v, "ar", kernel.OwnArtist)
	ids, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, q.Text.String(), q.Args...)
	if err != nil || len(ids) == 0 {
		return "", err
	}
	return ids[0], nil
}

// GenresWithAlbums is Genres with the numbers of albums.
func (s *Store) GenresWithAlbums(ctx context.Context, v music.Viewer) ([]music.Genre, error) {
	genres, err := s.Genres(ctx, v)
	if err != nil {
		return nil, err
	}
	q := (&kernel.Query{}).Add(`select g.key, count(distinct t.album) from track_genre tg join genre g on g.seq = tg.genre
		join track t on t.seq = tg.track where t.album is not null and `).CanList(v).Add(" group by g.key")
	albums, err := kernel.Remember(s.db.Tally, kernel.TallyKey(q), func() (map[string]int, error) {
		rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int]{}, q.Text.String(), q.Args...)
		counts := make(map[string]int, len(rows))
		for _, r := range rows {
			counts[r.A] = r.B
		}
		return counts, err
	})
	if err != nil {
		return nil, fmt.Errorf("count albums of genres: %w", err)
	}
	for i := range genres {
		genres[i].AlbumCount = albums[kernel.GenreKey(genres[i].Name)]
	}
	return genres, nil
}

// LibraryChangedAt returns when a track was last added, changed or removed.
func (s *Store) LibraryChangedAt(ctx context.Context) (time.Time, error) {
	at, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, `select coalesce((select at from change where kind = 'track' order by seq desc limit 1),
		(select max(added_at) from track), 0)`)
	if err != nil {
		return time.Time{}, fmt.Errorf("find the last change: %w", err)
	}
	return kernel.Moment(at), nil
}

// ArtistsByID returns the artists with the given IDs that the viewer may see, in that
// order.
func (s *Store) ArtistsByID(ctx context.Context, v music.Viewer, ids []string) ([]music.Artist, error) {
	q := (&kernel.Query{}).Add("select "+ArtistColumns(v)+" from artist ar where ar.id in "+s.db.Dialect.Texts+" and ", kernel.Array(ids)).HasTracks(v, "ar", kernel.OwnArtist)
	artists, err := kernel.Collect(ctx, s.db.Read, &ArtistRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read artists: %w", err)
	}
	return kernel.InOrder(artists, ids, func(a music.Artist) string { return a.ID }), nil
}

// AlbumsByID is ArtistsByID for albums.
func (s *Store) AlbumsByID(ctx context.Context, v music.Viewer, ids []string) ([]music.Album, error) {
	q := (&kernel.Query{}).Add("select "+AlbumColumns(v)+" from album al where al.id in "+s.db.Dialect.Texts+" and ", kernel.Array(ids)).HasTracks(v, "al", kernel.OwnAlbum)
	albums, err := kernel.Collect(ctx, s.db.Read, &AlbumRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read albums: %w", err)
	}
	return kernel.InOrder(albums, ids, func(a music.Album) string { return a.ID }), nil
}

// WithLyrics returns the ID of a track with lyrics by its title and artist, however
// they are written; "" if the viewer sees none.
func (s *Store) WithLyrics(ctx context.Context, v music.Viewer, artist, title string) (string, error) {
	q := (&kernel.Query{}).Add("select t.id, t.artist from track t where t.title_sort = ? and t.has_lyrics and ", kernel.SortKey(title)).CanList(v).Add(" order by t.seq limit 100")
	tracks, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, string]{}, q.Text.String(), q.Args...)
	if err != nil {
		return "", fmt.Errorf("find lyrics: %w", err)
	}
	for _, t := range tracks {
		if artist == "" || kernel.Fold(t.B) == kernel.Fold(artist) {
			return t.A, nil
		}
	}
	return "", nil
}
