package catalogue

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// ArtistColumns returns the columns of an ArtistRow.
func ArtistColumns(v music.Viewer) string {
	return "ar.seq, ar.id, ar.name, ar.sort_name, ar.musicbrainz_id, ar.albums, ar." + kernel.CountColumn(v) + ", ar.cover"
}

// ArtistRow is a row of ArtistColumns.
type ArtistRow struct{ a music.Artist }

// Dest implements kernel.Row.
func (r *ArtistRow) Dest() []any {
	a := &r.a
	return []any{&a.Seq, &a.ID, &a.Name, &a.SortName, &a.MusicBrainzID, &a.AlbumCount, &a.TrackCount, &a.Cover}
}

// Value implements kernel.Row.
func (r *ArtistRow) Value() music.Artist { return r.a }

var artistsByName = kernel.Order{Name: "ar.name", Key: "ar.sort_name", Seq: "ar.seq"}

// Artists returns a page of the artists with a track that the viewer may see,
// by sort name. It leaves out artists credited only as composers.
func (s *Store) Artists(ctx context.Context, v music.Viewer, p music.Page) (music.List[music.Artist], error) {
	list, err := kernel.Page(ctx, s.db, &ArtistRow{}, artistListing(v), p)
	if err != nil {
		return list, fmt.Errorf("list artists: %w", err)
	}
	return list, nil
}

func artistListing(v music.Viewer) kernel.Listing {
	return kernel.Listing{Columns: ArtistColumns(v), From: "artist ar", Where: (&kernel.Query{}).HasTracks(v, "ar", kernel.OwnArtist), Order: artistsByName}
}

// Artist returns an artist, who may be credited only as a composer. It returns
// NotFound if the viewer may see no track with this credit.
func (s *Store) Artist(ctx context.Context, v music.Viewer, id string) (*music.Artist, error) {
	q := (&kernel.Query{}).Add("select "+ArtistColumns(v)+` from artist ar where ar.id = ? and exists (
		select 1 from track_artist ta join track t on t.seq = ta.track where ta.artist = ar.seq and `, id).CanList(v).Add(")")
	a, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &ArtistRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("read artist: %w", err)
	}
	return a, nil
}
