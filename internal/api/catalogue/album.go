package catalogue

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

type albumDetailJSON struct {
	things.AlbumJSON
	Tracks []things.TrackJSON `json:"tracks" doc:"Its tracks, by disc and position."`
}

// AlbumQuery holds the query parameters of lists of albums. It is exported
// because huma does not read parameters into an unexported struct.
type AlbumQuery struct {
	Sort     string `query:"sort" enum:"newest,added,-added,title,-title,artist,-artist,year,-year" doc:"By year, the latest comes first."`
	Artist   string `query:"artist" maxLength:"64" doc:"ID of an artist who made the album or appears on it."`
	Genre    string `query:"genre" maxLength:"200" doc:"Name of a genre."`
	YearFrom int    `query:"yearFrom" minimum:"0" maximum:"9999" doc:"First year; any if omitted or 0."`
	YearTo   int    `query:"yearTo" minimum:"0" maximum:"9999" doc:"Last year; any if omitted or 0."`
}

// filter converts the query for the store.
func (in *AlbumQuery) filter() music.AlbumFilter {
	return music.AlbumFilter{
		Sort: music.AlbumSort(in.Sort), ArtistID: in.Artist, Genre: in.Genre,
		YearFrom: in.YearFrom, YearTo: in.YearTo,
	}
}

type albumsInput struct {
	edge.Paging
	AlbumQuery
}

func (a *API) albums(ctx context.Context, in *albumsInput) (*edge.PageOf[things.AlbumJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Albums(ctx, edge.Viewer(ctx), in.filter(), page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, things.EncodeAlbum), nil
}

func (a *API) album(ctx context.Context, in *edge.ItemPath) (*edge.Body[albumDetailJSON], error) {
	m, err := a.Store.Album(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	tracks, err := a.Store.Tracks(ctx, edge.Viewer(ctx), music.TrackFilter{AlbumID: in.ID}, music.Page{Limit: music.MaxPageSize})
	if err != nil {
		return nil, err
	}
	return edge.Reply(albumDetailJSON{things.EncodeAlbum(m), edge.EncodeAll(tracks.Items, things.EncodeTrack)})
}
