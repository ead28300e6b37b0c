package catalogue

import (
	"context"
	"fmt"
	"strings"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// AlbumColumns returns the columns of an AlbumRow. The number of tracks depends
// on the viewer.
func AlbumColumns(v music.Viewer) string {
	return `al.seq, al.id, al.title, al.artist, al.artist_id, al.year, al.genre, al.compilation, al.cover, al.` +
		kernel.CountColumn(v) + `, al.discs, al.duration, al.added_at`
}

// AlbumRow is a row of AlbumColumns.
type AlbumRow struct {
	a               music.Album
	duration, added int64
}

// Dest implements kernel.Row.
func (r *AlbumRow) Dest() []any {
	a := &r.a
	return []any{
		&a.Seq, &a.ID, &a.Title, &a.Artist, &a.ArtistID, &a.Year, &a.Genre, &a.Compilation, &a.Cover, &a.TrackCount,
		&a.DiscCount, &r.duration, &r.added,
	}
}

// Value implements kernel.Row.
func (r *AlbumRow) Value() music.Album {
	a := r.a
	a.Duration, a.AddedAt = kernel.Length(r.duration), kernel.Moment(r.added)
	return a
}

var albumOrders = map[music.AlbumSort]kernel.Order{
	music.AlbumsNewest:   {Name: "al.newest", Seq: "al.seq", Desc: true},
	music.AlbumsByTitle:  {Name: "al.title", Key: "al.title_sort", Seq: "al.seq"},
	music.AlbumsByArtist: {Name: "al.artist", Key: "al.artist_key", Seq: "al.seq"},
	music.AlbumsByYear:   {Name: "al.year", Key: "al.year", Numeric: true, Seq: "al.seq", Desc: true},

	music.AlbumsByTitleDown:  {Name: "al.title-", Key: "al.title_sort", Seq: "al.seq", Desc: true},
	music.AlbumsByArtistDown: {Name: "al.artist-", Key: "al.artist_key", Seq: "al.seq", Desc: true},
	music.AlbumsByYearUp:     {Name: "al.year+", Key: "al.year", Numeric: true, Seq: "al.seq"},
	music.AlbumsByAdded:      {Name: "al.added+", Key: "al.added_at", Numeric: true, Seq: "al.seq"},
	music.AlbumsByAddedDown:  {Name: "al.added-", Key: "al.added_at", Numeric: true, Seq: "al.seq", Desc: true},
}

// Albums returns a page of the albums with a track that the viewer may see. It
// returns Invalid for an unknown sort or cursor.
func (s *Store) Albums(ctx context.Context, v music.Viewer, f music.AlbumFilter, p music.Page) (music.List[music.Album], error) {
	l, err := albumListing(v, f)
	if err != nil {
		return music.List[music.Album]{}, err
	}
	var list music.List[music.Album]
	if rank := albumRanks[f.Sort]; rank != "" {
		list, err = s.rankedAlbums(ctx, v, rank, l, p)
	} else if f.Sort == discovery.AlbumsRandom {
		list, err = s.randomAlbums(ctx, l, p)
	} else {
		list, err = kernel.Page(ctx, s.db, &AlbumRow{}, l, p)
	}
	if err != nil {
		return list, fmt.Errorf("list albums: %w", err)
	}
	return list, nil
}

// albumListing returns the listing for a filter.
func albumListing(v music.Viewer, f music.AlbumFilter) (kernel.Listing, error) {
	if f.Sort == "" || f.Sort == discovery.AlbumsRandom || albumRanks[f.Sort] != "" {
		f.Sort = music.AlbumsNewest
	}
	o, ok := albumOrders[f.Sort]
	if !ok {
		return kernel.Listing{}, unknownSort()
	}
	l := kernel.Listing{Columns: AlbumColumns(v), From: "album al", Where: (&kernel.Query{}).HasTracks(v, "al", kernel.OwnAlbum), Order: o}
	if f.ArtistID != "" {
		l.Where.Add(` and al.seq in (select t.album from track_artist ta join track t on t.seq = ta.track
			where ta.role < 2 and ta.artist = (select seq from artist where artist.id = ?) and `, f.ArtistID).CanList(v).Add(")")
	}
	if f.Genre != "" {
		l.Where.Add(` and al.seq in (select t.album from track_genre tg join track t on t.seq = tg.track
			where tg.genre in (select seq from genre where key = ?) and `, kernel.GenreKey(f.Genre)).CanList(v).Add(")")
	}
	if f.Folder != nil {
		l.Where.Add(" and al.seq in (select t.album from track t where t.folder in (").Append(foldersOf(*f.Folder, true)).Add(") and ").CanList(v).Add(")")
	}
	inYears(l.Where, "al.year", f.YearFrom, f.YearTo)
	return l, nil
}

// Album returns an album. It returns NotFound if the viewer may see none of its
// tracks.
func (s *Store) Album(ctx context.Context, v music.Viewer, id string) (*music.Album, error) {
	q := (&kernel.Query{}).Add("select "+AlbumColumns(v)+" from album al where al.id = ? and ", id).HasTracks(v, "al", kernel.OwnAlbum)
	a, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &AlbumRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("read album: %w", err)
	}
	return a, nil
}

// releaseKey begins the key of an album that is a release at MusicBrainz.
const releaseKey = "mb:"

// ReleaseKey returns the key of the album with the MusicBrainz ID of a release.
func ReleaseKey(id string) string {
	return kernel.Bounded(releaseKey + kernel.Clean(strings.ToLower(id)))
}

// ReleaseOf returns the MusicBrainz ID in the key of an album; "" without one.
func ReleaseOf(key string) string {
	id, found := strings.CutPrefix(key, releaseKey)
	if !found {
		return ""
	}
	return id
}
