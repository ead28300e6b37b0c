package store

import (
	"context"
	"fmt"

	"sonora/internal/music"
)

// albumColumns are what a list shows; the count of tracks is the viewer's.
func albumColumns(v music.Viewer) string {
	return `al.seq, al.id, al.title, al.artist, al.artist_id, al.year, al.genre, al.compilation, al.cover, al.` +
		countColumn(v) + `, al.discs, al.duration, al.added_at`
}

type albumRow struct {
	a               music.Album
	duration, added int64
}

func (r *albumRow) dest() []any {
	a := &r.a
	return []any{
		&a.Seq, &a.ID, &a.Title, &a.Artist, &a.ArtistID, &a.Year, &a.Genre, &a.Compilation, &a.Cover, &a.TrackCount,
		&a.DiscCount, &r.duration, &r.added,
	}
}

func (r *albumRow) value() music.Album {
	a := r.a
	a.Duration, a.AddedAt = length(r.duration), moment(r.added)
	return a
}

var albumOrders = map[music.AlbumSort]order{
	music.AlbumsNewest:   {name: "al.newest", seq: "al.seq", desc: true},
	music.AlbumsByTitle:  {name: "al.title", key: "al.title_sort", seq: "al.seq"},
	music.AlbumsByArtist: {name: "al.artist", key: "al.artist_key", seq: "al.seq"},
	music.AlbumsByYear:   {name: "al.year", key: "al.year", numeric: true, seq: "al.seq", desc: true},

	music.AlbumsByTitleDown:  {name: "al.title-", key: "al.title_sort", seq: "al.seq", desc: true},
	music.AlbumsByArtistDown: {name: "al.artist-", key: "al.artist_key", seq: "al.seq", desc: true},
	music.AlbumsByYearUp:     {name: "al.year+", key: "al.year", numeric: true, seq: "al.seq"},
	music.AlbumsByAdded:      {name: "al.added+", key: "al.added_at", numeric: true, seq: "al.seq"},
	music.AlbumsByAddedDown:  {name: "al.added-", key: "al.added_at", numeric: true, seq: "al.seq", desc: true},
}

// Albums returns a page of the albums of which the viewer may see a track.
// Invalid for an unknown sort or cursor.
func (s *Store) Albums(ctx context.Context, v music.Viewer, f music.AlbumFilter, p music.Page) (music.List[music.Album], error) {
	l, err := albumListing(v, f)
	if err != nil {
		return music.List[music.Album]{}, err
	}
	list, err := page(ctx, s, &albumRow{}, l, p)
	if err != nil {
		return list, fmt.Errorf("list albums: %w", err)
	}
	return list, nil
}

// albumListing is the list a filter asks for.
func albumListing(v music.Viewer, f music.AlbumFilter) (listing, error) {
	if f.Sort == "" {
		f.Sort = music.AlbumsNewest
	}
	o, ok := albumOrders[f.Sort]
	if !ok {
		return listing{}, unknownSort()
	}
	l := listing{columns: albumColumns(v), from: "album al", where: (&query{}).hasTracks(v, "al", ownAlbum), order: o}
	if f.ArtistID != "" {
		l.where.add(` and al.seq in (select t.album from track_artist ta join track t on t.seq = ta.track
			where ta.role < 2 and ta.artist = (select seq from artist where artist.id = ?) and `, f.ArtistID).canList(v).add(")")
	}
	if f.Genre != "" {
		l.where.add(` and al.seq in (select t.album from track_genre tg join track t on t.seq = tg.track
			where tg.genre in (select seq from genre where key = ?) and `, genreKey(f.Genre)).canList(v).add(")")
	}
	inYears(l.where, "al.year", f.YearFrom, f.YearTo)
	return l, nil
}

// Album returns an album; NotFound when the viewer may see none of its tracks.
func (s *Store) Album(ctx context.Context, v music.Viewer, id string) (*music.Album, error) {
	q := (&query{}).add("select "+albumColumns(v)+" from album al where al.id = ? and ", id).hasTracks(v, "al", ownAlbum)
	a, err := pointer(one(ctx, s.read, &albumRow{}, q.text.String(), q.args...))
	if err != nil {
		return nil, fmt.Errorf("read album: %w", err)
	}
	return a, nil
}
