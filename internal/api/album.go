package api

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// AlbumJSON is an album as clients see it.
type AlbumJSON struct {
	ID            string    `json:"id"`
	Title         string    `json:"title"`
	Artist        string    `json:"artist"`
	ArtistID      *string   `json:"artistId"`
	Year          *int      `json:"year"`
	Genre         string    `json:"genre"`
	Compilation   bool      `json:"compilation"`
	CoverImageURL *string   `json:"coverImageUrl"`
	TrackCount    int       `json:"trackCount"`
	DiscCount     int       `json:"discCount"`
	Duration      float64   `json:"duration" doc:"Seconds."`
	AddedAt       time.Time `json:"addedAt"`
}

type albumDetailJSON struct {
	AlbumJSON
	Tracks []TrackJSON `json:"tracks"`
}

func encodeAlbum(m *music.Album) AlbumJSON {
	return AlbumJSON{
		ID: m.ID, Title: m.Title, Artist: m.Artist, ArtistID: edge.OrNull(m.ArtistID), Year: edge.OrNull(m.Year), Genre: m.Genre,
		Compilation: m.Compilation, CoverImageURL: coverURL(m.Cover), TrackCount: m.TrackCount, DiscCount: m.DiscCount,
		Duration: m.Duration.Seconds(), AddedAt: m.AddedAt.UTC(),
	}
}

// AlbumQuery is what a list of albums is asked for with. Exported, because
// huma reads no parameters into an unexported struct.
type AlbumQuery struct {
	Sort     string `query:"sort" enum:"newest,added,-added,title,-title,artist,-artist,year,-year" doc:"year is the latest first."`
	Artist   string `query:"artist" maxLength:"64" doc:"Id of an artist who made it or is heard on it."`
	Genre    string `query:"genre" maxLength:"200" doc:"Name of a genre."`
	YearFrom string `query:"yearFrom" maxLength:"8"`
	YearTo   string `query:"yearTo" maxLength:"8"`
}

// filter is the same as the store takes it.
func (in *AlbumQuery) filter() (music.AlbumFilter, error) {
	wrong := music.FieldErrors{}
	filter := music.AlbumFilter{
		Sort: music.AlbumSort(in.Sort), ArtistID: in.Artist, Genre: in.Genre,
		YearFrom: edge.WholeNumber(wrong, "yearFrom", in.YearFrom, 9999), YearTo: edge.WholeNumber(wrong, "yearTo", in.YearTo, 9999),
	}
	return filter, wrong.Err()
}

type albumsInput struct {
	edge.Paging
	AlbumQuery
}

func (a *API) albums(ctx context.Context, in *albumsInput) (*edge.PageOf[AlbumJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	filter, err := in.filter()
	if err != nil {
		return nil, err
	}
	list, err := a.store.Albums(ctx, edge.Viewer(ctx), filter, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encodeAlbum), nil
}

func (a *API) album(ctx context.Context, in *edge.ItemPath) (*edge.Body[albumDetailJSON], error) {
	m, err := a.store.Album(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	tracks, err := a.store.Tracks(ctx, edge.Viewer(ctx), music.TrackFilter{AlbumID: in.ID}, music.Page{Limit: music.MaxPageSize})
	if err != nil {
		return nil, err
	}
	return edge.Reply(albumDetailJSON{encodeAlbum(m), edge.EncodeAll(tracks.Items, encodeTrack)})
}
