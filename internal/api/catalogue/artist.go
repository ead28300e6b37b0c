package catalogue

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

const topTracks = 50

// ArtistJSON is an artist as clients see it.
type ArtistJSON struct {
	ID            string  `json:"id" doc:"ID of the artist." example:"a7Lm2Qp4Z"`
	Name          string  `json:"name" doc:"Name of the artist." example:"John Coltrane"`
	SortName      string  `json:"sortName" doc:"Name under which lists sort the artist." example:"Coltrane, John"`
	AlbumCount    int     `json:"albumCount" doc:"Number of albums by the artist, or on which the artist appears."`
	TrackCount    int     `json:"trackCount" doc:"Number of tracks by the artist."`
	CoverImageURL *string `json:"coverImageUrl" doc:"Cover of the newest album."`
}

type artistDetailJSON struct {
	ArtistJSON
	Albums []things.AlbumJSON `json:"albums" doc:"Albums by the artist or on which the artist appears, latest first."`
	Tracks []things.TrackJSON `json:"tracks" doc:"At most 50, most played first."`
}

func encodeArtist(m *music.Artist) ArtistJSON {
	return ArtistJSON{
		ID: m.ID, Name: m.Name, SortName: m.SortName, AlbumCount: m.AlbumCount, TrackCount: m.TrackCount,
		CoverImageURL: things.CoverURL(m.Cover),
	}
}

type artistsInput struct{ edge.Paging }

func (a *API) artists(ctx context.Context, in *artistsInput) (*edge.PageOf[ArtistJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Artists(ctx, edge.Viewer(ctx), page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encodeArtist), nil
}

func (a *API) artist(ctx context.Context, in *edge.ItemPath) (*edge.Body[artistDetailJSON], error) {
	v := edge.Viewer(ctx)
	m, err := a.Store.Artist(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	albums, err := a.Store.Albums(ctx, v, music.AlbumFilter{Sort: music.AlbumsByYear, ArtistID: in.ID}, music.Page{Limit: music.MaxPageSize})
	if err != nil {
		return nil, err
	}
	tracks, err := a.Store.TopTracks(ctx, v, in.ID, topTracks)
	if err != nil {
		return nil, err
	}
	return edge.Reply(artistDetailJSON{encodeArtist(m), edge.EncodeAll(albums.Items, things.EncodeAlbum), edge.EncodeAll(tracks, things.EncodeTrack)})
}
