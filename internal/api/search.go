package api

import (
	"context"

	"sonora/internal/music"
)

type genreJSON struct {
	Name       string `json:"name"`
	TrackCount int    `json:"trackCount"`
}

func (a *API) genres(ctx context.Context, _ *struct{}) (*body[[]genreJSON], error) {
	list, err := a.store.Genres(ctx, viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &body[[]genreJSON]{encodeAll(list, func(g *music.Genre) genreJSON { return genreJSON{g.Name, g.TrackCount} })}, nil
}

type searchInput struct {
	Text  string `query:"q" maxLength:"500" doc:"Words or their beginnings; case and accents do not matter."`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Most of each kind."`
}

type searchJSON struct {
	Tracks  []TrackJSON  `json:"tracks"`
	Albums  []AlbumJSON  `json:"albums"`
	Artists []ArtistJSON `json:"artists"`
}

func (a *API) search(ctx context.Context, in *searchInput) (*body[searchJSON], error) {
	found, err := a.store.Search(ctx, viewer(ctx), in.Text, in.Limit)
	if err != nil {
		return nil, err
	}
	return &body[searchJSON]{searchJSON{
		Tracks: encodeAll(found.Tracks, encodeTrack), Albums: encodeAll(found.Albums, encodeAlbum), Artists: encodeAll(found.Artists, encodeArtist),
	}}, nil
}
